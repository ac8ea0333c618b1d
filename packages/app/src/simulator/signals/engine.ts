// How long the engine has run: as long as the way that it drove takes at a usual speed, told while it runs.
import { runOf } from '../running.ts'
import type { Signal } from '../signal.ts'

/** Metres a minute of engine, idling included. */
const METRES = 820

export default {
  appliesTo: ({ vehicle_type, vehicle_subtype }) =>
    ['T', 'M', 'V', 'U'].includes(vehicle_type) && vehicle_subtype !== 'electric',
  words: {
    can_engine_minutes: ({ day, at }) => {
      const driven = day.segments.at(-1)?.metres ?? 0
      return Math.floor((day.odometer + driven * runOf(day, at)) / METRES)
    },
  },
} satisfies Signal
