// Checks a sharing: its owner holds the agreement, it lies within the owner's periods, it is shared once, and the other company may have it.
import { Problem, type Words } from '@flotta/core/problem.ts'
import { formatDay } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { partnersOf } from '../../people/customers/queries.ts'
import { ownVehicle } from '../access/vehicles.ts'
import { agreement, agreementIds, type SharingForm } from './contract.ts'
import { endOf, lastSharingDay, validUntil } from './rules.ts'
import './tables.ts'

/** Every agreement but the right to share. */
export const mayBeShared = (agreement_id: number): boolean =>
  agreementIds.includes(agreement_id) && agreement_id !== agreement.eyeshare

export type Values = z.output<typeof SharingForm>
export interface Share {
  readonly vehicle_id: number
  readonly customer_id: number
  readonly agreement_id: number
  readonly from: number
  readonly to: number | null
}
type Faults = Partial<Record<keyof Values, string | Words>>

/** Whether the change only takes away from the former sharing. */
const isReduction = (share: Share, before: Share): boolean =>
  share.vehicle_id === before.vehicle_id &&
  share.agreement_id === before.agreement_id &&
  share.from >= before.from &&
  (before.to === null || (share.to !== null && share.to <= before.to))

/**
 * Checks what is shared and that the owner holds it.
 * @param ends the end as it was given, a day or an instant; undefined: not given
 * @throws forbidden where the owner does not hold the right to share on a vehicle
 */
export async function validateShare(
  share: Share,
  ends: string | undefined,
  before: Share | null,
  { tx, caller, ctx }: WriteContext,
): Promise<{ wanted: Share; faults: Faults }> {
  const { vehicle_id, customer_id, agreement_id, from } = share
  const faults: Faults = {}
  let { to } = share
  // locks the vehicles, so that simultaneous sharings of the same vehicle run one after the other
  await sql`select 1 from ${sql.table('vehicles')} where id = ${vehicle_id} for no key update`.execute(
    tx,
  )
  const now = ctx.now()
  if ((await ownVehicle(vehicle_id, caller, { db: tx })) === null)
    faults.vehicle_id = 'validation.unknown'
  else if (
    vehicle_id !== before?.vehicle_id &&
    validUntil(
      await ownPeriods(vehicle_id, caller.customer_id, agreement.eyeshare, { tx }),
      now,
    ) === null
  )
    throw new Problem('forbidden', 'api.no_agreement')
  if (
    customer_id !== before?.customer_id &&
    (
      await sql`select 1 from ${partnersOf(caller.customer_id)} p where p.id = ${customer_id}`.execute(
        tx,
      )
    ).rows.length === 0
  )
    faults.customer_id = 'validation.unknown'
  const today = dayAt(now, caller.timezone)
  if (from !== before?.from && from < dayBegin(today, caller.timezone))
    faults.active_from = 'agreements.before_today'
  if (to !== null && to <= from) faults.active_to = 'validation.before_start'
  else if (
    to !== null &&
    to !== before?.to &&
    to >= addDays(dayBegin(lastSharingDay(today), caller.timezone), 1, caller.timezone)
  )
    faults.active_to = {
      key: 'agreements.too_far',
      values: {
        until: formatDay(lastSharingDay(today)),
      },
    }
  if (!mayBeShared(agreement_id)) faults.agreement_id = 'validation.unknown'
  else if (
    faults.vehicle_id === undefined &&
    faults.active_to === undefined &&
    !(before !== null && isReduction(share, before))
  ) {
    const until = validUntil(
      await ownPeriods(vehicle_id, caller.customer_id, agreement_id, { tx }),
      Math.max(from, Math.min(now, to ?? now)),
    )
    if (until === null) faults.agreement_id = 'agreements.not_held'
    else {
      if (ends !== undefined) to = endOf(ends, caller.timezone, until)
      if (until < (to ?? Number.POSITIVE_INFINITY))
        faults.active_to = {
          key: 'agreements.beyond',
          values: { until: formatDay(dayAt(until, caller.timezone)) },
        }
    }
  }
  return { wanted: { ...share, to }, faults }
}

/** Throws a conflict where the same is already shared. */
export async function requireNotShared(
  { vehicle_id, customer_id, agreement_id, from, to }: Share,
  id: number,
  already: string | Words,
  { tx }: WriteContext,
): Promise<void> {
  const { rows } = await sql`
    select 1 from vehicle_agreements where vehicle_id = ${vehicle_id} and customer_id = ${customer_id} and agreement_id = ${agreement_id} and id <> ${id}
      and tstzrange(active_from, active_to) && tstzrange(${new Date(from)}, ${to === null ? null : new Date(to)}) limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new Problem('conflict', already)
}

async function ownPeriods(
  vehicle_id: number,
  customer_id: number,
  agreement_id: number,
  { tx }: Pick<WriteContext, 'tx'>,
) {
  const rows = await tx
    .selectFrom('vehicle_agreements')
    .select(['active_from', 'active_to'])
    .where('vehicle_id', '=', vehicle_id)
    .where('customer_id', '=', customer_id)
    .where('agreement_id', '=', agreement_id)
    .execute()
  return rows.map(r => ({ from: r.active_from.getTime(), to: r.active_to?.getTime() ?? null }))
}
