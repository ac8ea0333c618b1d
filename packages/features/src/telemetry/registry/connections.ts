// Which devices are connected: events of gateways become one row per device, of its newest sign-in.
import { columns } from '@flotta/platform/columns.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { ConnectionEvent } from '@flotta/platform/topics.ts'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { noteContests } from './contests.ts'
import { directoryOf } from './directory.ts'
import { vehicleAt } from './rules.ts'

const UPSERT = `
insert into connections as c (device_id, gateway, session, protocol, address, opened_at, last_seen_at, closed_at, sign_in)
select e.device_id, e.gateway, e.session, e.protocol, e.address, e.opened_at, e.at, case when e.closing then e.at end, e.sign_in
from unnest($1::int4[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::bool[], $9::int8[])
  as e (device_id, gateway, session, protocol, address, opened_at, at, closing, sign_in)
join devices d on d.id = e.device_id
on conflict (device_id) do update set
  gateway = excluded.gateway, session = excluded.session, protocol = excluded.protocol, address = excluded.address, opened_at = excluded.opened_at,
  sign_in = excluded.sign_in, lost = false,
  last_seen_at = case
    when c.session <> excluded.session then excluded.last_seen_at
    when excluded.closed_at is null then greatest(c.last_seen_at, excluded.last_seen_at)
    else c.last_seen_at end,
  closed_at = case when c.session = excluded.session and not c.lost then coalesce(c.closed_at, excluded.closed_at) else excluded.closed_at end,
  conflicts = c.conflicts + (c.session <> excluded.session and c.closed_at is null)::int
where c.session = excluded.session or excluded.sign_in > c.sign_in
returning c.device_id`

/** Writes events of connections. An event is complete and may come twice: an older connection never overwrites a newer one. */
export async function writeConnections(
  events: readonly ConnectionEvent[],
  ctx: Pick<Context, 'db' | 'pool' | 'bus'>,
): Promise<void> {
  const changedVehicles = new Set<number>()
  // One statement cannot change a row twice; several events of one device in a batch are rare.
  let rest = events
  while (rest.length > 0) {
    const now = new Map<number, ConnectionEvent>()
    const later: ConnectionEvent[] = []
    for (const event of rest) {
      if (now.has(event.device_id)) later.push(event)
      else now.set(event.device_id, event)
    }
    // Ordered by id, so that two lanes never wait for each other in a circle.
    const batch = [...now.values()].sort((a, b) => a.device_id - b.device_id)
    const contestedDevices = await noteContests(batch, ctx)
    const { rows } = await ctx.pool.query<{ device_id: number }>(UPSERT, [
      columns.int4(batch.map(e => e.device_id)),
      columns.text(batch.map(e => e.gateway)),
      columns.uuid(batch.map(e => e.session)),
      columns.text(batch.map(e => e.protocol)),
      columns.text(batch.map(e => e.address)),
      columns.timestamptz(batch.map(e => e.opened_at)),
      columns.timestamptz(batch.map(e => e.at)),
      columns.bool(batch.map(e => e.event === 'close')),
      columns.int8(batch.map(e => e.sign_in)),
    ])
    const writtenDevices = new Set(rows.map(r => r.device_id))
    for (const { device_id, vehicle_id, event } of batch)
      if (
        vehicle_id !== null &&
        (contestedDevices.has(device_id) || (event !== 'alive' && writtenDevices.has(device_id)))
      )
        changedVehicles.add(vehicle_id)
    rest = later
  }
  await tellStatus(ctx, changedVehicles)
}

/** Closes the connections of gateways that no longer run, because these send no closing events. `which` is SQL over `connections`. */
export async function closeConnections(
  ctx: Pick<Context, 'pool' | 'bus' | 'changes' | 'now'>,
  which: string,
  parameters: readonly unknown[],
): Promise<void> {
  const { rows } = await ctx.pool.query<{ device_id: number }>(
    `update connections set closed_at = last_seen_at, lost = true where closed_at is null and (${which}) returning device_id`,
    [...parameters],
  )
  if (rows.length === 0) return
  const devices = await directoryOf(ctx).byIds(rows.map(r => r.device_id))
  const vehicles = [...devices.values()].map(d => vehicleAt(d.mounts, ctx.now()))
  await tellStatus(ctx, new Set(vehicles.filter(v => v !== null)))
}

const tellStatus = (
  ctx: Pick<Context, 'bus' | 'pool'>,
  vehicles: ReadonlySet<number>,
): Promise<void> =>
  publishVehicleUpdates(
    ctx,
    [...vehicles].map(vehicle_id => ({ vehicle_id, kinds: ['status'] })),
  )
