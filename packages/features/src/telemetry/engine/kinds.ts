// Readings of the engine: its running hours, for the power panel, maintenance and the carbon tax; and whether it runs, for vehicles without an ignition
// signal.
import type { Kind } from '@flotta/core/kinds.ts'
import { differBy, numberOf, reading } from '@flotta/core/reading.ts'
import { HOUR } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const MINUTES_IN_HOUR = 60

const hoursShape = z.object({ general_hour_meter: z.number() })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly engine_hours: Readonly<z.infer<typeof hoursShape>>
  }
}
export const engineHours = reading(
  'engine_hours',
  { agreements: [agreement.eyepower, agreement.maintenance, agreement.carbontax] },
  {
    shape: hoursShape,
    /** A wired meter counts hours; engines on the CAN bus count minutes. */
    meanings: {
      general_hour_meter: ['engine_hours'],
      engine_minutes: ['can_engine_minutes', 'can_engine_minutes_counted'],
    },
    read(values, sources) {
      const minutes = numberOf(values, sources.engine_minutes)
      const hours =
        numberOf(values, sources.general_hour_meter) ??
        (minutes === null ? null : minutes / MINUTES_IN_HOUR)
      return hours === null || hours < 0
        ? null
        : { general_hour_meter: Math.round(hours * 100) / 100 }
    },
    changed: (before, data) => differBy(before.general_hour_meter, data.general_hour_meter, 0.1),
    // also while the engine rests, so that the hours at the beginning of a month are known
    kept_every: 6 * HOUR,
  },
)

const runningShape = z.object({ running: z.boolean() })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly engine: Readonly<z.infer<typeof runningShape>>
  }
}
/** Whether the engine runs, by its speed. Only for records without an ignition signal, so most vehicles store no such readings. */
export const engine = reading(
  'engine',
  { agreements: [agreement.eyegeo], owner: true },
  {
    shape: runningShape,
    meanings: { engine_speed: ['can_rpm', 'obd_rpm'], ignition: ['ignition'] },
    accompanying: ['ignition'],
    read(values, sources, before) {
      if (numberOf(values, sources.ignition) !== null) return null
      const rpm = numberOf(values, sources.engine_speed)
      if (rpm === null) return null
      return before?.running === rpm > 0 ? before : { running: rpm > 0 }
    },
    changed: (before, data) => before.running !== data.running,
    kept_every: Number.POSITIVE_INFINITY,
  },
)

export const kinds: readonly Kind[] = [engineHours, engine]
