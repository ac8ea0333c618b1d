// The fleet at past moments: where every vehicle was, with its alerts and open doors, in a form for playback.
import { endpoint, Id, limitedPeriod } from '@flotta/core/contract.ts'
import { HOUR } from '@flotta/core/time.ts'
import { z } from 'zod'
import { Former } from '../../fleet/vehicles/contract.ts'
import { VehicleType } from '../../fleet/vehicles/values.ts'

/** The longest period, ms: a day, even one on which clocks are set back. */
export const LONGEST = 25 * HOUR
/** The most vehicles in the first answer: few, so that a map shows something while the others are read. */
export const FIRST_VEHICLES = 50
/** The most vehicles in each following answer. */
export const VEHICLES_AT_ONCE = 250

/**
 * A stretch of time in which the place is known. `from` is in seconds after `period_from`; negative where the last place before the period still holds. `at`
 * are the seconds from each point to the next; `path` has the points as an encoded polyline (precision 5). Between two points the vehicle moves evenly, at
 * most fifty metres off its fixes.
 */
export const Leg = z.object({
  from: z.int(),
  at: z.array(z.int()),
  path: z.string(),
  /** The vehicle reported nothing meanwhile: this is its last place. */
  silent: z.literal(true).optional(),
})
export type Leg = z.infer<typeof Leg>

/** Begin and end in seconds after `period_from`; `to` null: it has not ended. */
const Stretch = z.object({ from: z.int(), to: z.int().nullable() })
/** A vehicle with something to show. Legs in order, without overlap; empty lists are left out. */
export const PastVehicle = z.object({
  vehicle_id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  former: Former.optional(),
  legs: z.array(Leg),
  /** Alerts of severity 1 and 2. */
  alerts: z.array(Stretch.extend({ alert_id: z.int() })).optional(),
  /** Open doors, from 1. */
  doors: z.array(Stretch.extend({ door: z.int() })).optional(),
})
export type PastVehicle = z.infer<typeof PastVehicle>

export const timeMachine = endpoint({
  method: 'GET',
  path: '/time_machine',
  summary:
    'Where all vehicles were in a period of 25 hours at most, with alerts and open doors, thinned to play it back',
  allow: 'view',
  scope: 'customer',
  query: limitedPeriod({
    longest: LONGEST,
    described: 'at most 25 hours after period_from',
    error: 'time_machine.too_long',
  }).safeExtend({
    /** The `next` of the previous answer. */
    after: z.coerce.number<number>().int().min(0).optional(),
  }),
  reply: z.object({
    vehicles: z.array(PastVehicle),
    /** The `after` of the next call; null: these were all vehicles. */
    next: Id.nullable(),
  }),
})
