// The tracker itself: its own battery, and whether it sleeps.
import { MINUTE } from '@flotta/core/time.ts'
import type { Moment, Signal } from '../signal.ts'
import { lastOff } from './power.ts'

/** Time without ignition after which the tracker sleeps. */
const SLEEPS_AFTER = 15 * MINUTE
/** Teltonika's number of deep sleep. */
const DEEP = 2
const isAsleep = (m: Moment): boolean => !m.ignition && m.at - lastOff(m) > SLEEPS_AFTER

export default {
  words: {
    sleep_mode: m => (isAsleep(m) ? DEEP : 0),
    battery: m => 4.05 + m.chance('battery') * 0.04,
    battery_level: m => 96 + Math.floor(m.chance('battery') * 5),
  },
} satisfies Signal
