// A driver who begins or ends is news; the past is read again too, because an end belongs to an earlier beginning.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { driver: [history] } })
