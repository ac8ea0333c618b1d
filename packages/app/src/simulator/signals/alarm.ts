// Whether the alarm of the doors is armed, wired to the third input.
import { hasDoors } from '@flotta/features/seed.ts'
import { guardOf } from '../doors.ts'
import { changesWithin, type Signal, within } from '../signal.ts'

export default {
  appliesTo: hasDoors,
  words: {
    in3: ({ vehicle, doing, at }) =>
      Number(guardOf(vehicle, doing).armed.some(span => within(span, at))),
  },
  changes: (doing, { vehicle }) =>
    guardOf(vehicle, doing).armed.flatMap(span => changesWithin(doing, span)),
} satisfies Signal
