// The temperature register: what cold vehicles measured, sample after sample, so that nobody can change it unseen; and what anybody may ask of a receipt (decisions 12).
import { endpoint, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { sensors } from '../../services/eyecold/rules.ts'

export const Sensor = z.enum(sensors)
const celsius = z.number().nullable()

/** Why a row was not written in its turn: nothing was known of its moment before, or something else. */
export const Reason = z.enum(['late', 'corrected'])
export type Reason = z.infer<typeof Reason>

/** What a sensor told since the moment before: the last time that it was read, the lowest and the highest with their times; null: it told nothing since. */
export const RowExtremes = z.object({
  sensor: Sensor,
  last_at: Instant,
  min: celsius,
  min_at: Instant.nullable(),
  max: celsius,
  max_at: Instant.nullable(),
})
/** What held at `at`, a moment of the vehicle's log interval: °C, null where nothing was told. A moment of which nothing is known has no row. */
export const RegisterRow = z.object({
  at: Instant,
  T1: celsius,
  T2: celsius,
  T3: celsius,
  T4: celsius,
  setpoint_t1: celsius,
  setpoint_t2: celsius,
  setpoint_t3: celsius,
  /** Of the sensors that have a temperature. Empty in rows that were registered before they told extremes. */
  extremes: z.array(RowExtremes),
  /** Sensors that were off the setpoint of their compartment by more than the vehicle's tolerance, at the moment or since the one before. */
  out: z.array(Sensor),
  /** At least one was. */
  marked: z.boolean(),
  reason: Reason.nullable(),
  /** False: the register does not have it; it follows from the readings. */
  registered: z.boolean(),
})
export type RegisterRow = z.infer<typeof RegisterRow>

/** Of one sensor over a period, of all that was read; only of what was measured. Null: the receipt is older than the figure. */
export const Statistic = z.object({
  sensor: Sensor,
  min: z.number(),
  min_at: Instant.nullable(),
  max: z.number(),
  max_at: Instant.nullable(),
  /** Weighted by time. */
  average: z.number(),
  /** Readings. */
  samples: z.int(),
  /** Whole minutes beyond its limits. */
  minutes_outside: z.int().nullable(),
  /** How much of the period is known of this sensor, percent with one decimal. */
  completeness: z.number().nullable(),
  /** Both extremes stand in the register. */
  registered: z.boolean().nullable(),
})
export type Statistic = z.infer<typeof Statistic>

/** A stretch in which a sensor was beyond the setpoint of its compartment ± the tolerance of then. */
export const Excursion = z.object({
  sensor: Sensor,
  from: Instant,
  to: Instant,
  minutes: z.int(),
  /** The reading farthest beyond the limits. */
  peak: z.number(),
  peak_at: Instant,
  cause: z.enum(['door', 'defrost', 'off']).nullable(),
  /** The peak stands in the register. */
  registered: z.boolean(),
})
export type Excursion = z.infer<typeof Excursion>
/** outside: an excursion lasted longer than the alert of the temperatures waits · unknown: no setpoint was known at any time. */
export const Verdict = z.enum(['within', 'outside', 'unknown'])
export type Verdict = z.infer<typeof Verdict>

export const Gap = z.object({ from: Instant, to: Instant })
export type Gap = z.infer<typeof Gap>

export const Register = z.object({
  /** Seconds between two rows, as the vehicle is set now. */
  interval: z.int(),
  rows: z.array(RegisterRow),
  /** Sensors that measured something, in their order. */
  statistics: z.array(Statistic),
  excursions: z.array(Excursion),
  verdict: Verdict,
  /** Stretches of the period in which no sensor told anything. */
  gaps: z.array(Gap),
  /** When the first device came to the vehicle, where that lies in the period. */
  since: Instant.nullable(),
  /** All that is told stands in the register. */
  registered: z.boolean(),
  /** SHA-256 over the rows as they stand in the register, hex. */
  digest: z.string(),
})
export type Register = z.infer<typeof Register>

/** What a code says about a receipt. */
export const Outcome = z.enum([
  // signed here, and every row is as it was when it was printed
  'genuine',
  // signed here, but the register does not say any more what it said then
  'altered',
  // signed here, and since forgotten, as its time to be kept has passed
  'forgotten',
  // whole, but signed by a key that is none of this installation's
  'foreign',
  // bears a name of our key and not its signature
  'forged',
  // cut, mistyped or something else altogether
  'unreadable',
])
export type Outcome = z.infer<typeof Outcome>

export const Fault = z.enum(['altered', 'removed', 'inserted', 'moved', 'receipt'])
export type Fault = z.infer<typeof Fault>

export const Verification = z.object({
  outcome: Outcome,
  /** Of a receipt of ours alone. */
  receipt: z
    .object({
      company: z.string(),
      plate: z.string(),
      period_from: Instant,
      period_to: Instant,
      timezone: z.string(),
      issued_at: Instant,
      samples: z.int(),
      statistics: z.array(Statistic),
      excursions: z.array(Excursion),
      /** Null: the receipt is older than verdicts. */
      verdict: Verdict.nullable(),
    })
    .nullable(),
  /** The first row that is not as it was: its moment, and what happened to it; `receipt`: it is the receipt's own record. */
  fault: z.object({ kind: Fault, at: Instant.nullable() }).nullable(),
})
export type Verification = z.infer<typeof Verification>

export const verify = endpoint({
  method: 'GET',
  path: '/verify',
  summary:
    'Whether a temperature receipt is genuine, by the code that is printed on it; for anybody',
  allow: 'anyone',
  scope: 'none',
  query: z.object({ c: z.string().max(400) }),
  reply: Verification,
})

export const SigningKey = z.object({
  id: z.string(),
  /** Ed25519, base64url of its 32 bytes. */
  public_key: z.string(),
  since: Instant,
  retired_at: Instant.nullable(),
})
export const keys = endpoint({
  method: 'GET',
  path: '/register/keys',
  summary: 'The public keys that sign the days of the temperature register and its receipts',
  allow: 'anyone',
  scope: 'none',
  reply: z.array(SigningKey),
})
