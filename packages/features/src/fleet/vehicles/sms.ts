// The number of SMS that were sent for a vehicle, by customer and month in the customer's time zone.

import { dayAt } from '@flotta/core/zones.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import './tables.ts'

const monthOf = (at: number, zone: string): string => `${dayAt(at, zone).slice(0, 7)}-01`

/** Counts one SMS; `at` is when the SMS provider got it. */
export async function countSms(
  tx: Db | Tx,
  sms: {
    readonly customer_id: number
    readonly vehicle_id: number
    readonly at: number
    readonly timezone: string
  },
) {
  const { customer_id, vehicle_id, at, timezone } = sms
  await sql`insert into sms_counts (customer_id, vehicle_id, month, total) values (${customer_id}, ${vehicle_id}, ${monthOf(at, timezone)}, 1)
    on conflict (customer_id, month, vehicle_id) do update set total = sms_counts.total + 1`.execute(
    tx,
  )
}

/** Vehicle → SMS of the current month; vehicles without any are left out. */
export async function smsCounts(
  db: Db | Tx,
  customer_id: number,
  now: number,
  timezone: string,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sms_counts')
    .select(['vehicle_id', 'total'])
    .where('customer_id', '=', customer_id)
    .where('month', '=', monthOf(now, timezone))
    .execute()
  return new Map(rows.map(r => [r.vehicle_id, r.total]))
}
