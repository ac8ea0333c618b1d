// Contested connections of the device decide whether commands are refused, so their news concern commands too.
import { live } from '@flotta/core/live.ts'
import { availability } from './contract.ts'

export default live({ kinds: { status: [availability] } })
