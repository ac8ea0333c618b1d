// Whether commands are refused follows what the vehicle's connections do.
import { live } from '@flotta/core/live.ts'
import { availability } from './contract.ts'

export default live({ kinds: { status: [availability] } })
