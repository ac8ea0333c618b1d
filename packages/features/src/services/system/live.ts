// The panel lists the vehicle's open alerts.
import { live } from '@flotta/core/live.ts'
import { data } from './contract.ts'

export default live({ kinds: { alert: [data] } })
