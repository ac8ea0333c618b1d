// The figures of a customer, now and at an earlier instant.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { countOpen, countOpenAt } from '../../alerts/incidents/visible-incidents.ts'
import { visibleVehiclesAtSql, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { services } from '../../services/services.ts'
import {
  type Dashboard,
  type Figure,
  TREND_STEP_DAYS,
  TREND_VALUES,
  type Trends,
} from './contract.ts'

interface Counts {
  readonly vehicles: number
  readonly users: number
  readonly customers: number
  readonly reports: number
}
/**
 * Counts rows at an instant.
 * @param vehicles `from` clause of those in service
 * @param existsSql whether a row of users or customers existed
 * @param reportSql whether a report `r` existed
 */
async function countRows(
  { db }: Context,
  customer_id: number,
  vehicles: RawBuilder<unknown>,
  existsSql: RawBuilder<boolean>,
  reportSql: RawBuilder<boolean>,
): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) ${vehicles}) as vehicles,
    (select count(*) from users where customer_id = ${customer_id} and ${existsSql}) as users,
    (select count(*) from customers where parent_id = ${customer_id} and ${existsSql}) as customers,
    (select count(*) from reports r where r.customer_id = ${customer_id} and ${reportSql}) as reports`.execute(
    db,
  )
  return rows[0] ?? { vehicles: 0, users: 0, customers: 0, reports: 0 }
}
const countsNow = (ctx: Context, customer_id: number) =>
  countRows(
    ctx,
    customer_id,
    sql`from ${visibleVehiclesSql(customer_id, ctx.now())} v where not v.retired`,
    sql`deleted_at is null`,
    sql`true`,
  )
/** A vehicle counts as retired since its last change, because its retirement has no date of its own. */
const countsAt = (ctx: Context, customer_id: number, then: number) => {
  const at = new Date(then)
  const existedSql = sql<boolean>`created_at <= ${at} and (deleted_at is null or deleted_at > ${at})`
  const vehicles = sql`from ${visibleVehiclesAtSql(customer_id, then)} s join vehicles v on v.id = s.vehicle_id and (not v.retired or v.updated_at > ${at})`
  return countRows(ctx, customer_id, vehicles, existedSql, sql`r.created_at <= ${at}`)
}

/** Box → feature → its open alerts: every box of every service, also those without alerts. */
function boxes(open: ReadonlyMap<number, number>): Dashboard['services'] {
  const idOf = new Map(alertDefinitions.map(d => [d.code, d.id]))
  return Object.fromEntries(
    services
      .filter(s => s.dashboard_features.length > 0)
      .map(s => [
        s.code,
        Object.fromEntries(
          s.dashboard_features.map(code => [code, open.get(idOf.get(code) ?? 0) ?? 0]),
        ),
      ]),
  )
}

const figure = (now: number, then: number): Figure => ({ total: now, increment: now - then })

/**
 * The figures with their increments.
 * @param then epoch ms from which the increments are counted
 */
export async function figuresOf(
  ctx: Context,
  customer_id: number,
  then: number,
): Promise<Omit<Dashboard, 'news'>> {
  const [count, before, open, [openThen = 0]] = await Promise.all([
    countsNow(ctx, customer_id),
    countsAt(ctx, customer_id, then),
    countOpen(ctx, customer_id),
    countOpenAt(ctx, customer_id, [then]),
  ])
  const alerts = [...open.values()].reduce((sum, n) => sum + n, 0)
  return {
    alerts: figure(alerts, openThen),
    vehicles: figure(count.vehicles, before.vehicles),
    users: figure(count.users, before.users),
    reports: figure(count.reports, before.reports),
    customers: figure(count.customers, before.customers),
    services: boxes(open),
  }
}

/** Computes one moment after the other: nobody waits for a trend, and the database is needed for other things. */
export async function trendsOf(ctx: Context, customer_id: number): Promise<Trends> {
  const moments = Array.from(
    { length: TREND_VALUES },
    (_, i) => ctx.now() - (TREND_VALUES - 1 - i) * TREND_STEP_DAYS * DAY,
  )
  const lines: Trends = {
    alerts: await countOpenAt(ctx, customer_id, moments),
    vehicles: [],
    users: [],
    reports: [],
    customers: [],
  }
  for (const then of moments) {
    const count = await countsAt(ctx, customer_id, then)
    for (const name of ['vehicles', 'users', 'reports', 'customers'] as const)
      lines[name].push(count[name])
  }
  return lines
}
