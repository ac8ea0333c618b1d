// The level of the tank, reported every minute while fuel is filled or stolen.
import { MINUTE } from '@flotta/core/time.ts'
import type { Signal } from '../signal.ts'
import { fillingOf, fuelOf, hasGuardedTank, hasTank, robberyOf } from '../tank.ts'

export default {
  appliesTo: hasTank,
  words: { can_fuel_level: fuelOf },
  changes(doing, { vehicle, day }) {
    if (!hasGuardedTank(vehicle) || doing.kind === 'leg') return []
    return [fillingOf(day), robberyOf(day)].flatMap(span => {
      if (span === null || span.from < doing.from || span.to >= doing.to) return []
      // One more record confirms the last level.
      return Array.from(
        { length: Math.round((span.to - span.from) / MINUTE) + 2 },
        (_, i) => span.from + i * MINUTE,
      )
    })
  },
} satisfies Signal
