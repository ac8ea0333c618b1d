// The quality of the fix: the receiver works, and the geometry of its satellites.
import type { Signal } from '../signal.ts'

export default {
  words: {
    gnss_status: () => 1,
    pdop: m => 0.9 + m.chance('dop') * 0.9,
    hdop: m => 0.5 + m.chance('dop') * 0.6,
  },
} satisfies Signal
