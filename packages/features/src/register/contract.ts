// The temperature register: what cold vehicles measured, sample after sample, so that nobody can change it unseen; and what anybody may ask of a receipt (decisions 12).
import { endpoint, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const sensors = ['T1', 'T2', 'T3', 'T4'] as const
export const Sensor = z.enum(sensors)
export type Sensor = z.infer<typeof Sensor>
const celsius = z.number().nullable()

/** Why a row was not written in its turn: nothing was known of its moment before, or something else. */
export const Reason = z.enum(['late', 'corrected'])
export type Reason = z.infer<typeof Reason>

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
  /** Sensors that were off the setpoint of their compartment by more than the vehicle's tolerance. */
  out: z.array(Sensor),
  /** At least one was. */
  marked: z.boolean(),
  reason: Reason.nullable(),
})
export type RegisterRow = z.infer<typeof RegisterRow>

/** Of one sensor over a period; only of what was measured. */
export const Statistic = z.object({ sensor: Sensor, min: z.number(), max: z.number(), average: z.number(), samples: z.int() })
export type Statistic = z.infer<typeof Statistic>
export const Gap = z.object({ from: Instant, to: Instant })
export type Gap = z.infer<typeof Gap>

export const Register = z.object({
  /** Seconds between two rows, as the vehicle is set now. */
  interval: z.int(),
  rows: z.array(RegisterRow),
  /** Sensors that measured something, in their order. */
  statistics: z.array(Statistic),
  /** Stretches of the period that have no row. */
  gaps: z.array(Gap),
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
    })
    .nullable(),
  /** The first row that is not as it was: its moment, and what happened to it; `receipt`: it is the receipt's own record. */
  fault: z.object({ kind: Fault, at: Instant.nullable() }).nullable(),
})
export type Verification = z.infer<typeof Verification>

export const verify = endpoint({
  method: 'GET',
  path: '/verify',
  summary: 'Whether a temperature receipt is genuine, by the code that is printed on it; for anybody',
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
