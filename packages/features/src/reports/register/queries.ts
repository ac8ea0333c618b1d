// Reads for other rooms: the rows of a period, a receipt about them, and the verification of a receipt.

import { createHash, randomBytes } from 'node:crypto'
import { instantOf, instantOrNull, SECOND } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { TimeRange } from '../../fleet/access/rules.ts'
import { sensors } from '../../services/eyecold/rules.ts'
import { firstDifference, type StoredRow } from './audit.ts'
import { contentOf, marksOf, readMarks } from './chain.ts'
import {
  digestOfReceipt,
  type Receipt,
  readCode,
  readShortCode,
  receiptPayload,
  shortCode,
  writeCode,
} from './code.ts'
import type {
  Excursion,
  Register,
  RegisterRow,
  Statistic,
  TemperatureFigures,
  Verification,
} from './contract.ts'
import { hasRegister } from './coverage.ts'
import { limitStretches, minutesOf, type Excursion as PlainExcursion } from './excursions.ts'
import { currentSigner, isSigned, trustedKeys } from './keys.ts'
import { type Moment, type Temperatures, temperaturesOf } from './period.ts'
import { isEmptySample, sensorsOutOfRange } from './rules.ts'
import type { Figures } from './sensor-figures.ts'
import { currentRows } from './store.ts'
import type { Stretch } from './timeline.ts'
import './tables.ts'

/**
 * The newest row of each moment, oldest first.
 * @param head the end of the chain: later rows are left out
 */
async function visibleRows(
  ctx: Context,
  vehicle_id: number,
  ranges: readonly TimeRange[],
  head: { readonly day: string; readonly n: number } | null,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (const { from, to } of ranges)
    for (const row of await currentRows(ctx.pool, vehicle_id, from, to, head))
      if (!isEmptySample(row)) rows.push(row)
  return rows
}
const contentsOf = (rows: readonly StoredRow[]) =>
  rows.map(row => ({ at: row.at, hash: contentOf(row) }))
