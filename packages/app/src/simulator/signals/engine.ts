// The minutes that the engine has run, from the distance driven and a usual speed.
import { runOf } from '../running.ts'
import type { Signal } from '../signal.ts'

/** Including idling. */
const METRES_PER_MINUTE = 820

export default {
  appliesTo: ({ vehicle_type, vehicle_subtype }) =>
    ['T', 'M', 'V', 'U'].includes(vehicle_type) && vehicle_subtype !== 'electric',
  words: {
    can_engine_minutes: ({ day, at }) => {
      const driven = day.segments.at(-1)?.metres ?? 0
      return Math.floor((day.odometer + driven * runOf(day, at)) / METRES_PER_MINUTE)
    },
  },
} satisfies Signal
