// eyefuel: the level of the tank, thefts, refuels and consumption.
import { ById, endpoint, Instant, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData, serviceHistory } from '../contract.ts'
import { doubts } from './burning.ts'
import { Fuel } from './kinds.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyefuel] } as const

/** `tank_usage` in percent, filtered; 1: open, theft; null: not known. The alarm of a theft lasts until the vehicle drives off. */
const Status = Fuel.pick({
  tank_usage: true,
  cap_status: true,
  alarm_status: true,
  armed: true,
}).extend({ id: z.string(), message_datetime: Instant })
/** `tank_capacity_l`: litres of a full tank, where configured. */
export const FuelStatus = Status.extend({ tank_capacity_l: z.number().nullable() })
export type FuelStatus = z.infer<typeof FuelStatus>
export const data = serviceData(
  'eyefuel/:id',
  scope,
  'The tank as it was heard last; null: never told',
  FuelStatus.nullable(),
)

/** With `type` fuel was filled or stolen: percent before and after, and percent of the tank that was added or removed. The place is for readers who may see the position of that time. */
export const FuelEvent = Status.extend({
  type: Fuel.shape.type,
  tank_usage_before: Fuel.shape.tank_usage_before,
  tank_usage_after: z.number().nullable(),
  tank_usage_change: z.number().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type FuelEvent = z.infer<typeof FuelEvent>
export const history = serviceHistory(
  'eyefuel/:id/history',
  scope,
  'The tank over a period (31 days at most), oldest first: each value holds until the next',
  FuelEvent,
)

/**
 * Figures of a period, as in reports: levels in percent, others in litres; null: not known. `burned` = start − end + refuelled − stolen. Where that is impossible it is null,
 * and `doubt` gives the reason: no capacity configured, another way of measuring since then (restarted), negative, less or more than the type of vehicle can burn, or so in a part.
 */
export const FuelBalance = z.object({
  level_from: z.number().nullable(),
  level_to: z.number().nullable(),
  refuelled: z.number().nullable(),
  stolen: z.number().nullable(),
  burned: z.number().nullable(),
  doubt: z.enum(doubts).nullable(),
  km: z.number().nullable(),
  per_100_km: z.number().nullable(),
})
export type FuelBalance = z.infer<typeof FuelBalance>
export const balance = endpoint({
  method: 'GET',
  path: '/services/eyefuel/:id/balance',
  summary:
    'What was refuelled, stolen and burned in a period (31 days at most), with its first and its last level',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: FuelBalance,
})
