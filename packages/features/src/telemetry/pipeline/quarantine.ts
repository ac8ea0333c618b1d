// The quarantine of records that could not be admitted or stored. The provider lists them and
// admits them again, with an offset where the device's clock was wrong.
import { packMessage, unpackMessage } from '@flotta/core/message-bytes.ts'
import { invalid } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { ingestRecords, receivedRecords } from './ingest.ts'

/** Times epoch ms; `message_datetime` null: the time is no valid date. */
export interface QuarantinedRecord {
  readonly id: number
  readonly device_id: number | null
  readonly imei: string | null
  readonly reason: string
  readonly message_datetime: number | null
  readonly received_at: number
  readonly error: string | null
}
export interface QuarantineFilter {
  readonly device_id?: number
  readonly reason?: string
  readonly ids?: readonly number[]
}

const waitingRecords = (ctx: Context, { device_id, reason, ids }: QuarantineFilter) => {
  let query = ctx.db.selectFrom('quarantine').where('quarantine.released_at', 'is', null)
  if (device_id !== undefined) query = query.where('quarantine.device_id', '=', device_id)
  if (reason !== undefined) query = query.where('quarantine.reason', '=', reason)
  if (ids !== undefined) query = query.where('quarantine.id', 'in', ids.length > 0 ? [...ids] : [0])
  return query
}

/** Oldest first. */
export async function listQuarantine(
  ctx: Context,
  filter: QuarantineFilter = {},
  limit = 1_000,
): Promise<QuarantinedRecord[]> {
  const rows = await waitingRecords(ctx, filter)
    .leftJoin('devices', 'devices.id', 'quarantine.device_id')
    .select([
      'quarantine.id',
      'quarantine.device_id',
      'devices.imei',
      'quarantine.reason',
      'quarantine.error',
    ])
    .select(['quarantine.message_datetime', 'quarantine.received_at'])
    .orderBy('quarantine.id')
    .limit(limit)
    .execute()
  return rows.map(r => ({
    ...r,
    message_datetime: r.message_datetime?.getTime() ?? null,
    received_at: r.received_at.getTime(),
  }))
}

/** Waiting records by reason. */
export async function countQuarantine(
  ctx: Context,
): Promise<{ readonly reason: string; readonly count: number }[]> {
  return waitingRecords(ctx, {})
    .select(['quarantine.reason', sql<number>`count(*)::int`.as('count')])
    .groupBy('quarantine.reason')
    .orderBy('quarantine.reason')
    .execute()
}

export interface ReleaseResult {
  readonly released: number
  /** Records that still cannot be admitted and stay in the quarantine. */
  readonly refused: number
}
const RELEASE_CHUNK = 1_000
/** A century, in seconds. */
const LARGEST_OFFSET = 3_155_760_000

/**
 * Ingests waiting records as if they had just arrived.
 * @param offset seconds that are added to the device's time
 */
export async function releaseQuarantine(
  ctx: Context,
  filter: QuarantineFilter,
  offset = 0,
): Promise<ReleaseResult> {
  if (!(Math.abs(offset) <= LARGEST_OFFSET)) throw invalid({ offset: 'validation.number' })
  let [releasedCount, refusedCount, last] = [0, 0, 0]
  for (;;) {
    const rows = await waitingRecords(ctx, filter)
      .where('quarantine.id', '>', last)
      .where('quarantine.device_id', 'is not', null)
      .select(['quarantine.id', 'quarantine.device_id', 'quarantine.record'])
      .orderBy('quarantine.id')
      .limit(RELEASE_CHUNK)
      .execute()
    if (rows.length === 0) return { released: releasedCount, refused: refusedCount }
    last = rows.at(-1)?.id ?? last
    const waitingOn = await ingestWaiting(ctx, rows, offset)
    const releasedIds = rows.filter(r => !waitingOn.has(r.id)).map(r => r.id)
    if (releasedIds.length > 0)
      await ctx.db
        .updateTable('quarantine')
        .set({ released_at: new Date(ctx.now()) })
        .where('id', 'in', releasedIds)
        .execute()
    releasedCount += releasedIds.length
    refusedCount += rows.length - releasedIds.length
  }
}

/**
 * Ingests records and returns the ids of those that are refused again. The records of each device
 * keep the order in which they came.
 */
async function ingestWaiting(
  ctx: Context,
  rows: readonly {
    readonly id: number
    readonly device_id: number | null
    readonly record: Buffer
  }[],
  offset: number,
): Promise<Set<number>> {
  const messages = rows.map(({ id, device_id, record }) => {
    const was = unpackMessage(record)
    return {
      id,
      device_id: device_id ?? 0,
      message: { ...was, at: Math.round(was.at + offset * 1_000) },
    }
  })
  const records = [...new Set(messages.map(m => m.device_id))].flatMap(device_id =>
    receivedRecords(
      device_id,
      messages.filter(m => m.device_id === device_id).map(m => m.message),
    ),
  )
  const refusedEntries = await ingestRecords(records, ctx)
  const again = new Set(
    refusedEntries.map(r => `${r.device_id} ${Buffer.from(r.record).toString('base64')}`),
  )
  return new Set(
    messages
      .filter(m =>
        again.has(`${m.device_id} ${Buffer.from(packMessage(m.message)).toString('base64')}`),
      )
      .map(m => m.id),
  )
}

/**
 * The most waiting records of one device, and of all devices. The oldest ones beyond are deleted.
 */
const MOST_OF_A_DEVICE = 20_000
const MOST = 1_000_000
/** Days for which released records are kept, and waiting ones. */
const RELEASED_DAYS = 30
const WAITING_DAYS = 365

/** Job: the quarantine stays small whatever devices send. */
export async function capQuarantine(
  ctx: Context,
  mostOfDevice = MOST_OF_A_DEVICE,
  most = MOST,
): Promise<void> {
  const ago = (days: number) => new Date(ctx.now() - days * DAY)
  const { rowCount } = await ctx.pool.query(
    `delete from quarantine where released_at < $1 or (released_at is null and received_at < $2)
       or id in (select id from (select id, row_number() over (partition by device_id order by id desc) as of_device, row_number() over (order by id desc) as of_all
         from quarantine where released_at is null) w where of_device > $3 or of_all > $4)`,
    [ago(RELEASED_DAYS), ago(WAITING_DAYS), mostOfDevice, most],
  )
  if (rowCount !== null && rowCount > 0)
    ctx.log.warn({ records: rowCount }, 'records left the quarantine: too old, or too many')
}
