// carbontax: the fuel burned this month and this quarter.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData } from '../contract.ts'

/**
 * `start`, `end`: the period to date; `start_datetime`, `end_datetime`: times of the readings used for it. `consumption` is in litres.
 * `alert` 0: none; 1: no reading within 24 h of the start; 2: none within 24 h of the end; 3: both. null: not known.
 */
export const CarbonBlock = z.object({
  start: Instant,
  end: Instant,
  start_datetime: Instant.nullable(),
  end_datetime: Instant.nullable(),
  start_hours: z.number().nullable(),
  end_hours: z.number().nullable(),
  consumption: z.number().nullable(),
  alert: z.literal([0, 1, 2, 3]),
})
export type CarbonBlock = z.infer<typeof CarbonBlock>

/** `average_consumption` is in l/h. `hours_of`: the meter of the hours; null: no meter reports any. */
export const CarbonData = z.object({
  month: CarbonBlock,
  quarter: CarbonBlock,
  average_consumption: z.number().nullable(),
  hours_of: z.literal(['fridge', 'engine']).nullable(),
})
export type CarbonData = z.infer<typeof CarbonData>

export const data = serviceData(
  'carbontax/:id',
  { vehicle: 'visible', agreements: [agreement.carbontax] },
  'Hours and litres of the current month and quarter, in the zone of the caller’s customer',
  CarbonData,
)
