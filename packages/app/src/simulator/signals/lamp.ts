// The yellow lamp of the dashboard, of trucks and trailers: on a few it is lit.
import { isWeighed } from '../axles.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: isWeighed,
  words: { mil: m => Number(m.vehicle.index % 8 === 5) },
} satisfies Signal
