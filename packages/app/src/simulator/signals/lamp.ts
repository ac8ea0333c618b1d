// The yellow lamp of the dashboard of trucks and trailers; it is lit on a few.
import { isWeighed } from '../axles.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: isWeighed,
  words: { mil: m => Number(m.vehicle.index % 8 === 5) },
} satisfies Signal
