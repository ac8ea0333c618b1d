// The device's own odometer.
import type { Signal } from '../signal.ts'

export default { words: { odometer: m => m.odometer } } satisfies Signal
