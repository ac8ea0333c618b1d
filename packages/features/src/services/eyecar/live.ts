// A change of the driver reads the current driver and the history again, because an end changes an earlier row.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { driver: [history] } })
