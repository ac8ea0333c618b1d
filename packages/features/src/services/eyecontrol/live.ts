// The status of a command changes after it has entered the history, so an event of it reads the history again.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { command: [history] } })
