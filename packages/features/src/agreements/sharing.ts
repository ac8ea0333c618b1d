// Giving an agreement on: what the owner of a vehicle shares of it, with whom, from when to when (decisions 4, S §5 "Sharing card").
import { invalid, Problem, type Words } from '@flotta/core/problem.ts'
import { given, type Writing } from '@flotta/platform/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { ownVehicle, seenVehicles } from '../access/vehicles.ts'
import { partnersOf } from '../customers/queries.ts'
import { agreement, agreementIds, type SharingForm } from './contract.ts'
import { beginOf, endOf, heldUntil } from './rules.ts'
import './tables.ts'

export interface SharingRow {
  readonly id: number
  readonly vehicle_id: number
  /** Whom it is given to. */
  readonly guest_id: number
  readonly agreement_id: number
  readonly active_from: Date
  readonly active_to: Date | null
  /** The owner's. */
  readonly customer_id: number
}
/** What a customer has given away of its own vehicles. */
export const sharedBy = (customer_id: number, now: number): RawBuilder<SharingRow> => sql`
  select a.id, a.vehicle_id, a.customer_id as guest_id, a.agreement_id, a.active_from, a.active_to, ${customer_id}::int4 as customer_id
  from ${seenVehicles(customer_id, now)} s join vehicle_agreements a on a.vehicle_id = s.vehicle_id join customers g on g.id = a.customer_id
  where s.owner and a.customer_id <> ${customer_id} and g.deleted_at is null`

export const sharingRecord = ({ id, vehicle_id, guest_id, agreement_id, active_from, active_to }: SharingRow) => ({
  id,
  vehicle_id,
  customer_id: guest_id,
  agreement_id,
  active_from: active_from.toISOString(),
  active_to: active_to?.toISOString() ?? null,
})

/** Every agreement but the right to share itself. */
const mayBeShared = (agreement_id: number): boolean => agreementIds.includes(agreement_id) && agreement_id !== agreement.eyeshare

type Values = z.output<typeof SharingForm>
interface Share {
  readonly vehicle_id: number
  readonly customer_id: number
  readonly agreement_id: number
  readonly from: number
  readonly to: number | null
}
const timesOf = ({ active_from, active_to }: { readonly [K in keyof Values]?: Values[K] | undefined }, zone: string) =>
  given({ from: active_from === undefined ? undefined : beginOf(active_from, zone), to: active_to === undefined ? undefined : endOf(active_to, zone) })

/** @returns the new record's id */
export async function share(values: Values, writing: Writing): Promise<number> {
  const { vehicle_id, customer_id, agreement_id } = values
  const { timezone } = writing.caller
  const wanted: Share = { vehicle_id, customer_id, agreement_id, from: beginOf(values.active_from, timezone), to: endOf(values.active_to, timezone) }
  await mustBeAllowed(wanted, null, writing)
  const { id } = await writing.tx.insertInto('vehicle_agreements').values(columnsOf(wanted)).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function reshare(id: number, values: { readonly [K in keyof Values]?: Values[K] | undefined }, writing: Writing): Promise<void> {
  const { tx, caller } = writing
  const row = await tx.selectFrom('vehicle_agreements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { vehicle_id, customer_id, agreement_id } = row
  const before: Share = { vehicle_id, customer_id, agreement_id, from: row.active_from.getTime(), to: row.active_to?.getTime() ?? null }
  const { active_from: _, active_to: __, ...ids } = values
  const wanted: Share = { ...before, ...given(ids), ...timesOf(values, caller.timezone) }
  await mustBeAllowed(wanted, { ...before, id }, writing)
  await tx.updateTable('vehicle_agreements').set(columnsOf(wanted)).where('id', '=', id).execute()
}

const columnsOf = ({ from, to, ...ids }: Share) => ({ ...ids, active_from: new Date(from), active_to: to === null ? null : new Date(to) })

/** Whether nothing is given that was not given before. */
const isLess = (wanted: Share, before: Share): boolean =>
  wanted.vehicle_id === before.vehicle_id &&
  wanted.agreement_id === before.agreement_id &&
  wanted.from >= before.from &&
  (before.to === null || (wanted.to !== null && wanted.to <= before.to))

/** Throws `invalid` for what is not the owner's to give, a conflict for what is given already. */
async function mustBeAllowed(wanted: Share, before: (Share & { readonly id: number }) | null, { tx, caller, ctx }: Writing): Promise<void> {
  const { vehicle_id, customer_id, agreement_id, from, to } = wanted
  const faults: Record<string, string | Words> = {}
  // whoever shares the same vehicle at the same moment comes after
  await sql`select 1 from ${sql.table('vehicles')} where id = ${vehicle_id} for no key update`.execute(tx)
  if ((await ownVehicle(vehicle_id, caller, { db: tx })) === null) faults.vehicle_id = 'validation.unknown'
  if (
    customer_id !== before?.customer_id &&
    (await sql`select 1 from ${partnersOf(caller.customer_id)} p where p.id = ${customer_id}`.execute(tx)).rows.length === 0
  )
    faults.customer_id = 'validation.unknown'
  if (to !== null && to <= from) faults.active_to = 'validation.before_start'
  const now = ctx.now()
  if (!mayBeShared(agreement_id)) faults.agreement_id = 'validation.unknown'
  else if (faults.vehicle_id === undefined && faults.active_to === undefined && !(before !== null && isLess(wanted, before))) {
    const until = heldUntil(await ownPeriods(vehicle_id, caller.customer_id, agreement_id, { tx }), Math.max(from, Math.min(now, to ?? now)))
    if (until === null) faults.agreement_id = 'agreements.not_held'
    else if (until < (to ?? Number.POSITIVE_INFINITY)) faults.active_to = { key: 'agreements.beyond', values: { until: dayIn(until, caller.timezone) } }
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const already = await sql`
    select 1 from vehicle_agreements where vehicle_id = ${vehicle_id} and customer_id = ${customer_id} and agreement_id = ${agreement_id} and id <> ${before?.id ?? 0}
      and tstzrange(active_from, active_to) && tstzrange(${new Date(from)}, ${to === null ? null : new Date(to)}) limit 1`.execute(tx)
  if (already.rows.length > 0) throw new Problem('conflict', 'agreements.already')
}

async function ownPeriods(vehicle_id: number, customer_id: number, agreement_id: number, { tx }: Pick<Writing, 'tx'>) {
  const rows = await tx
    .selectFrom('vehicle_agreements')
    .select(['active_from', 'active_to'])
    .where('vehicle_id', '=', vehicle_id)
    .where('customer_id', '=', customer_id)
    .where('agreement_id', '=', agreement_id)
    .execute()
  return rows.map(r => ({ from: r.active_from.getTime(), to: r.active_to?.getTime() ?? null }))
}

/** DD/MM/YYYY (P §9). */
const dayIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(at)
