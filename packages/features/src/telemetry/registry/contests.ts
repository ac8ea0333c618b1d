// Contested devices in the database: two connections sign in as the same device. The provider is told when they alternate.

import './tables.ts'
import { CONTEST_MS } from '@flotta/core/contest.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { ConnectionEvent } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { type Contest, contestAfter } from './rules.ts'

interface DeviceContest extends Contest {
  readonly device_id: number
}

/** Events from another live gateway than the one that holds the device's connection. */
const SELECT_CROSSING = `
select e.device_id, e.at, c.address, c.gateway
from unnest($1::int4[], $2::text[], $3::uuid[], $4::timestamptz[], $5::int8[]) as e (device_id, gateway, session, at, sign_in)
join connections c on c.device_id = e.device_id
where c.closed_at is null and c.session <> e.session and c.gateway <> e.gateway and e.sign_in > c.sign_in and exists (select from gateways g where g.name = c.gateway)`

/**
 * Notes which devices are contested, before the connections are written, so that no command goes to a connection that displaced another.
 * @param events at most one per device
 * @returns the devices that are contested for the first time, or again
 */
export async function noteContests(
  events: readonly ConnectionEvent[],
  { db, pool }: Pick<Context, 'db' | 'pool'>,
): Promise<ReadonlySet<number>> {
  const openEvents = events.filter(e => e.event === 'open')
  const contests: DeviceContest[] = events.flatMap(({ device_id, takeover }) =>
    takeover === undefined ? [] : [{ device_id, ...takeover, gateway: null }],
  )
  if (openEvents.length > 0) {
    const { rows } = await pool.query<{
      device_id: number
      at: Date
      address: string
      gateway: string
    }>(SELECT_CROSSING, [
      columns.int4(openEvents.map(e => e.device_id)),
      columns.text(openEvents.map(e => e.gateway)),
      columns.uuid(openEvents.map(e => e.session)),
      columns.timestamptz(openEvents.map(e => e.opened_at)),
      columns.int8(openEvents.map(e => e.sign_in)),
    ])
    for (const { at, ...row } of rows) contests.push({ ...row, at: at.getTime(), times: 1 })
  }
  const changedDevices = new Set<number>()
  if (contests.length === 0) return changedDevices
  const where = new Map(events.map(e => [e.device_id, e.address]))
  await db.transaction().execute(async tx => {
    for (const one of contests.sort((a, b) => a.device_id - b.device_id))
      if (await noteContest(tx, one, where.get(one.device_id) ?? ''))
        changedDevices.add(one.device_id)
  })
  return changedDevices
}

/** Notes a contest; returns whether it is new. `own`: the address of the connection that the device has now. */
async function noteContest(
  tx: Tx,
  { device_id, ...contest }: DeviceContest,
  ownAddress: string,
): Promise<boolean> {
  const device = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', device_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (device === undefined) return false
  const row = await tx
    .selectFrom('device_contests')
    .selectAll()
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  const lastContest: Contest | null =
    row === undefined
      ? null
      : { at: row.at.getTime(), times: row.times, address: row.address, gateway: row.gateway }
  const after = contestAfter(lastContest, contest)
  if (lastContest !== null && after === lastContest) return false
  const values = { ...after, at: new Date(after.at) }
  await tx
    .insertInto('device_contests')
    .values({ device_id, ...values })
    .onConflict(c => c.column('device_id').doUpdateSet(values))
    .execute()
  if (after.times > 1)
    await noteAlternation(
      tx,
      device_id,
      after.at,
      [...new Set([after.address, ownAddress].filter(a => a !== ''))].sort(),
    )
  return lastContest === null || after.at !== lastContest.at
}

async function noteAlternation(
  tx: Tx,
  device_id: number,
  at: number,
  addresses: readonly string[],
): Promise<void> {
  const { rows } = await sql`
    update device_alternations set last_at = greatest(last_at, ${new Date(at)}),
      addresses = (select array_agg(distinct a collate "C") from unnest(addresses || ${[...addresses]}::text[]) a)
    where device_id = ${device_id} and last_at > ${new Date(at - CONTEST_MS)} returning id`.execute(
    tx,
  )
  if (rows.length === 0)
    await tx
      .insertInto('device_alternations')
      .values({
        device_id,
        began_at: new Date(at),
        last_at: new Date(at),
        addresses: [...addresses],
        looked_at: null,
      })
      .execute()
}

/** Deletes contests that only the rows showed, where the old gateway was already dead: the device had just moved to another gateway. */
export const forgetDeadContests = ({ pool }: Pick<Context, 'pool'>): Promise<unknown> =>
  pool.query(
    'delete from device_contests where gateway is not null and times = 1 and not exists (select from gateways g where g.name = gateway)',
  )
