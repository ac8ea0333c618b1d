// What others ask of the register: the rows of a period, a receipt about them, and whether a receipt still holds.
import { createHash, randomBytes } from 'node:crypto'
import { SECOND } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { Stretch } from '../../fleet/access/rules.ts'
import { sensors } from '../../services/eyecold/rules.ts'
import { firstDifference, type Stored } from './audit.ts'
import { contentOf, marksOf, readMarks } from './chain.ts'
import { digestOfReceipt, type Receipt, readCode, signedPart, writeCode } from './code.ts'
import type { Excursion, Register, RegisterRow, Statistic, Verification } from './contract.ts'
import { hasRegister } from './covered.ts'
import { isSigned, signer, trustedKeys } from './keys.ts'
import { type Moment, temperaturesOf } from './period.ts'
import { saysNothing, sensorsOut } from './rules.ts'
import { standingRows } from './store.ts'
import { type Figures, minutesOf, type Excursion as PlainExcursion } from './temperatures.ts'
import './tables.ts'

/** Rows of a period as the register has them, oldest first: each moment once, by what was written last; `head`: as it stood then. */
async function seenRows(
  ctx: Context,
  vehicle_id: number,
  seen: readonly Stretch[],
  head: { readonly day: string; readonly n: number } | null,
): Promise<Stored[]> {
  const rows: Stored[] = []
  for (const { from, to } of seen)
    for (const row of await standingRows(ctx.pool, vehicle_id, from, to, head))
      if (!saysNothing(row)) rows.push(row)
  return rows
}
const contentsOf = (rows: readonly Stored[]) =>
  rows.map(row => ({ at: row.at, hash: contentOf(row) }))
