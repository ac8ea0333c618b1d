// When a report lapses: when a time in it becomes private, or when the agreement ends by which a guest's report contains a vehicle. From then on nobody can open it, and its files are removed.
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { ReportPart } from '@flotta/platform/report.ts'
import { type RawBuilder, sql } from 'kysely'
import { notify } from '../../people/notifications/queries.ts'
import { removeFiles } from './files.ts'
import type { Lapse } from './tables.ts'

/** The longest time that a transaction may take to make a time private. */
const LONGEST_WRITE = '1 hour'

/**
 * SQL of the reason why the report of row `p` (of `reports`) has lapsed, or null.
 * A change counts if it was not visible when the report read its data: by the snapshot of the database, and by its clock, because a restored database numbers its transactions anew.
 */
export const lapseSql = (now: number): RawBuilder<Lapse | null> => sql`case
  when exists (
    select from jsonb_to_recordset(p.told_as_guest) as g(agreements int[], vehicle_ids int[]), unnest(g.vehicle_ids) as told(vehicle_id)
    where not exists (select from vehicle_agreements a where a.vehicle_id = told.vehicle_id and a.customer_id = p.customer_id
      and a.active_from <= ${new Date(now)} and (a.active_to is null or a.active_to > ${new Date(now)})
      and (cardinality(g.agreements) = 0 or a.agreement_id = any(g.agreements)))) then 'agreement'
  when p.tells_places and exists (
    select from private_changes c
    where c.at > p.built_at - ${LONGEST_WRITE}::interval and c.vehicle_id = any(p.told_vehicle_ids)
      and c.period_from < p.period_to and coalesce(c.period_to, 'infinity') > p.period_from
      and (c.at > p.built_at or (p.built_by is not null and not pg_visible_in_snapshot(c.written_by, p.built_by)))) then 'private'
  end`

/** The reason why a report has lapsed, ready or not; null: it has not. */
export async function findLapse(db: Db, id: number, now: number): Promise<Lapse | null> {
  const { rows } = await sql<{
    lapse: Lapse | null
  }>`select ${lapseSql(now)} as lapse from reports p where p.id = ${id}`.execute(db)
  return rows[0]?.lapse ?? null
}

/** Stores the time and the snapshot from which a report reads its data: later changes are not in it. */
export async function markReadingStart({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await sql`update reports set built_at = clock_timestamp(), built_by = pg_current_snapshot() where id = ${id}`.execute(
    db,
  )
}

/** A vehicle that a report contains. */
interface ReportedVehicle {
  readonly vehicle_id: number
  /** The reader is not the owner: the report lapses with the agreement. */
  readonly guest: boolean
  readonly agreements: readonly number[]
}
/** Stores which vehicles a report contains, and by which of a guest's agreements: those of each part that is open on the vehicle. */
export async function noteReportedVehicles(
  { db }: Pick<Context, 'db'>,
  id: number,
  vehicles: readonly ReportedVehicle[],
  parts: readonly Pick<ReportPart, 'agreements'>[],
  tells_places: boolean,
): Promise<void> {
  const guestVehicles = vehicles.filter(({ guest }) => guest)
  const shares = parts.flatMap(({ agreements }) => {
    const sharedVehicles = guestVehicles.filter(
      ({ agreements: vehicleAgreements }) =>
        agreements.length === 0 || agreements.some(id => vehicleAgreements.includes(id)),
    )
    return sharedVehicles.length === 0
      ? []
      : [
          {
            agreements: [...agreements],
            vehicle_ids: sharedVehicles.map(({ vehicle_id }) => vehicle_id),
          },
        ]
  })
  await db
    .updateTable('reports')
    .set({
      told_vehicle_ids: vehicles.map(({ vehicle_id }) => vehicle_id),
      told_as_guest: JSON.stringify(shares),
      tells_places,
    })
    .where('id', '=', id)
    .execute()
}

/** Reports of one run; the next run continues. */
const MAX_WITHDRAWALS = 200
/** Job: removes the files of lapsed reports, stores the reason, and notifies the requester. */
export async function withdrawReports(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: number; lapse: Lapse }>`
    select id, lapse from (select p.id, ${lapseSql(ctx.now())} as lapse from reports p where p.hash is not null) r where lapse is not null order by id limit ${MAX_WITHDRAWALS}`.execute(
    ctx.db,
  )
  const now = new Date(ctx.now())
  for (const { id, lapse } of rows)
    await ctx.db.transaction().execute(async tx => {
      const { language } = await tx
        .selectFrom('reports')
        .select('language')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const reason = { key: `reports.withdrawn.${lapse}` }
      const report = await tx
        .updateTable('reports')
        .set({ hash: null, withdrawn: lapse, error: ctx.say(language, reason), updated_at: now })
        .where('id', '=', id)
        .where('hash', 'is not', null)
        .returning(['requested_by', 'type'])
        .executeTakeFirst()
      if (report === undefined) return
      await removeFiles(tx, id)
      if (report.requested_by === null) return
      const values = { report: { key: `reports.type.${report.type}` }, reason }
      await notify(
        tx,
        report.requested_by,
        'report',
        { key: 'reports.notice.withdrawn', values, url: '/reports' },
        now.getTime(),
      )
    })
}

/** Private changes are kept a while longer than the files of reports. */
const CHANGES_KEPT = '120 days'
/** Job: removes private changes that are older than every report. */
export async function purgePrivateChanges({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`delete from private_changes where at < now() - ${CHANGES_KEPT}::interval`.execute(db)
}
