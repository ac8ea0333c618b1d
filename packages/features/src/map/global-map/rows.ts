// The rows behind the pins. Of a whole company only changed rows are read: a row from an earlier query
// is cached, and the database compares its stamp with the present one. So nobody needs to announce a
// change.
import { asColumn, type ColumnValue, numbers } from '@flotta/platform/array-reader.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import {
  deviceColumn,
  type FactRow,
  factJoins,
  type StampedColumn,
  selectList,
  stampedFactColumns,
  stateAndConnectionColumn,
  stateColumn,
  unitCode,
} from '../../fleet/vehicles/status.ts'
import type { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import type { LatestEntry } from '../../telemetry/pipeline/latest.ts'

export interface PinRow extends FactRow {
  readonly vehicle_id: number
  readonly plate: string
  readonly vehicle_type: VehicleType
  readonly vehicle_subtype: VehicleSubtype | null
  readonly serial: string | null
  readonly model: string | null
  readonly color: string | null
  readonly fleet_id: number | null
  readonly unit_code: string | null
  readonly owner: boolean
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
  readonly gps: number | null
  readonly direction: number | null
  readonly speed: number | null
  readonly moving: boolean | null
  readonly temperature: LatestEntry | null
  readonly fridge: LatestEntry | null
  readonly power: LatestEntry | null
  /**
   * `fridge_temperature_sensors_number` and `fridge_compartments_number` of the configuration.
   */
  readonly sensors: string | null
  readonly compartments: string | null
  /** Epoch ms of the last change of anything that a pin shows. */
  readonly changed: number
  /**
   * Changes whenever anything that the row is read from may have changed (`pinColumns`).
   */
  readonly stamp: number
}

/** The row of the vehicle is written often, so its visible columns count instead. */
const visibleColumn = (value: RawBuilder<unknown>): StampedColumn => ({
  value,
  versions: [sql`quote_nullable(${value})`],
})
/** The edited part of the vehicle. */
const editedAt = sql`v.updated_at`
const configuration = (name: string): StampedColumn => ({
  value: sql`v.configurations ->> ${sql.lit(name)}`,
  versions: [editedAt],
})
const changeColumn = stateAndConnectionColumn(
  sql`date_part('epoch', greatest(t.updated_at, v.updated_at, m.mounted_from, k.last_seen_at, k.closed_at)) * 1000`,
)
/** The columns of a pin, each with what its stamp is made of. */
const pinColumns: Readonly<Record<Exclude<keyof PinRow, 'stamp'>, StampedColumn>> = {
  vehicle_id: { value: sql`v.vehicle_id`, versions: [] },
  owner: visibleColumn(sql`v.owner`),
  plate: visibleColumn(sql`v.plate`),
  vehicle_type: visibleColumn(sql`v.vehicle_type`),
  vehicle_subtype: visibleColumn(sql`v.vehicle_subtype`),
  serial: visibleColumn(sql`v.serial`),
  model: visibleColumn(sql`v.model`),
  color: visibleColumn(sql`v.color`),
  fleet_id: visibleColumn(sql`f.fleet_id`),
  unit_code: deviceColumn(unitCode),
  latitude_e7: stateColumn(sql`t.latitude_e7`),
  longitude_e7: stateColumn(sql`t.longitude_e7`),
  gps: stateColumn(sql`date_part('epoch', t.gps_datetime) * 1000`),
  direction: stateColumn(sql`t.direction`),
  speed: stateColumn(sql`t.speed`),
  moving: stateColumn(sql`t.moving`),
  temperature: stateColumn(sql`l.temperature`),
  fridge: stateColumn(sql`l.fridge`),
  power: stateColumn(sql`l.power`),
  sensors: configuration('fridge_temperature_sensors_number'),
  compartments: configuration('fridge_compartments_number'),
  changed: { ...changeColumn, versions: [...changeColumn.versions, editedAt] },
  ...stampedFactColumns,
}
const versions = [...new Set(Object.values(pinColumns).flatMap(column => column.versions))]
/** As many bits as a number holds exactly. */
const STAMP = sql`hashtextextended(format(${sql.lit(versions.map(() => '%s').join(' '))}, ${sql.join(versions)}), 0) & 9007199254740991`
/** @param beside further joins for each vehicle */
const visibleVehicles = (
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
  beside = sql``,
): RawBuilder<unknown> => sql`
  from ${visibleVehiclesSql(customer_id, now, vehicle_ids)} v
  left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.id
  ${factJoins(now)}
  ${beside}
  where not v.retired`

/** `l`: the newest readings that pins show. The JSON of the state is parsed once for all of them. */
const LATEST = sql`left join lateral json_to_record(t.latest) as l(temperature json, fridge json, power json) on true`

/**
 * The rows of the vehicles that a customer sees now (with `vehicle_ids` only of these), by id. Retired
 * vehicles have none.
 */
export async function readRows(
  ctx: Pick<Context, 'db'>,
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    select ${selectList(pinColumns)}, ${STAMP} as stamp
    ${visibleVehicles(customer_id, now, vehicle_ids, LATEST)}
    order by v.vehicle_id`.execute(ctx.db)
  return rows
}

/** A row with the value that its user made from it. */
export interface RowEntry<M> {
  readonly row: PinRow
  value: M | null
}

/** Vehicles in the cache, of all customers together; a customer with more is read completely each time. */
const MOST_ROWS = 60_000

/** The rows of each customer, least recently used first; each customer completely. */
export class RowMemory<M> {
  readonly #kept = new Map<number, Map<number, RowEntry<M>>>()
  readonly #most: number
  #size = 0

  constructor(most = MOST_ROWS) {
    this.#most = most
  }
  get size(): number {
    return this.#size
  }
  clear(): void {
    this.#kept.clear()
    this.#size = 0
  }

  /** The rows of all vehicles that the customer sees now, by id. */
  async rows(ctx: Pick<Context, 'db'>, customer_id: number, now: number): Promise<RowEntry<M>[]> {
    const { rows } = await sql<Record<'ids' | 'stamps', ColumnValue>>`
      select ${sql.raw(asColumn('s.vehicle_id', 'ids'))}, ${sql.raw(asColumn('s.stamp', 'stamps'))}
      from (select v.vehicle_id, ${STAMP} as stamp ${visibleVehicles(customer_id, now)} order by v.vehicle_id) s`.execute(
      ctx.db,
    )
    const [ids, stamps] = [
      numbers.int4(rows[0]?.ids ?? null),
      numbers.int8(rows[0]?.stamps ?? null),
    ]
    const previous = this.#kept.get(customer_id)
    const standing: (RowEntry<M> | null)[] = []
    const changedIds: number[] = []
    for (const [i, id] of ids.entries()) {
      const entry = previous?.get(id)
      standing.push(entry?.row.stamp === stamps[i] ? (entry ?? null) : null)
      if (standing[i] === null) changedIds.push(id)
    }
    // When most rows have changed, reading all is cheaper.
    const some = changedIds.length < ids.length / 2 ? changedIds : undefined
    const freshRows = changedIds.length === 0 ? [] : await readRows(ctx, customer_id, now, some)
    const fresh = new Map(freshRows.map(row => [row.vehicle_id, { row, value: null }]))
    // A vehicle that vanished between the two queries is in neither.
    const entries = [...ids].flatMap((id, i) => standing[i] ?? fresh.get(id) ?? [])
    this.#put(customer_id, entries, fresh)
    return entries
  }

  /**
   * A concurrent call may have stored a newer row than `fresh`; the stamp of the row shows it at the next
   * query.
   */
  #put(
    customer_id: number,
    entries: readonly RowEntry<M>[],
    fresh: ReadonlyMap<number, RowEntry<M>>,
  ): void {
    const previous = this.#drop(customer_id)
    if (entries.length === 0 || entries.length > this.#most) return
    const isSameSet =
      previous !== undefined &&
      previous.size === entries.length &&
      entries.every(({ row }) => previous.has(row.vehicle_id))
    const all = isSameSet ? previous : new Map(entries.map(entry => [entry.row.vehicle_id, entry]))
    if (isSameSet) for (const [id, entry] of fresh) if (previous.has(id)) previous.set(id, entry)
    this.#kept.set(customer_id, all)
    this.#size += all.size
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) return
      this.#drop(oldest)
    }
  }
  #drop(customer_id: number): Map<number, RowEntry<M>> | undefined {
    const previous = this.#kept.get(customer_id)
    this.#kept.delete(customer_id)
    this.#size -= previous?.size ?? 0
    return previous
  }
}

/**
 * One cache for each product. After the connection to the database was lost, the cache starts empty:
 * another server may count its transactions from another number.
 */
export const rowMemory = <M>() =>
  once<RowMemory<M>>(ctx => {
    const memory = new RowMemory<M>()
    ctx.changes.on(({ table }) => {
      if (table === '*') memory.clear()
    })
    return memory
  })
