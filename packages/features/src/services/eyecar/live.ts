// A driver who begins or ends: those of the past are read again too, for an end belongs to what had begun before.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { driver: [history] } })
