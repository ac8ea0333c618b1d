// The siren of the doors, wired to the fourth input of those devices that have one.
import { hasDoors } from '@flotta/features/seed.ts'
import { guardOf } from '../doors.ts'
import { changesWithin, type Signal, within } from '../signal.ts'

export default {
  appliesTo: hasDoors,
  words: {
    in4({ vehicle, doing, at }) {
      const { siren } = guardOf(vehicle, doing)
      return Number(siren !== null && within(siren, at))
    },
  },
  changes(doing, { vehicle }) {
    const { siren } = guardOf(vehicle, doing)
    return siren === null ? [] : changesWithin(doing, siren)
  },
} satisfies Signal
