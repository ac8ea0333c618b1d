// Live events: the recipients of an incident change with the alerts of its vehicle.
import { live } from '@flotta/core/live.ts'
import { recipientsOfIncident } from './contract.ts'

export default live({ kinds: { alert: [recipientsOfIncident] } })
