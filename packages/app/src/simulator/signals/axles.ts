// The axle loads of trucks and trailers with weighed axles.
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
