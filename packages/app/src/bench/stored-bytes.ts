// How many bytes the records and the states of a load take in the database.
import { openPool } from '@flotta/platform/db.ts'
import { type Figure, figure } from './harness.ts'
import { twelveKinds } from './state-row.ts'

/** Bytes of a table with its indexes and partitions, and its rows. */
async function sizeOf(pool: ReturnType<typeof openPool>, table: string) {
  const { rows } = await pool.query<{ bytes: number; rows: number }>(
    `select (select pg_total_relation_size('${table}') + coalesce(sum(pg_total_relation_size(relid)), 0) from pg_partition_tree('${table}'))::float8 as bytes,
       (select count(*) from ${table})::float8 as rows`,
  )
  return { bytes: rows[0]?.bytes ?? 0, rows: rows[0]?.rows ?? 1 }
}

/**
 * Bytes of a stored record including its index, while its month lasts and after the key of the month is packed; without raw parameters: a sample in
 * the same order, without `io`.
 */
export async function onDisk(url: string): Promise<Figure[]> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  const perRow = async (table: string) => {
    const { bytes, rows } = await sizeOf(pool, table)
    return bytes / rows
  }
  await pool.query('vacuum analyze positions')
  const { rows: storedRows } = await sizeOf(pool, 'positions')
  const bytesPerRow = await perRow('positions')
  await pool.query('create table positions_slim (like positions including all)')
  await pool.query(`insert into positions_slim select message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, altitude, direction, speed, satellites, ''::bytea
    from positions limit 500000`)
  await pool.query('vacuum analyze positions_slim')
  const slim = await perRow('positions_slim')
  const { rows: keys } = await pool.query<{ name: string }>(
    `select k.oid::regclass::text as name from pg_index x join pg_class k on k.oid = x.indexrelid
     where x.indisprimary and k.relkind = 'i' and (x.indrelid = 'positions_slim'::regclass or x.indrelid in (select relid from pg_partition_tree('positions')))`,
  )
  for (const { name } of keys) {
    await pool.query(`alter index ${name} set (fillfactor = 100)`)
    await pool.query(`reindex index ${name}`)
  }
  const derivedRows = await pool.query<{ bytes: number }>(
    `select (coalesce(sum(pg_total_relation_size(relid)), 0) + pg_total_relation_size('trips') + pg_total_relation_size('incidents')
       + pg_total_relation_size('checkpoints') + pg_total_relation_size('vehicle_state'))::float8 as bytes from pg_partition_tree('readings')`,
  )
  const goals = { whole: { below: 190 }, slim: { below: 110 } }
  const figures = [
    figure(
      'bytes on disk per position with raw parameters, finished month',
      await perRow('positions'),
      'bytes',
      { goal: goals.whole },
    ),
    figure('bytes on disk per position with raw parameters, current month', bytesPerRow, 'bytes', {
      goal: goals.whole,
    }),
    figure(
      'bytes on disk per position without, finished month',
      await perRow('positions_slim'),
      'bytes',
      { goal: goals.slim },
    ),
    figure('bytes on disk per position without, current month', slim, 'bytes', {
      goal: goals.slim,
    }),
    figure(
      'bytes on disk of everything derived, per position',
      (derivedRows.rows[0]?.bytes ?? 0) / storedRows,
      'bytes',
    ),
  ]
  await pool.end()
  return figures
}

/** Bytes of a vehicle's row: as this load left it, and with the newest values of twelve kinds. */
export async function stateRow(url: string): Promise<Figure[]> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  const { rows } = await pool.query<{ now: number; whole: number }>(
    `select avg(pg_column_size(s.*))::float8 as now, avg(pg_column_size(w.*))::float8 as whole
     from vehicle_state s, lateral (select s.vehicle_id, s.version, s.message_datetime, s.seq, s.gps_datetime, s.latitude_e7, s.longitude_e7, s.altitude, s.direction, s.speed,
       s.satellites, s.moving, s.ignition, s.odometer, $1::json, s.memory, s.updated_at) w`,
    [twelveKinds(Date.now())],
  )
  await pool.end()
  return [
    figure("a vehicle's state, one row", rows[0]?.now ?? 0, 'bytes'),
    figure(
      "a vehicle's state with twelve kinds of readings, one row",
      rows[0]?.whole ?? 0,
      'bytes',
      { goal: { below: 1_000 } },
    ),
  ]
}
