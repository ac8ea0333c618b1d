// The tracker itself: its own battery, and that it is awake.
import type { Signal } from '../signal.ts'

export default {
  words: {
    sleep_mode: () => 0,
    battery: m => 4.05 + m.chance('battery') * 0.04,
    battery_level: m => 96 + Math.floor(m.chance('battery') * 5),
  },
} satisfies Signal
