// The network: bars of reception.
import type { Signal } from '../signal.ts'

export default { words: { gsm_signal: m => 2 + Math.floor(m.chance('gsm') * 4) } } satisfies Signal
