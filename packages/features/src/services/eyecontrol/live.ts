// The status of a command changes after it entered the history, so its news read the history again.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { command: [history] } })
