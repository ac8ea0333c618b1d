// The vehicles of a customer in the few words of pickers and tables, written once for all who ask.
import { SerializedReply } from '@flotta/core/contract.ts'
import type { Call, Context } from '@flotta/platform/feature.ts'
import { coalesce } from '@flotta/platform/request-coalescer.ts'
import { cacheUntilChanged } from '@flotta/platform/shared.ts'
import { sql } from 'kysely'
import { configurationOf } from '../../people/customers/queries.ts'
import type * as contract from './contract.ts'
import { itemsOf, type VehicleFilter } from './queries.ts'
import { smsCounts } from './sms.ts'

interface CustomerCall {
  readonly ctx: Context
  readonly caller: Pick<Call['caller'], 'customer_id' | 'timezone'>
}
/** SMS of this month by vehicle, for customers that have SMS alerts. Calls that arrive at the same moment share one query. */
const smsOf = coalesce(
  async (ctx, { customer_id, timezone }: Pick<Call['caller'], 'customer_id' | 'timezone'>) =>
    (await configurationOf(ctx.db, customer_id, 'alert_sms')) === '1'
      ? smsCounts(ctx.db, customer_id, ctx.now(), timezone)
      : null,
)
export const smsByVehicle = ({ ctx, caller: { customer_id, timezone } }: CustomerCall) =>
  smsOf(ctx, { customer_id, timezone })

export async function vehicleItems(
  { ctx, caller }: CustomerCall,
  filter: VehicleFilter,
): Promise<contract.VehicleItem[]> {
  const [rows, sms] = await Promise.all([
    itemsOf(ctx, caller.customer_id, filter),
    smsByVehicle({ ctx, caller }),
  ])
  return withSms(rows, sms)
}
const withSms = (
  rows: contract.VehicleItem[],
  sms: ReadonlyMap<number, number> | null,
): contract.VehicleItem[] =>
  sms === null ? rows : rows.map(row => ({ current_month_sms_count: sms.get(row.id) ?? 0, ...row }))

/** The next moment, epoch ms, at which the items become others without a change of rows: an agreement of a guest or the mounting of a unit begins or ends. */
async function nextChange(ctx: Context, customer_id: number, after: number): Promise<number> {
  const at = new Date(after)
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(case when active_from > ${at} then active_from else active_to end) from vehicle_agreements
        where customer_id = ${customer_id} and guest and (active_from > ${at} or active_to > ${at})),
      (select min(case when mounted_from > ${at} then mounted_from else mounted_to end) from device_mounts
        where mounted_from > ${at} or mounted_to > ${at})) as at`.execute(ctx.db)
  return rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY
}

/** Every select reads this list. Counts of SMS change without a notification, so a list with them is shared while it is made, but not kept. */
export const allItems = cacheUntilChanged(
  {
    own: ['fleet_vehicles'],
    any: ['vehicles', 'vehicle_agreements', 'customers', 'device_mounts', 'devices'],
  },
  async (ctx, caller) => {
    // Not later than the moment at which the items are read, so that no change between the two is missed.
    const asOf = ctx.now()
    const [rows, until, sms] = await Promise.all([
      itemsOf(ctx, caller.customer_id, {}),
      nextChange(ctx, caller.customer_id, asOf),
      smsByVehicle({ ctx, caller }),
    ])
    return { answer: new SerializedReply(withSms(rows, sms)), until: sms === null ? until : 0 }
  },
)
