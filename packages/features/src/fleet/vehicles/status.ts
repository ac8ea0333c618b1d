// The facts that decide a vehicle's status, and the joins that read them: shared by pins, lists and statistics.
import type { Access } from '@flotta/core/kinds.ts'
import type { MotionState } from '@flotta/core/telemetry.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { maySee, visibleRanges } from '../access/rules.ts'
import type { Status } from './contract.ts'
import { type ConnectionFacts, connectionStatusOf, REPORTING_INTERVAL } from './rules.ts'

/** Joins for `v` (vehicles): `t` its state, `d` its device now, `k` that device's connection. */
export const factJoins = (now: number): RawBuilder<unknown> => {
  const at = new Date(now)
  return sql`
    left join vehicle_state t on t.vehicle_id = v.id
    left join device_mounts m on m.vehicle_id = v.id and m.mounted_from <= ${at} and (m.mounted_to is null or m.mounted_to > ${at})
    left join devices d on d.id = m.device_id and d.deleted_at is null
    left join connections k on k.device_id = d.id`
}
/** A column of a query over these joins: its value, and a stamp that changes whenever the value may have changed. */
export interface StampedColumn {
  readonly value: RawBuilder<unknown>
  readonly versions: readonly RawBuilder<unknown>[]
}
const readFrom =
  (...versions: readonly RawBuilder<unknown>[]) =>
  (value: RawBuilder<unknown>): StampedColumn => ({ value, versions })
/** A row that is written gets a new xmin. */
const [state, mount, connection] = [sql`t.xmin`, [sql`m.device_id`, sql`m.xmin`], sql`k.xmin`]
/** Columns by the rows from which they are read. */
export const stateColumn = readFrom(state)
export const deviceColumn = readFrom(...mount, sql`d.xmin`)
const connectionColumn = readFrom(...mount, connection)
export const stateAndConnectionColumn = readFrom(state, ...mount, connection)

export const selectList = (columns: Readonly<Record<string, StampedColumn>>): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([name, { value }]) => sql`${value} as ${sql.ref(name)}`))
/** The name of the unit: its own code, else its IMEI; null without a unit. */
export const unitCode = sql<string | null>`coalesce(d.unit_code, d.imei)`
/** Times as epoch ms. */
export const stampedFactColumns: Readonly<Record<keyof FactRow, StampedColumn>> = {
  connection_open: connectionColumn(sql`k.device_id is not null and k.closed_at is null`),
  last_seen: connectionColumn(sql`date_part('epoch', k.last_seen_at) * 1000`),
  last_message: stateColumn(sql`date_part('epoch', t.message_datetime) * 1000`),
  last_ignition: stateColumn(sql`t.ignition`),
  last_motion: stateColumn(sql`t.motion`),
  last_motion_since: stateColumn(sql`date_part('epoch', t.motion_since) * 1000`),
  reporting_interval: deviceColumn(sql`d.reporting_interval`),
  profile: deviceColumn(sql`d.profile`),
}
export const factColumns = selectList(stampedFactColumns)
export interface FactRow {
  readonly connection_open: boolean
  readonly last_seen: number | null
  readonly last_message: number | null
  readonly last_ignition: boolean | null
  readonly last_motion: MotionState | null
  readonly last_motion_since: number | null
  readonly reporting_interval: number | null
  readonly profile: string | null
}

export function factsOf(ctx: Pick<Context, 'profiles'>, row: FactRow): ConnectionFacts {
  return {
    connection_open: row.connection_open,
    last_seen_at:
      row.last_seen === null ? row.last_message : Math.max(row.last_seen, row.last_message ?? 0),
    last_message_at: row.last_message,
    ignition: row.last_ignition,
    reporting_interval:
      row.reporting_interval ??
      (row.profile === null ? undefined : ctx.profiles.get(row.profile)?.reporting_interval) ??
      REPORTING_INTERVAL,
  }
}
export const statusOf = (ctx: Pick<Context, 'profiles'>, row: FactRow, now: number): Status =>
  connectionStatusOf(factsOf(ctx, row), now)

/**
 * What the vehicle does, as far as the caller may see it. `motion_since` is not before the time that the caller may see, so that it reveals nothing of a
 * private time before.
 */
export function shownMotion(
  row: Pick<FactRow, 'last_message' | 'last_motion' | 'last_motion_since'>,
  access: Access,
): { readonly motion: MotionState; readonly motion_since: string } | null {
  const { last_message, last_motion, last_motion_since } = row
  if (last_motion === null || last_motion_since === null || last_message === null) return null
  if (!maySee('motion', access, last_message)) return null
  const visible = visibleRanges('motion', access, last_motion_since, last_message).at(-1)
  return visible === undefined
    ? null
    : { motion: last_motion, motion_since: instantOf(visible.from) }
}
