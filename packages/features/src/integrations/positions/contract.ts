// The positions of many vehicles in one call, page by page, for other systems.
import { endpoint, Period, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { FeedPosition } from '../feed/contract.ts'

export const MOST_ROWS = 10_000
const MOST_VEHICLES = 1_000
const USUAL_ROWS = 1_000
/** Vehicle, epoch ms and number within the instant: the last position that was delivered. */
const CURSOR = /^\d{1,9}-\d{1,16}-\d{1,5}$/

export const PositionsQuery = Period.safeExtend({
  /** Separated by commas; absent: all vehicles that the caller sees. */
  vehicle_ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'validation.choice')
    .transform(ids => [...new Set(ids.split(',').map(Number))])
    .refine(ids => ids.length <= MOST_VEHICLES, 'validation.choice')
    .optional(),
  cursor: text(40).regex(CURSOR, 'feed.no_cursor').optional(),
  limit: z.coerce.number<number>().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
})
export const fleetPositions = endpoint({
  method: 'GET',
  path: '/positions',
  summary:
    'Positions of many vehicles in a period, by vehicle and time; go on with `meta.cursor` while `meta.more`. In NDJSON and CSV these stand in the headers x-cursor and x-more',
  allow: 'view',
  scope: 'customer',
  query: PositionsQuery,
  reply: z.array(FeedPosition),
  /** `cursor` null: there were no positions. */
  meta: z.object({ cursor: z.string().nullable(), more: z.boolean() }),
  other_forms: ['application/x-ndjson', 'text/csv'],
})
