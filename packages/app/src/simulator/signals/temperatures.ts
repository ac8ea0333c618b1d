// The body's thermometers.
import { temperature } from '../reefers.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: vehicle => vehicle.thermometers > 0,
  words: {
    temp1: m => temperature(m, 0),
    temp2: m => temperature(m, 1),
    temp3: m => temperature(m, 2),
  },
} satisfies Signal
