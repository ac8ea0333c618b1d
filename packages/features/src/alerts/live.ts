// An incident opened, changed or closed.
import { live } from '@flotta/core/live.ts'
import { active } from './contract.ts'

export default live({ kinds: { alert: [active] } })
