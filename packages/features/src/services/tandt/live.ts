// A vehicle that couples or uncouples: the list of it is read again.
import { live } from '@flotta/core/live.ts'
import { history } from './contract.ts'

export default live({ kinds: { beacon: [history] } })
