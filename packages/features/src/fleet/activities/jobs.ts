// Derives activities from the cards that devices read, and derives them again where late records change the identifications.
import { groupBy } from '@flotta/core/group-by.ts'
import { matchSpans } from '@flotta/core/spans.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { lockActivities } from '../drivers/queries.ts'
import { insertActivity } from './changes.ts'
import { type Activity, activitiesFrom, type Identification } from './rules.ts'
import './tables.ts'

/** Most marks that one run takes. */
const MARKS_PER_RUN = 10_000

interface Mark {
  readonly id: number
  readonly vehicle_id: number
  readonly from_at: Date
  /** null: the vehicle was deleted. */
  readonly customer_id: number | null
}

/** Derives the activities of all marked vehicles, one customer after the other. */
export async function deriveActivities(ctx: Context): Promise<void> {
  const { rows } = await sql<Mark>`
    select m.id, m.vehicle_id, m.from_at, v.customer_id from driver_marks m left join vehicles v on v.id = m.vehicle_id order by m.id limit ${MARKS_PER_RUN}`.execute(
    ctx.db,
  )
  const failures: unknown[] = []
  for (const [customer_id, marks] of groupBy(rows, m => m.customer_id)) {
    const derivation = ctx.db.transaction().execute(async tx => {
      if (customer_id !== null) await deriveForCustomer(tx, customer_id, marks, ctx.now())
      await tx
        .deleteFrom('driver_marks')
        .where(
          'id',
          'in',
          marks.map(m => m.id),
        )
        .execute()
    })
    // a failure of one customer does not stop the others
    await derivation.catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'activities were not drawn from cards; trying again')
}

interface StoredActivity extends Activity {
  readonly id: number
}
const epochMsSql = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

async function deriveForCustomer(
  tx: Tx,
  customer_id: number,
  marks: readonly Mark[],
  now: number,
): Promise<void> {
  await lockActivities(tx, customer_id)
  const from = new Date(Math.min(...marks.map(m => m.from_at.getTime())))
  const vehicle_ids = [...new Set(marks.map(m => m.vehicle_id))]
  await sql`update driver_identifications i set customer_id = ${customer_id}, driver_id = (
      select d.id from drivers d where d.customer_id = ${customer_id} and d.ibutton_key = i.ibutton_key and d.active = 1 and d.deleted_at is null)
    where i.vehicle_id = any(${vehicle_ids}::int4[]) and i.customer_id is null`.execute(tx)
  const { rows: identifications } = await sql<Identification>`
    select vehicle_id, ${epochMsSql('at')} as at, driver_id from driver_identifications where customer_id = ${customer_id} and at >= ${from} order by at, vehicle_id`.execute(
    tx,
  )
  const { rows } = await sql<StoredActivity & { readonly origin: 'person' | 'device' }>`
    select id, vehicle_id, driver_id, ${epochMsSql('period_from')} as from, ${epochMsSql('period_to')} as to, origin from driver_activities
    where customer_id = ${customer_id} and (period_to is null or period_to >= ${from}) order by period_from, id`.execute(
    tx,
  )
  const storedActivities = rows.filter(r => r.origin === 'device')
  const enteredByPerson = rows.filter(r => r.origin === 'person')
  const open = storedActivities
    .filter(k => k.from < from.getTime())
    .map(({ vehicle_id, driver_id, from }) => ({ vehicle_id, driver_id, from }))
  await replaceActivities(
    tx,
    customer_id,
    storedActivities,
    activitiesFrom(identifications, open, enteredByPerson),
    now,
  )
}

/** Writes only the rows that differ. A row that goes on keeps its id. */
async function replaceActivities(
  tx: Tx,
  customer_id: number,
  storedActivities: readonly StoredActivity[],
  newActivities: readonly Activity[],
  now: number,
): Promise<void> {
  const updated_at = new Date(now)
  const spanOf = ({ from, to }: Activity) => ({ from, to: to ?? Number.POSITIVE_INFINITY })
  const who = ({ vehicle_id, driver_id }: Activity) => `${vehicle_id} ${driver_id}`
  const keptBy = groupBy(storedActivities, who)
  const survivors = new Set<number>()
  const updates: StoredActivity[] = []
  const fresh: Activity[] = []
  for (const [key, wantedOfPair] of groupBy(newActivities, who)) {
    const storedOfPair = keptBy.get(key) ?? []
    const ids = matchSpans(storedOfPair.map(spanOf), wantedOfPair.map(spanOf))
    wantedOfPair.forEach((activity, i) => {
      const before = storedOfPair[ids[i] ?? -1]
      if (before === undefined) fresh.push(activity)
      else {
        survivors.add(before.id)
        if (before.from !== activity.from || before.to !== activity.to)
          updates.push({ ...activity, id: before.id })
      }
    })
  }
  const removedIds = storedActivities.filter(k => !survivors.has(k.id)).map(k => k.id)
  if (removedIds.length + updates.length + fresh.length === 0) return
  // two activities may overlap until the last row is written
  await sql`set constraints driver_activities_vehicle, driver_activities_driver deferred`.execute(
    tx,
  )
  const instant = (at: number | null) => (at === null ? null : new Date(at))
  if (removedIds.length > 0)
    await tx.deleteFrom('driver_activities').where('id', 'in', removedIds).execute()
  for (const { id, from, to } of updates)
    await tx
      .updateTable('driver_activities')
      .set({ period_from: new Date(from), period_to: instant(to), updated_at })
      .where('id', '=', id)
      .execute()
  for (const activity of fresh)
    await insertActivity(tx, { ...activity, customer_id, origin: 'device' }, now)
  await sql`set constraints driver_activities_vehicle, driver_activities_driver immediate`.execute(
    tx,
  )
}

export const jobs: readonly Job[] = [every('driver activities', 1, deriveActivities)]