const digestOf = (contents: readonly { readonly hash: Buffer }[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(contents.map(c => c.hash)))
    .digest()

/** The register of a period, for a screen or a file. */
export interface RegisterExtract {
  readonly register: Register
  /** Epoch ms, both ends included. */
  readonly from: number
  readonly to: number
  readonly visible: readonly TimeRange[]
  readonly stored: readonly StoredRow[]
  /** The end of the chain when the register was read. */
  readonly head: { readonly day: string; readonly n: number }
}
const registerRowOf = ({
  at,
  T1,
  T2,
  T3,
  T4,
  setpoint_t1,
  setpoint_t2,
  setpoint_t3,
  out,
  reason,
  registered,
  extremes,
}: Moment): RegisterRow => ({
  at: instantOf(at),
  ...{ T1, T2, T3, T4, setpoint_t1, setpoint_t2, setpoint_t3 },
  extremes: sensors.flatMap(sensor => {
    const e = extremes?.[sensor]
    return e === undefined
      ? []
      : [
          {
            sensor,
            last_at: instantOf(e.last_at),
            min: e.min,
            min_at: instantOrNull(e.min_at),
            max: e.max,
            max_at: instantOrNull(e.max_at),
          },
        ]
  }),
  out: sensorsOutOfRange(out),
  marked: out !== 0,
  reason,
  registered,
})
const statisticOf = ({
  sensor,
  min,
  max,
  average,
  mean_kinetic,
  readings,
  outside,
  completeness,
}: Figures): Statistic => ({
  ...{
    sensor,
    min: min.value,
    min_at: instantOf(min.at),
    max: max.value,
    max_at: instantOf(max.at),
    average,
    mean_kinetic,
    samples: readings,
  },
  minutes_outside: minutesOf({ from: 0, to: outside }),
  completeness,
  registered: min.registered && max.registered,
})
const excursionOf = (excursion: PlainExcursion): Excursion => {
  const { sensor, from, to, peak, cause } = excursion
  return {
    sensor,
    from: instantOf(from),
    to: instantOf(to),
    minutes: minutesOf(excursion),
    peak: peak.value,
    peak_at: instantOf(peak.at),
    cause,
    registered: peak.registered,
  }
}

/** A stretch of time with its ends as the API writes them. */
const withInstants = <S extends Stretch>(stretch: S) => ({
  ...stretch,
  from: instantOf(stretch.from),
  to: instantOf(stretch.to),
})

/** The temperatures of a vehicle in a period in figures, from the register and from the readings where it has none. */
export async function temperatureFigures(
  ctx: Context,
  vehicle: VisibleVehicle,
  period: Stretch,
  timezone: string,
): Promise<TemperatureFigures> {
  const to = Math.min(period.to, ctx.now())
  const { figures, excursions, verdict, timelines, gaps, since } = await temperaturesOf(
    ctx,
    vehicle,
    { from: Math.min(period.from, to), to },
    timezone,
  )
  return {
    statistics: figures.map(statisticOf),
    excursions: excursions.map(excursionOf),
    verdict,
    limits: limitStretches(timelines).map(withInstants),
    gaps: gaps.map(withInstants),
    since: instantOrNull(since),
  }
}

/** The register of a vehicle over a period, both ends included; null: it has none. Moments that it lacks are computed from the readings and marked. */
export async function registerOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<RegisterExtract | null> {
  if (!(await hasRegister(ctx, vehicle))) return null
  const until = Math.min(to, ctx.now())
  const { timezone } = await ctx.db
    .selectFrom('customers')
    .select('timezone')
    .where('id', '=', vehicle.customer_id)
    .executeTakeFirstOrThrow()
  const period = { from, to: until }
  return extractOf(await temperaturesOf(ctx, vehicle, period, timezone), period)
}

/**
 * The register of a period from its temperatures.
 * @param stretch the period, both ends included
 */
export async function extractOf(
  {
    rows,
    head,
    visible,
    moments: momentsOf,
    figures,
    excursions,
    verdict,
    timelines,
    gaps,
    since,
    interval,
    conditions: conditionsOf,
    sensorData,
  }: Temperatures,
  { from, to }: Stretch,
): Promise<RegisterExtract> {
  const moments = momentsOf()
  const conditions = await conditionsOf()
  return {
    register: {
      interval,
      rows: moments.map(registerRowOf),
      statistics: figures.map(statisticOf),
      excursions: excursions.map(excursionOf),
      verdict,
      limits: limitStretches(timelines).map(withInstants),
      conditions: conditions.map(withInstants),
      sensors: figures.map(({ sensor }) => sensorData(sensor)),
      gaps: gaps.map(withInstants),
      since: instantOrNull(since),
      registered:
        moments.every(moment => moment.registered) &&
        figures.every(({ min, max }) => min.registered && max.registered),
      digest: digestOf(contentsOf(rows)).toString('hex'),
    },
    ...{ from, to, visible, stored: rows, head: head ?? { day: '0001-01-01', n: 0 } },
  }
}

export interface SignedReceipt {
  readonly code: string
  /** The receipt's short number, for typing. */
  readonly short_code: string
  /** The address in its QR code. */
  readonly url: string
  /** Epoch ms. */
  readonly issued_at: number
}
/** The receipt's data of the company and the vehicle. */
async function titleOf(
  { db }: Context,
  customer_id: number,
  vehicle_id: number,
): Promise<Pick<Receipt, 'company' | 'plate' | 'timezone'>> {
  const { name, timezone } = await db
    .selectFrom('customers')
    .select(['name', 'timezone'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const { plate } = await db
    .selectFrom('vehicles')
    .select('plate')
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return { company: name, plate, timezone }
}

async function storeReceipt({ db }: Context, receipt: Receipt, signature: Buffer): Promise<void> {
  const { head, period_from, period_to, issued_at, ...rest } = receipt
  await db
    .insertInto('receipts')
    .values({
      ...rest,
      signature,
      period_from: new Date(period_from),
      period_to: new Date(period_to),
      issued_at: new Date(issued_at),
      statistics: JSON.stringify(rest.statistics),
      findings: JSON.stringify(rest.findings),
      seen: JSON.stringify(rest.seen),
      head_day: head.day,
      head_n: head.n,
    })
    .execute()
}
/** Issues a receipt about an extract: it is stored, and its code contains the signature. */
export async function signReceipt(
  ctx: Context,
  caller: Pick<Caller, 'customer_id'> & { readonly user_id: number | null },
  vehicle: VisibleVehicle,
  { register, from, to, visible, stored, head }: RegisterExtract,
): Promise<SignedReceipt> {
  const signer = await currentSigner(ctx)
  const about = await titleOf(ctx, caller.customer_id, vehicle.vehicle_id)
  const contents = contentsOf(stored)
  const receipt: Receipt = {
    id: randomBytes(8).toString('hex'),
    customer_id: caller.customer_id,
    vehicle_id: vehicle.vehicle_id,
    user_id: caller.user_id,
    ...about,
    period_from: from,
    period_to: to,
    statistics: register.statistics,
    findings: {
      excursions: register.excursions,
      verdict: register.verdict,
      samples: register.rows.length,
    },
    seen: visible.map(s => [s.from, s.to]),
    head,
    marks: marksOf(contents),
    contents: digestOf(contents),
    // in whole seconds, as it is printed
    issued_at: Math.floor(ctx.now() / SECOND) * SECOND,
    key_id: signer.key_id,
  }
  const payload = receiptPayload(receipt)
  const signature = signer.sign(payload)
  await storeReceipt(ctx, receipt, signature)
  const code = writeCode(payload, signature)
  return {
    code,
    short_code: shortCode(receipt.id),
    url: `${ctx.config.publicUrl}/verify?c=${code}`,
    issued_at: receipt.issued_at,
  }
}

/** A receipt that was issued here, and its signature. */
interface StoredReceipt {
  readonly receipt: Receipt
  /** null: a receipt without a number that people type. */
  readonly signature: Buffer | null
}
async function storedReceipt(ctx: Context, id: string): Promise<StoredReceipt | null> {
  const row = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { head_day, head_n, period_from, period_to, issued_at, signature, ...rest } = row
  const receipt = {
    ...rest,
    period_from: period_from.getTime(),
    period_to: period_to.getTime(),
    issued_at: issued_at.getTime(),
    head: { day: head_day, n: head_n },
  }
  return { receipt, signature }
}

const withoutReceipt = (outcome: Verification['outcome']): Verification => ({
  outcome,
  receipt: null,
  fault: null,
})

/** The stored receipt was changed, so nothing in it can be trusted. */
const receiptAltered: Verification = {
  outcome: 'altered',
  receipt: null,
  fault: { kind: 'receipt', at: null },
}

/** Verifies a code, or the number of a receipt: who signed it, and whether the register still matches it. */
export async function verifyCode(ctx: Context, text: string): Promise<Verification> {
  const id = readShortCode(text)
  if (id !== null) return verifyNumber(ctx, id)
  const code = readCode(text.trim())
  if (code === null) return withoutReceipt('unreadable')
  const keys = await trustedKeys(ctx)
  if (!keys.has(code.key_id)) return withoutReceipt('foreign')
  if (!isSigned(keys, code.key_id, code.payload, code.signature)) return withoutReceipt('forged')
  const stored = await storedReceipt(ctx, code.receipt_id)
  if (stored === null) return withoutReceipt('forgotten')
  if (!digestOfReceipt(stored.receipt).equals(code.digest)) return receiptAltered
  return verifyReceipt(ctx, stored.receipt)
}

/** A number carries no proof of its own: the stored receipt must be what was signed when it was issued. */
async function verifyNumber(ctx: Context, id: string): Promise<Verification> {
  const stored = await storedReceipt(ctx, id)
  if (stored === null || stored.signature === null) return withoutReceipt('foreign')
  const { receipt, signature } = stored
  const keys = await trustedKeys(ctx)
  if (!isSigned(keys, receipt.key_id, receiptPayload(receipt), signature)) return receiptAltered
  return verifyReceipt(ctx, receipt)
}

/** Whether the register still matches a receipt. */
async function verifyReceipt(ctx: Context, receipt: Receipt): Promise<Verification> {
  const { company, plate, period_from, period_to, timezone, issued_at, findings } = receipt
  const figures = {
    statistics: receipt.statistics.map(completeStatistic),
    excursions: [...(findings?.excursions ?? [])],
    verdict: findings?.verdict ?? null,
  }
  const receiptFacts = {
    company,
    plate,
    period_from: instantOf(period_from),
    period_to: instantOf(period_to),
    timezone,
    issued_at: instantOf(issued_at),
    ...figures,
  }
  const signedMarks = readMarks(receipt.marks)
  const contents = contentsOf(
    await visibleRows(
      ctx,
      receipt.vehicle_id,
      receipt.seen.map(([from, to]) => ({ from, to })),
      receipt.head,
    ),
  )
  const about = { ...receiptFacts, samples: findings?.samples ?? signedMarks.length }
  const difference = firstDifference(signedMarks, readMarks(marksOf(contents)))
  if (difference === null && digestOf(contents).equals(receipt.contents))
    return { outcome: 'genuine', receipt: about, fault: null }
  if (difference?.kind === 'removed' && (await isForgotten(ctx, receipt)))
    return { outcome: 'forgotten', receipt: about, fault: null }
  return {
    outcome: 'altered',
    receipt: about,
    fault: {
      kind: difference?.kind ?? 'altered',
      at: difference === null ? null : instantOf(difference.at),
    },
  }
}
/** Statistics of version 1 lack some of the figures. */
const completeStatistic = (statistic: Statistic): Statistic => ({
  ...MISSING_FIGURES,
  ...statistic,
})
const MISSING_FIGURES = {
  mean_kinetic: null,
  min_at: null,
  max_at: null,
  minutes_outside: null,
  completeness: null,
  registered: null,
}

/** Whether rows of the period were deleted after their retention. */
async function isForgotten(
  ctx: Context,
  { vehicle_id, period_from, period_to }: Receipt,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from register_days where vehicle_id = ${vehicle_id} and forgotten_at is not null
    and day between ${instantOf(period_from)}::date - 1 and ${instantOf(period_to)}::date + 1 limit 1`.execute(
      ctx.db,
    )
  return rows.length > 0
}
