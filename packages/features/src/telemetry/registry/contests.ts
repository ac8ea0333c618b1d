// Contested devices, in the database: which device two connections claim to be, and what the
// provider is told when they alternate.

import { CONTEST_MS } from '@flotta/core/contest.ts'
import { DAY } from '@flotta/core/time.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { mailOf } from '@flotta/platform/mail-layout.ts'
import type { ConnectionEvent } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { type Contest, contestAfter } from './rules.ts'
import './tables.ts'

/** Alternations are forgotten after so long. */
const KEPT_MS = 90 * DAY
/** A device is mailed at most once in this time. */
const MAILED_EVERY_MS = DAY
/** A mail names at most this many devices and gives the number of the others. */
const MOST_NAMED = 20

interface DeviceContest extends Contest {
  readonly device_id: number
}

/** Those that come over another gateway than the one that holds the device and that lives. */
const SELECT_CROSSING = `
select e.device_id, e.at, c.address, c.gateway
from unnest($1::int4[], $2::text[], $3::uuid[], $4::timestamptz[], $5::int8[]) as e (device_id, gateway, session, at, sign_in)
join connections c on c.device_id = e.device_id
where c.closed_at is null and c.session <> e.session and c.gateway <> e.gateway and e.sign_in > c.sign_in and exists (select from gateways g where g.name = c.gateway)`

/**
 * Notes which devices are contested, before the connections themselves are written, so that no
 * command goes to one that displaced another.
 * @param events one of a device at most
 * @returns the devices that are newly contested, or again
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

/** Whether it was news. `own`: the address of the connection that the device has now. */
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

/**
 * A takeover that only the rows told, of a gateway that was dead by then, was none: its device came
 * over.
 */
export const forgetDeadContests = ({ pool }: Pick<Context, 'pool'>): Promise<unknown> =>
  pool.query(
    'delete from device_contests where gateway is not null and times = 1 and not exists (select from gateways g where g.name = gateway)',
  )

/** A device whose connections alternated. */
export interface Alternation {
  readonly device_id: number
  readonly imei: string
  /** null: it is in no vehicle now. */
  readonly plate: string | null
  readonly began_at: Date
  readonly last_at: Date
  readonly addresses: readonly string[]
}
/** Those that happened within `ms` of now, the newest first; of a device its newest. */
export async function alternations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ms: number,
): Promise<Alternation[]> {
  const rows = await alternationRows(db)
    .distinctOn('a.device_id')
    .where('a.last_at', '>', new Date(now() - ms))
    .orderBy('a.device_id')
    .orderBy('a.last_at', 'desc')
    .execute()
  return rows.sort((a, b) => b.last_at.getTime() - a.last_at.getTime())
}
const alternationRows = (db: Context['db'] | Tx) =>
  db
    .selectFrom('device_alternations as a')
    .innerJoin('devices as d', 'd.id', 'a.device_id')
    .leftJoin('device_mounts as m', j =>
      j.onRef('m.device_id', '=', 'd.id').on('m.mounted_to', 'is', null),
    )
    .leftJoin('vehicles as v', 'v.id', 'm.vehicle_id')
    .select(['a.device_id', 'd.imei', 'v.plate', 'a.began_at', 'a.last_at', 'a.addresses'])

/**
 * Job: the provider is mailed of what alternates, once a day of a device; what is long ago is
 * forgotten.
 */
export async function tellAlternations(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .deleteFrom('device_alternations')
    .where('last_at', '<', new Date(now - KEPT_MS))
    .execute()
  await ctx.db.transaction().execute(async tx => {
    const waiting = await tx
      .selectFrom('device_alternations')
      .select('id')
      .where('looked_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
    if (waiting.length === 0) return
    const ids = waiting.map(w => w.id)
    const alternations = await alternationRows(tx)
      .select('a.id')
      .where('a.id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('device_alternations as before')
              .select('before.id')
              .whereRef('before.device_id', '=', 'a.device_id')
              .where('before.mailed', '=', true)
              .where('before.looked_at', '>', new Date(now - MAILED_EVERY_MS)),
          ),
        ),
      )
      .orderBy('a.last_at')
      .execute()
    await tx
      .updateTable('device_alternations')
      .set({ looked_at: new Date(now) })
      .where('id', 'in', ids)
      .execute()
    if (alternations.length === 0) return
    await tx
      .updateTable('device_alternations')
      .set({ mailed: true })
      .where(
        'id',
        'in',
        alternations.map(f => f.id),
      )
      .execute()
    await queueMail(
      tx,
      { recipient: ctx.config.contact, ...alternationMail(ctx, alternations) },
      now,
    )
  })
}

function alternationMail(
  ctx: Pick<Context, 'say' | 'config'>,
  alternations: readonly Alternation[],
) {
  const language = ctx.config.FLOTTA_LANGUAGE
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    ctx.say(language, { key: `registry.alternation.${key}`, values })
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
  const listedAlternations = alternations.slice(0, MOST_NAMED)
  const subject = say('subject', { count: alternations.length })
  return {
    subject,
    ...mailOf({
      language,
      title: subject,
      paragraphs: [say('what'), say('todo')],
      items: listedAlternations.map(({ device_id, imei, plate, last_at, addresses }) => ({
        title: plate === null ? imei : `${plate} · ${imei}`,
        facts: [
          { label: say('device'), value: String(device_id) },
          { label: say('last'), value: `${time.format(last_at)} UTC` },
          { label: say('addresses'), value: addresses.join(', ') },
        ],
        severity: 2 as const,
      })),
      ...(alternations.length > listedAlternations.length && {
        notes: [say('more', { count: alternations.length - listedAlternations.length })],
      }),
      footer: say('why'),
    }),
  }
}
