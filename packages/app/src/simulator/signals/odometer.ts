// The device's own total.
import type { Signal } from '../signal.ts'

export default { words: { odometer: m => m.odometer } } satisfies Signal
