// A command's status changes also after it stands in the history.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { command: [history] } })
