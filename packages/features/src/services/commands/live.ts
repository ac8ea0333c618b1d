// A contested device refuses commands, so changes of the connection status concern commands too.
import { live } from '@flotta/core/live.ts'
import { availability } from './contract.ts'

export default live({ kinds: { status: [availability] } })
