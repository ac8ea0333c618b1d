// eyepower: what feeds vehicle and tracker, now and over time.
import { ById, chartPeriod, endpoint, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyepower] } as const

/** Volts, percent, hours; null: not told. */
export const Power = z.object({
  id: z.string(),
  message_datetime: Instant,
  external_voltage: z.number().nullable(),
  /** How full the vehicle's battery is by its voltage. */
  external_voltage_percent: z.number().nullable(),
  /** 1: fed from outside. */
  general_status: z.literal([0, 1]).nullable(),
  /** 0: fed from outside, 1: by its own battery, 2: asleep. */
  power_mode: z.literal([0, 1, 2]).nullable(),
  /** The tracker's own. */
  battery_voltage: z.number().nullable(),
  battery_capacity: z.number().nullable(),
  /** Hours that the engine has run. */
  general_hour_meter: z.number().nullable(),
})
export type Power = z.infer<typeof Power>

export const data = endpoint({
  method: 'GET',
  path: '/services/eyepower/:id',
  summary:
    'Voltages, what feeds the tracker, and engine hours as they were heard last; null: never told',
  allow: 'view',
  scope,
  params: ById,
  reply: Power.nullable(),
})
export const history = endpoint({
  method: 'GET',
  path: '/services/eyepower/:id/history',
  summary: 'The same over a period (31 days at most), oldest first, about `points` of them',
  allow: 'view',
  scope,
  params: ById,
  query: chartPeriod(),
  reply: z.array(Power),
})
