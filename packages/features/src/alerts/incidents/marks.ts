// The marks that people set on incidents: acknowledged, taken back, assigned. The trail keeps each with its author.
import { invalid } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { notify } from '../../people/notifications/queries.ts'
import { alertDefinition, alertWords } from './catalogue.ts'
import { SNOOZE_MAX_DAYS, type TrailAction } from './contract.ts'
import { incidentsOf, type PastRow } from './visible-incidents.ts'
import './tables.ts'

type Who = Pick<Caller, 'customer_id' | 'user_id'>

/** The incidents of these ids, newest first. Throws `invalid` when the customer may not see one of them. */
export async function mustBeIncidents(
  { db, now }: Pick<Context, 'now'> & { readonly db: Db | Tx },
  customer_id: number,
  ids: readonly string[],
): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select o.* from ${incidentsOf(customer_id, now(), sql<boolean>`i.id = any(${ids}::uuid[])`)} o order by o.opened_at desc, o.id`.execute(
    db,
  )
  if (rows.length !== new Set(ids).size) throw invalid({ ids: 'validation.unknown' })
  return rows
}

/** The same order everywhere, so that two people who mark the same incidents never deadlock. */
const idsInOrder = (rows: readonly PastRow[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Writes an entry to the trail of each of these incidents. */
async function note(
  tx: Tx,
  { customer_id, user_id }: Who,
  ids: readonly string[],
  markEntry: {
    readonly action: Exclude<TrailAction, 'escalated'>
    readonly comment?: string | null
    readonly assigned_to?: number | null
    readonly until?: Date | null
  },
  now: number,
): Promise<void> {
  await sql`insert into incident_trail (customer_id, incident_id, vehicle_id, at, said_by, user_name, action, comment, assigned_to, assigned_name, until)
    select m.customer_id, m.incident_id, m.vehicle_id, ${new Date(now)}, ${user_id}, (select name from users where id = ${user_id}), ${markEntry.action}, ${markEntry.comment ?? null},
      ${markEntry.assigned_to ?? null}::int4, (select name from users where id = ${markEntry.assigned_to ?? null}::int4), ${markEntry.until ?? null}::timestamptz
    from incident_marks m where m.customer_id = ${customer_id} and m.incident_id = any(${ids}::uuid[]) order by m.incident_id`.execute(
    tx,
  )
}

/** The first acknowledgement stays; with `comment` undefined the comment stays. A mark that changes nothing adds no entry to the trail. */
export async function acknowledge(
  ctx: Context,
  who: Who,
  ids: readonly string[],
  {
    acknowledged,
    comment,
  }: { readonly acknowledged: boolean; readonly comment?: string | null | undefined },
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    const rows = idsInOrder(await mustBeIncidents({ ...ctx, db: tx }, who.customer_id, ids))
    const commentOrNull = comment === undefined ? null : comment || null
    const { rows: changedMarks } = await sql<{ incident_id: string }>`
      insert into incident_marks as m (customer_id, incident_id, vehicle_id, acknowledged_by, acknowledged_at, comment, updated_at)
      select ${who.customer_id}, n.id, n.vehicle_id, ${acknowledged ? who.user_id : null}::int4, ${acknowledged ? new Date(now) : null}::timestamptz, ${commentOrNull}, ${new Date(now)}
      from unnest(${rows.map(r => r.id)}::uuid[], ${rows.map(r => r.vehicle_id)}::int4[]) as n (id, vehicle_id)
      on conflict (customer_id, incident_id) do update set
        acknowledged_by = case when excluded.acknowledged_at is null then null else coalesce(m.acknowledged_by, excluded.acknowledged_by) end,
        acknowledged_at = case when excluded.acknowledged_at is null then null else coalesce(m.acknowledged_at, excluded.acknowledged_at) end,
        comment = case when ${comment === undefined} then m.comment else excluded.comment end, updated_at = excluded.updated_at
      where (m.acknowledged_at is null) is distinct from (excluded.acknowledged_at is null) or (${comment !== undefined} and m.comment is distinct from excluded.comment)
      returning m.incident_id`.execute(tx)
    await note(
      tx,
      who,
      changedMarks.map(c => c.incident_id),
      { action: acknowledged ? 'acknowledged' : 'taken_back', comment: commentOrNull },
      now,
    )
  })
}

/** Assigns incidents and notifies the new assignee in the inbox. Throws `invalid` for a user of another company or without the right to see alerts. */
export async function assign(
  ctx: Context,
  who: Who,
  ids: readonly string[],
  user_id: number | null,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    if (user_id !== null) await mustBeColleague(tx, who.customer_id, user_id)
    const rows = idsInOrder(await mustBeIncidents({ ...ctx, db: tx }, who.customer_id, ids))
    const { rows: changedMarks } = await sql<{ incident_id: string }>`
      insert into incident_marks as m (customer_id, incident_id, vehicle_id, assigned_to, updated_at)
      select ${who.customer_id}, n.id, n.vehicle_id, ${user_id}::int4, ${new Date(now)}
      from unnest(${rows.map(r => r.id)}::uuid[], ${rows.map(r => r.vehicle_id)}::int4[]) as n (id, vehicle_id)
      on conflict (customer_id, incident_id) do update set assigned_to = excluded.assigned_to, updated_at = excluded.updated_at
      where m.assigned_to is distinct from excluded.assigned_to
      returning m.incident_id`.execute(tx)
    const assignedIds = changedMarks.map(c => c.incident_id)
    await note(tx, who, assignedIds, { action: 'assigned', assigned_to: user_id }, now)
    if (user_id !== null && user_id !== who.user_id && assignedIds.length > 0)
      await tellAssigned(
        tx,
        who,
        user_id,
        rows.filter(r => assignedIds.includes(r.id)),
        now,
      )
  })
}

/** Snoozes incidents until a moment; null: ends the snooze. Throws `invalid` for a moment that has passed or is too far ahead. */
export async function snooze(
  ctx: Context,
  who: Who,
  ids: readonly string[],
  until: number | null,
): Promise<void> {
  const now = ctx.now()
  if (until !== null && until <= now) throw invalid({ until: 'incidents.snooze_past' })
  if (until !== null && until > now + SNOOZE_MAX_DAYS * DAY)
    throw invalid({ until: { key: 'incidents.snooze_far', values: { count: SNOOZE_MAX_DAYS } } })
  await ctx.db.transaction().execute(async tx => {
    const rows = idsInOrder(await mustBeIncidents({ ...ctx, db: tx }, who.customer_id, ids))
    const until_at = until === null ? null : new Date(until)
    const { rows: changedMarks } = await sql<{ incident_id: string }>`
      insert into incident_marks as m (customer_id, incident_id, vehicle_id, snoozed_until, snoozed_by, updated_at)
      select ${who.customer_id}, n.id, n.vehicle_id, ${until_at}::timestamptz, ${until === null ? null : who.user_id}::int4, ${new Date(now)}
      from unnest(${rows.map(r => r.id)}::uuid[], ${rows.map(r => r.vehicle_id)}::int4[]) as n (id, vehicle_id)
      on conflict (customer_id, incident_id) do update set
        snoozed_until = excluded.snoozed_until, snoozed_by = excluded.snoozed_by, updated_at = excluded.updated_at
      where m.snoozed_until is distinct from excluded.snoozed_until
      returning m.incident_id`.execute(tx)
    await note(
      tx,
      who,
      changedMarks.map(c => c.incident_id),
      { action: until === null ? 'snooze_ended' : 'snoozed', until: until_at },
      now,
    )
  })
}

async function mustBeColleague(tx: Tx, customer_id: number, user_id: number): Promise<void> {
  const colleague = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('customer_id', '=', customer_id)
    .where('role', '!=', 'printing')
    .where('disabled', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (colleague === undefined) throw invalid({ user_id: 'validation.unknown' })
}

async function tellAssigned(
  tx: Tx,
  who: Who,
  user_id: number,
  rows: readonly PastRow[],
  now: number,
): Promise<void> {
  const { name: by } = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', who.user_id)
    .executeTakeFirstOrThrow()
  const [first] = rows
  const definition = first && alertDefinition(first.alert_id)
  const url = `/active-alerts?assigned=${user_id}`
  if (rows.length === 1 && first !== undefined && definition !== undefined)
    await notify(
      tx,
      user_id,
      'user',
      {
        key: 'incidents.assigned_this',
        values: { by, plate: first.plate, alert: { key: alertWords(definition).description } },
        url,
      },
      now,
    )
  else
    await notify(
      tx,
      user_id,
      'user',
      { key: 'incidents.assigned_these', values: { by, count: rows.length }, url },
      now,
    )
}
