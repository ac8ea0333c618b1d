// Reads and writes scheduled reports, and reads their runs.

import { invalid, Problem } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { requireFleet } from '../../fleet/fleets/queries.ts'
import { namedServices } from '../reports/request.ts'
import {
  MAX_SCHEDULES,
  type Schedule,
  type ScheduleForm,
  type ScheduleRun,
  type ScheduleRuns,
  SHOWN_RUNS,
} from './contract.ts'
import { nextRun, type Plan } from './rules.ts'
import './tables.ts'

type Values = z.output<typeof ScheduleForm>
type Changes = { readonly [K in keyof Values]?: Values[K] | undefined }
type Subject = Pick<Values, 'about' | 'vehicle_id' | 'fleet_id'>

/** A subquery of a customer's schedules. A vehicle that the customer no longer sees and a fleet that was removed are null. */
export const scheduleRows = (customer_id: number, now: number): RawBuilder<unknown> => sql`
  select s.id, s.customer_id, s.name, s.type, s.services, s.about, v.vehicle_id, f.id as fleet_id, coalesce(v.plate, f.code) as about_name,
    s.every, s.hour, s.recipients, s.language, s.active::int as active
  from report_schedules s left join ${visibleVehiclesSql(customer_id, now)} v on v.vehicle_id = s.vehicle_id left join fleets f on f.id = s.fleet_id
  where s.customer_id = ${customer_id}`

/** Checks that the vehicle or fleet is the customer's, and drops what `about` does not name. Throws `invalid`. */
async function checkSubject(
  tx: Tx,
  customer_id: number,
  { about, vehicle_id, fleet_id }: Subject,
  now: number,
): Promise<Subject> {
  if (about === 'vehicle') {
    if (vehicle_id === null) throw invalid({ vehicle_id: 'validation.required' })
    const { rows } =
      await sql`select 1 from ${visibleVehiclesSql(customer_id, now, [vehicle_id])} s`.execute(tx)
    if (rows.length === 0) throw invalid({ vehicle_id: 'validation.unknown' })
    return { about, vehicle_id, fleet_id: null }
  }
  if (about === 'fleet') {
    if (fleet_id === null) throw invalid({ fleet_id: 'validation.required' })
    await requireFleet(tx, customer_id, fleet_id)
    return { about, vehicle_id: null, fleet_id }
  }
  return { about, vehicle_id: null, fleet_id: null }
}

export async function createSchedule(
  tx: Tx,
  { customer_id, user_id }: Pick<Caller, 'customer_id' | 'user_id'>,
  values: Values & Pick<Schedule, 'language'>,
  now: number,
): Promise<number> {
  await sql`select 1 from customers where id = ${customer_id} for no key update`.execute(tx)
  namedServices(values.type, values.services)
  const { total } = await tx
    .selectFrom('report_schedules')
    .select(q => q.fn.countAll<number>().as('total'))
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (total >= MAX_SCHEDULES)
    throw new Problem('conflict', { key: 'schedules.limit', values: { max: MAX_SCHEDULES } })
  const { id } = await tx
    .insertInto('report_schedules')
    .values({
      ...values,
      ...(await checkSubject(tx, customer_id, values, now)),
      customer_id,
      user_id,
      active: values.active === 1,
      since: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a schedule. When it is switched on or gets another rhythm or hour, it begins with its next run, and earlier ones are not made. */
export async function updateSchedule(
  tx: Tx,
  customer_id: number,
  id: number,
  changes: Changes,
  now: number,
): Promise<void> {
  const before = await tx
    .selectFrom('report_schedules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { about, vehicle_id, fleet_id, active, ...rest } = changes
  namedServices(rest.type ?? before.type, rest.services ?? before.services)
  const isSubjectGiven = about !== undefined || vehicle_id !== undefined || fleet_id !== undefined
  const subject = {
    about: about ?? before.about,
    vehicle_id: vehicle_id === undefined ? before.vehicle_id : vehicle_id,
    fleet_id: fleet_id === undefined ? before.fleet_id : fleet_id,
  }
  const again =
    (active === 1 && !before.active) ||
    (rest.every !== undefined && rest.every !== before.every) ||
    (rest.hour !== undefined && rest.hour !== before.hour)
  await tx
    .updateTable('report_schedules')
    .set({
      ...withoutUndefined(rest),
      ...(isSubjectGiven && (await checkSubject(tx, customer_id, subject, now))),
      ...(active !== undefined && { active: active === 1 }),
      ...(again && { since: new Date(now) }),
      updated_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}

export const removeSchedule = async (tx: Tx, id: number): Promise<void> =>
  void (await tx.deleteFrom('report_schedules').where('id', '=', id).execute())

/** The last runs of the customer's schedules, or of one of them, and the next run of each. */
export async function scheduleRunsOf(
  { db, now, say }: Pick<Context, 'now' | 'say'> & { readonly db: Db | Tx },
  { customer_id, timezone }: Pick<Caller, 'customer_id' | 'timezone'>,
  language: Schedule['language'],
  id?: number,
): Promise<ScheduleRuns[]> {
  const plans = await db
    .selectFrom('report_schedules')
    .select(['id', 'every', 'hour', 'active'])
    .where('customer_id', '=', customer_id)
    .$if(id !== undefined, q => q.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute()
  const rankedRuns = db
    .selectFrom('report_schedule_runs as r')
    .selectAll('r')
    .select(
      sql<number>`row_number() over (partition by r.schedule_id order by r.due_at desc)`.as('nth'),
    )
    .where('r.customer_id', '=', customer_id)
  const runs = await db
    .selectFrom(rankedRuns.as('r'))
    .selectAll()
    .where('nth', '<=', SHOWN_RUNS)
    .orderBy('due_at', 'desc')
    .execute()
  const ids = runs.flatMap(r => r.mail_ids)
  const mails = ids.length === 0 ? [] : await mailStates(db, ids)
  return plans.map(plan => ({
    schedule_id: plan.id,
    next_at: plan.active ? instantOf(nextRun({ ...plan, timezone } satisfies Plan, now())) : null,
    runs: runs
      .filter(r => r.schedule_id === plan.id)
      .map(r => ({
        due_at: r.due_at.toISOString(),
        period_from: r.period_from.toISOString(),
        period_to: r.period_to.toISOString(),
        state: r.state === 'making' && r.mails_at !== null ? 'waiting' : r.state,
        mails_at: r.state === 'making' && r.mails_at !== null ? r.mails_at.toISOString() : null,
        error: r.error === null ? null : say(language, r.error),
        report_id: r.report_id,
        mails: mails
          .filter(m => r.mail_ids.includes(m.id))
          .map(({ recipient, state }) => ({ recipient, state })),
      })),
  }))
}

type MailState = ScheduleRun['mails'][number]
async function mailStates(
  db: Db | Tx,
  ids: readonly number[],
): Promise<(MailState & { readonly id: number })[]> {
  const { rows } = await sql<MailState & { readonly id: number }>`
    select id, recipient, case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
    from mails where id = any(${ids}::int4[]) order by id`.execute(db)
  return rows
}
