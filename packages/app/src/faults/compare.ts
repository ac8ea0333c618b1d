// Compares what trackers sent with what the database holds: the rows, and the data derived from them.
import type { Pool } from '@flotta/platform/db.ts'
import { until } from '../bench/harness.ts'
import { type Devices, messagesOf } from './devices.ts'

export interface Verdict {
  readonly sent: number
  readonly acknowledged: number
  readonly stored: number
  /** Acknowledged but not stored. */
  readonly missing: readonly string[]
  /** Stored more than once. */
  readonly doubled: readonly string[]
  /** Stored but never sent. */
  readonly foreign: readonly string[]
}

interface Row {
  readonly vehicle_id: number
  readonly at: number
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
  readonly altitude: number | null
  readonly direction: number | null
  readonly speed: number | null
  readonly satellites: number | null
  readonly io: Buffer | null
}
const keyOf = (r: Row): string =>
  `${r.vehicle_id} ${new Date(r.at).toISOString()} ${r.latitude_e7} ${r.longitude_e7} ${r.altitude} ${r.direction} ${r.speed} ${r.satellites} ${r.io?.toString('hex')}`

/** @param vehicle_ids by the index of their tracker */
export async function compareRows(
  pool: Pool,
  devices: Devices,
  vehicle_ids: readonly number[],
): Promise<Verdict> {
  const keys = (packets: Devices['sent']) =>
    packets.flatMap((ps, index) =>
      messagesOf(ps).map(({ at, fix, io }) =>
        keyOf({
          vehicle_id: vehicle_ids[index] ?? 0,
          at,
          latitude_e7: fix?.latitude_e7 ?? null,
          longitude_e7: fix?.longitude_e7 ?? null,
          altitude: fix?.altitude ?? null,
          direction: fix?.direction ?? null,
          speed: fix?.speed ?? null,
          satellites: fix?.satellites ?? null,
          io: Buffer.from(io),
        }),
      ),
    )
  const sentKeys = new Set(keys(devices.sent))
  const acknowledgedKeys = new Set(keys(devices.acknowledged))
  const storedKeys = new Set<string>()
  const doubledKeys: string[] = []
  const foreign: string[] = []
  for (const id of vehicle_ids) {
    const { rows } = await pool.query<Row>(
      `select vehicle_id, (extract(epoch from message_datetime) * 1000)::float8 as at, latitude_e7, longitude_e7, altitude, direction, speed, satellites, io
       from positions_of($1::int4, '-infinity', 'infinity')`,
      [id],
    )
    for (const row of rows) {
      const key = keyOf(row)
      if (storedKeys.has(key)) doubledKeys.push(key)
      if (!sentKeys.has(key)) foreign.push(key)
      storedKeys.add(key)
    }
  }
  return {
    sent: sentKeys.size,
    acknowledged: acknowledgedKeys.size,
    stored: storedKeys.size,
    missing: [...acknowledgedKeys].filter(k => !storedKeys.has(k)),
    doubled: doubledKeys,
    foreign,
  }
}

/**
 * Waits until nothing has to be derived again and returns trips, incidents, readings and the last state of every vehicle, without what depends on the
 * moment of writing.
 */
export async function derivedOf(pool: Pool, vehicle_ids: readonly number[]): Promise<string[]> {
  await until(
    'the replays',
    async () => (await pool.query('select from replays limit 1')).rowCount === 0,
    { every: 100 },
  )
  const rowsOf = async (sql: string) =>
    (
      await pool.query<{ line: string }>(
        `select line from (${sql}) as x(n, line) order by n, line`,
        [vehicle_ids],
      )
    ).rows.map(r => r.line)
  const index = `array_position($1::int[], vehicle_id)`
  return [
    ...(await rowsOf(`select ${index}, format('trip %s %s–%s %s m %s km/h', ${index}, period_from, period_to, distance, max_speed) from trips
      where vehicle_id = any($1) and replaced_by is null`)),
    ...(await rowsOf(`select ${index}, format('incident %s alert %s %s–%s %s', ${index}, alert_id, opened_at, closed_at, closed_as) from incidents
      where vehicle_id = any($1) and closed_as is distinct from 'corrected'`)),
    ...(await rowsOf(
      `select ${index}, format('reading %s %s %s %s', ${index}, kind, message_datetime, data) from readings where vehicle_id = any($1)`,
    )),
    ...(await rowsOf(
      `select ${index}, format('state %s %s', ${index}, to_jsonb(s) - 'vehicle_id' - 'version' - 'updated_at') from vehicle_state s where vehicle_id = any($1)`,
    )),
  ]
}

/** Lines that only one of both has. */
export function differences(before: readonly string[], after: readonly string[]): string[] {
  const [a, b] = [new Set(before), new Set(after)]
  return [
    ...before.filter(l => !b.has(l)).map(l => `only undisturbed: ${l}`),
    ...after.filter(l => !a.has(l)).map(l => `only disturbed: ${l}`),
  ]
}