const digestOf = (contents: readonly { readonly hash: Buffer }[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(contents.map(c => c.hash)))
    .digest()

/** The rows of a period for a screen or a file. */
export interface Extract {
  readonly register: Register
  /** Epoch ms, both ends included. */
  readonly from: number
  readonly to: number
  readonly seen: readonly Stretch[]
  readonly stored: readonly Stored[]
  /** How far the chain went when it was read. */
  readonly head: { readonly day: string; readonly n: number }
}

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
const shown = ({
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
  at: iso(at),
  ...{ T1, T2, T3, T4, setpoint_t1, setpoint_t2, setpoint_t3 },
  extremes: sensors.flatMap(sensor => {
    const e = extremes?.[sensor]
    return e === undefined
      ? []
      : [
          {
            sensor,
            last_at: iso(e.last_at),
            min: e.min,
            min_at: isoOrNull(e.min_at),
            max: e.max,
            max_at: isoOrNull(e.max_at),
          },
        ]
  }),
  out: sensorsOut(out),
  marked: out !== 0,
  reason,
  registered,
})
const statisticOf = ({
  sensor,
  min,
  max,
  average,
  readings,
  outside,
  completeness,
}: Figures): Statistic => ({
  ...{
    sensor,
    min: min.value,
    min_at: iso(min.at),
    max: max.value,
    max_at: iso(max.at),
    average,
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
    from: iso(from),
    to: iso(to),
    minutes: minutesOf(excursion),
    peak: peak.value,
    peak_at: iso(peak.at),
    cause,
    registered: peak.registered,
  }
}

/** The register of a vehicle over a period, both ends included; null: it has none. What it does not hold is told from the readings, and marked. */
export async function registerOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
): Promise<Extract | null> {
  if (!(await hasRegister(ctx, vehicle))) return null
  const until = Math.min(to, ctx.now())
  const { timezone } = await ctx.db
    .selectFrom('customers')
    .select('timezone')
    .where('id', '=', vehicle.customer_id)
    .executeTakeFirstOrThrow()
  const {
    rows,
    head,
    seen,
    moments: momentsOf,
    figures,
    excursions,
    verdict,
    gaps,
    since,
    interval,
  } = await temperaturesOf(ctx, vehicle, { from, to: until, last: until }, timezone)
  const moments = momentsOf()
  return {
    register: {
      interval,
      rows: moments.map(shown),
      statistics: figures.map(statisticOf),
      excursions: excursions.map(excursionOf),
      verdict,
      gaps: gaps.map(gap => ({ from: iso(gap.from), to: iso(gap.to) })),
      since: isoOrNull(since),
      registered:
        moments.every(moment => moment.registered) &&
        figures.every(({ min, max }) => min.registered && max.registered),
      digest: digestOf(contentsOf(rows)).toString('hex'),
    },
    ...{ from, to: until, seen, stored: rows, head: head ?? { day: '0001-01-01', n: 0 } },
  }
}

export interface SignedReceipt {
  readonly code: string
  /** What its QR code says. */
  readonly url: string
  /** Epoch ms. */
  readonly issued_at: number
}
/** Issues a receipt about an extract: it is kept, and its code says who signed it. */
export async function signReceipt(
  ctx: Context,
  caller: Pick<Caller, 'customer_id' | 'user_id'>,
  vehicle: VisibleVehicle,
  { register, from, to, seen, stored, head }: Extract,
): Promise<SignedReceipt> {
  const signs = await signer(ctx)
  const company = await ctx.db
    .selectFrom('customers')
    .select(['name', 'timezone'])
    .where('id', '=', caller.customer_id)
    .executeTakeFirstOrThrow()
  const { plate } = await ctx.db
    .selectFrom('vehicles')
    .select('plate')
    .where('id', '=', vehicle.vehicle_id)
    .executeTakeFirstOrThrow()
  const contents = contentsOf(stored)
  const receipt: Receipt = {
    id: randomBytes(8).toString('hex'),
    customer_id: caller.customer_id,
    vehicle_id: vehicle.vehicle_id,
    user_id: caller.user_id,
    company: company.name,
    plate,
    timezone: company.timezone,
    period_from: from,
    period_to: to,
    statistics: register.statistics,
    findings: {
      excursions: register.excursions,
      verdict: register.verdict,
      samples: register.rows.length,
    },
    seen: seen.map(s => [s.from, s.to]),
    head,
    marks: marksOf(contents),
    contents: digestOf(contents),
    // whole seconds, as it is printed
    issued_at: Math.floor(ctx.now() / SECOND) * SECOND,
    key_id: signs.key_id,
  }
  const signed = signedPart(receipt)
  const { head: _, period_from, period_to, issued_at, ...rest } = receipt
  await ctx.db
    .insertInto('receipts')
    .values({
      ...rest,
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
  const code = writeCode(signed, signs.sign(signed))
  return { code, url: `${ctx.config.publicUrl}/verify?c=${code}`, issued_at }
}

async function receiptOf(ctx: Context, id: string): Promise<Receipt | null> {
  const row = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { head_day, head_n, period_from, period_to, issued_at, ...rest } = row
  return {
    ...rest,
    period_from: period_from.getTime(),
    period_to: period_to.getTime(),
    issued_at: issued_at.getTime(),
    head: { day: head_day, n: head_n },
  }
}

const nothing = (outcome: Verification['outcome']): Verification => ({
  outcome,
  receipt: null,
  fault: null,
})

/** What a code says: who signed it, and whether the register still says what the receipt said. */
export async function verifyCode(ctx: Context, text: string): Promise<Verification> {
  const code = readCode(text.trim())
  if (code === null) return nothing('unreadable')
  const trusted = await trustedKeys(ctx)
  if (!trusted.has(code.key_id)) return nothing('foreign')
  if (!isSigned(trusted, code.key_id, code.signed, code.signature)) return nothing('forged')
  const receipt = await receiptOf(ctx, code.receipt_id)
  if (receipt === null) return nothing('forgotten')
  // its own record was changed: nothing that it says can be believed
  if (!digestOfReceipt(receipt).equals(code.digest))
    return { ...nothing('altered'), fault: { kind: 'receipt', at: null } }
  const { company, plate, period_from, period_to, timezone, issued_at, findings } = receipt
  const figures = {
    statistics: receipt.statistics.map(wholeStatistic),
    excursions: [...(findings?.excursions ?? [])],
    verdict: findings?.verdict ?? null,
  }
  const said = {
    company,
    plate,
    period_from: iso(period_from),
    period_to: iso(period_to),
    timezone,
    issued_at: iso(issued_at),
    ...figures,
  }
  const signed = readMarks(receipt.marks)
  const contents = contentsOf(
    await seenRows(
      ctx,
      receipt.vehicle_id,
      receipt.seen.map(([from, to]) => ({ from, to })),
      receipt.head,
    ),
  )
  const about = { ...said, samples: findings?.samples ?? signed.length }
  const difference = firstDifference(signed, readMarks(marksOf(contents)))
  if (difference === null && digestOf(contents).equals(receipt.contents))
    return { outcome: 'genuine', receipt: about, fault: null }
  if (difference?.kind === 'removed' && (await isForgotten(ctx, receipt)))
    return { outcome: 'forgotten', receipt: about, fault: null }
  return {
    outcome: 'altered',
    receipt: about,
    fault: {
      kind: difference?.kind ?? 'altered',
      at: difference === null ? null : iso(difference.at),
    },
  }
}
/** A statistic of version 1 says less. */
const wholeStatistic = (statistic: Statistic): Statistic => ({ ...UNTOLD, ...statistic })
const UNTOLD = {
  min_at: null,
  max_at: null,
  minutes_outside: null,
  completeness: null,
  registered: null,
}

/** Days that the period touches went after their time. */
async function isForgotten(
  ctx: Context,
  { vehicle_id, period_from, period_to }: Receipt,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from register_days where vehicle_id = ${vehicle_id} and forgotten_at is not null
    and day between ${iso(period_from)}::date - 1 and ${iso(period_to)}::date + 1 limit 1`.execute(
      ctx.db,
    )
  return rows.length > 0
}
