// Raises the alert of shared agreements that end soon, for all customers.
import { DAY } from '@flotta/core/time.ts'
import type { Db } from '@flotta/platform/db.ts'
import { every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type Holding, hold, tellAlerts } from '../../alerts/incidents/conditions.ts'
import { WARN_DAYS } from '../../fleet/agreements/rules.ts'
import { alerts } from './alerts.ts'
import { endsSoon, endsSoonSince } from './rules.ts'

interface SubAgreement {
  readonly vehicle_id: number
  readonly customer_id: number
  readonly agreement_id: number
  readonly active_from: Date
  readonly active_to: Date
  readonly timezone: string
}
/** The shared agreements that may end soon, the first to end first. Selects generously: a day has up to 25 hours, and time zones differ by a day. */
const subAgreements = (db: Db, now: number) =>
  sql<SubAgreement>`
    select a.vehicle_id, a.customer_id, a.agreement_id, a.active_from, a.active_to, o.timezone
    from vehicle_agreements a join vehicles v on v.id = a.vehicle_id join customers o on o.id = v.customer_id
    where a.active_to > ${new Date(now)} and a.active_to < ${new Date(now + (WARN_DAYS + 2) * DAY)} and a.active_from <= ${new Date(now)}
      and v.customer_id <> a.customer_id and v.deleted_at is null and o.deleted_at is null
    order by a.active_to, a.id`.execute(db)

/** For each vehicle the agreement that ends first. */
async function endingSubAgreements(db: Db, now: number): Promise<Omit<Holding, 'alert_id'>[]> {
  const { rows } = await subAgreements(db, now)
  const first = new Map<number, Omit<Holding, 'alert_id'>>()
  for (const { vehicle_id, customer_id, agreement_id, active_from, active_to, timezone } of rows) {
    const period = { active_from: active_from.toISOString(), active_to: active_to.toISOString() }
    if (!first.has(vehicle_id) && endsSoon(period, now, timezone))
      first.set(vehicle_id, {
        vehicle_id,
        customer_id: null,
        at: endsSoonSince(period, now),
        data: { agreement_id, customer_id, active_to: period.active_to },
      })
  }
  return [...first.values()]
}

export const jobs: readonly Job[] = [
  every('sub agreements', 60, async ctx => {
    const now = ctx.now()
    const changedVehicles = await ctx.db
      .transaction()
      .execute(async tx =>
        hold(tx, alerts.sub_agreement_ends.id, await endingSubAgreements(tx, now), now),
      )
    await tellAlerts(ctx, changedVehicles)
  }),
]
