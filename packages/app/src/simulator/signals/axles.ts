// What the axles of trucks and trailers carry, of those that weigh it.

import { axleLoad, isWeighed } from '../axles.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: isWeighed,
  words: {
    axle1_load: m => axleLoad(m, 1),
    axle2_load: m => axleLoad(m, 2),
    axle3_load: m => axleLoad(m, 3),
  },
} satisfies Signal
