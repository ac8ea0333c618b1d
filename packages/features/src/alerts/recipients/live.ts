// Live news: who was told of an incident changes with its vehicle's alerts.
import { live } from '@flotta/core/live.ts'
import { recipientsOfIncident } from './contract.ts'

export default live({ kinds: { alert: [recipientsOfIncident] } })
