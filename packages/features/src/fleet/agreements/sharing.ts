// Shares agreements: which ones on a vehicle of its own a customer shares, with whom, from when to when.

import { invalid, Problem, type Words } from '@flotta/core/problem.ts'
import { dayAt, dayBegin } from '@flotta/core/zones.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import type { SharingsForm } from './contract.ts'
import { beginOf, endOf } from './rules.ts'
import './tables.ts'
import { requireNotShared, type Share, type Values, validateShare } from './sharing-checks.ts'

export interface SharingRow {
  readonly id: number
  readonly vehicle_id: number
  /** The customer that it is shared with. */
  readonly guest_id: number
  readonly guest_name: string
  readonly agreement_id: number
  readonly active_from: Date
  readonly active_to: Date | null
  /** The owner. */
  readonly customer_id: number
}
/** The agreements that a customer shares on its own vehicles. */
export const sharingsSql = (customer_id: number, now: number): RawBuilder<SharingRow> => sql`
  select a.id, a.vehicle_id, a.customer_id as guest_id, g.name as guest_name, a.agreement_id, a.active_from, a.active_to, ${customer_id}::int4 as customer_id
  from ${visibleVehiclesSql(customer_id, now)} s join vehicle_agreements a on a.vehicle_id = s.vehicle_id join customers g on g.id = a.customer_id
  where s.owner and a.customer_id <> ${customer_id} and g.deleted_at is null`

export const sharingRecord = ({
  id,
  vehicle_id,
  guest_id,
  guest_name,
  agreement_id,
  active_from,
  active_to,
}: SharingRow) => ({
  id,
  vehicle_id,
  customer_id: guest_id,
  customer_name: guest_name,
  agreement_id,
  active_from: active_from.toISOString(),
  active_to: active_to?.toISOString() ?? null,
})

/**
 * Creates a sharing.
 * @returns the new record's id
 */
export async function createShare(values: Values, writing: WriteContext): Promise<number> {
  const { wanted: share, faults } = await validateShare(
    newShare(values, writing),
    values.active_to,
    null,
    writing,
  )
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return insertShare(share, 'agreements.already', writing)
}

/** Shares several agreements at once, all or none; each error names its agreement. */
export async function shareMany(
  { agreement_ids, ...values }: z.output<typeof SharingsForm>,
  nameOf: (agreement_id: number) => string,
  writing: WriteContext,
): Promise<number[]> {
  const all: { readonly name: string; readonly wanted: Share }[] = []
  const faults: Record<string, Words[]> = {}
  for (const agreement_id of new Set(agreement_ids)) {
    const name = nameOf(agreement_id)
    const { wanted: share, faults: shareFaults } = await validateShare(
      newShare({ ...values, agreement_id }, writing),
      values.active_to,
      null,
      writing,
    )
    all.push({ name, wanted: share })
    for (const [field, fault] of Object.entries(shareFaults)) {
      const { key, values: faultValues }: Words = typeof fault === 'string' ? { key: fault } : fault
      const namedKey = namedFaultKeys[key]
      const formField = field === 'agreement_id' ? 'agreement_ids' : field
      const list = faults[formField] ?? []
      faults[formField] = list
      if (namedKey !== undefined) list.push({ key: namedKey, values: { ...faultValues, name } })
      else if (list.length === 0) list.push({ key })
    }
  }
  if (Object.keys(faults).length > 0) throw new Problem('invalid', 'api.invalid', faults)
  const ids: number[] = []
  for (const { name, wanted: share } of all)
    ids.push(await insertShare(share, { key: 'agreements.already_of', values: { name } }, writing))
  return ids
}
/** The key of an error → the key of the same error with the name of the agreement. */
const namedFaultKeys: Readonly<Record<string, string>> = {
  'agreements.not_held': 'agreements.not_held_of',
  'agreements.beyond': 'agreements.beyond_of',
}

export async function updateShare(
  id: number,
  values: { readonly [K in keyof Values]?: Values[K] | undefined },
  writing: WriteContext,
): Promise<void> {
  const { tx, caller } = writing
  const row = await tx
    .selectFrom('vehicle_agreements')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { vehicle_id, customer_id, agreement_id } = row
  const before = {
    id,
    vehicle_id,
    customer_id,
    agreement_id,
    from: row.active_from.getTime(),
    to: row.active_to?.getTime() ?? null,
  }
  const { active_from, active_to, ...ids } = values
  const begin = active_from === undefined ? undefined : beginOf(active_from, caller.timezone)
  const times = withoutUndefined({
    // sending the unchanged first day is not a new beginning
    from:
      begin !== undefined &&
      begin === dayBegin(dayAt(before.from, caller.timezone), caller.timezone)
        ? before.from
        : begin,
    to: active_to === undefined ? undefined : endOf(active_to, caller.timezone),
  })
  const { wanted: share, faults } = await validateShare(
    {
      vehicle_id,
      customer_id,
      agreement_id,
      from: before.from,
      to: before.to,
      ...withoutUndefined(ids),
      ...times,
    },
    active_to,
    before,
    writing,
  )
  if (Object.keys(faults).length > 0) throw invalid(faults)
  await requireNotShared(share, id, 'agreements.already', writing)
  await tx.updateTable('vehicle_agreements').set(columnsOf(share)).where('id', '=', id).execute()
}

const newShare = (
  { active_from, active_to, ...ids }: Values,
  { caller: { timezone } }: WriteContext,
): Share => ({
  ...ids,
  from: beginOf(active_from, timezone),
  to: endOf(active_to, timezone),
})
const columnsOf = ({ from, to, ...ids }: Share) => ({
  ...ids,
  active_from: new Date(from),
  active_to: to === null ? null : new Date(to),
})
async function insertShare(
  share: Share,
  already: string | Words,
  writing: WriteContext,
): Promise<number> {
  await requireNotShared(share, 0, already, writing)
  return (
    await writing.tx
      .insertInto('vehicle_agreements')
      .values(columnsOf(share))
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}
