// The temperature register: the measurements of cold vehicles, sample by sample, so that nobody can change them unnoticed; and the verification of receipts, which is open to everybody.
import { ById, endpoint, Instant, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { sensors } from '../../services/eyecold/rules.ts'

export const Sensor = z.enum(sensors)
const celsius = z.number().nullable()

/** Why a row was not written in order. `late`: the moment had no values before; `corrected`: it had other values. */
export const Reason = z.enum(['late', 'corrected'])
export type Reason = z.infer<typeof Reason>

/** What a sensor measured since the moment before: the time of the last reading, and the lowest and highest value with their times. null: no reading since. */
export const RowExtremes = z.object({
  sensor: Sensor,
  last_at: Instant,
  min: celsius,
  min_at: Instant.nullable(),
  max: celsius,
  max_at: Instant.nullable(),
})
/** The values at `at`, a moment of the vehicle's log interval, in °C; null: unknown. A moment without any value has no row. */
export const RegisterRow = z.object({
  at: Instant,
  T1: celsius,
  T2: celsius,
  T3: celsius,
  T4: celsius,
  setpoint_t1: celsius,
  setpoint_t2: celsius,
  setpoint_t3: celsius,
  /** For the sensors that have a temperature. Empty in rows from before extremes were registered. */
  extremes: z.array(RowExtremes),
  /** Sensors that were off the setpoint of their compartment by more than the vehicle's tolerance, at the moment or since the moment before. */
  out: z.array(Sensor),
  /** At least one sensor was out of range. */
  marked: z.boolean(),
  reason: Reason.nullable(),
  /** False: the register does not have the row; it was computed from the readings. */
  registered: z.boolean(),
})
export type RegisterRow = z.infer<typeof RegisterRow>

/** The figures of one sensor over a period, from all its readings. null: the receipt is older than the figure. */
export const Statistic = z.object({
  sensor: Sensor,
  min: z.number(),
  min_at: Instant.nullable(),
  max: z.number(),
  max_at: Instant.nullable(),
  /** Weighted by time. */
  average: z.number(),
  /** The mean kinetic temperature (USP ⟨1079.2⟩), weighted by time. */
  mean_kinetic: z.number().nullable(),
  /** The number of readings. */
  samples: z.int(),
  /** Whole minutes beyond its limits. */
  minutes_outside: z.int().nullable(),
  /** How much of the period is covered by readings of this sensor, in percent with one decimal. */
  completeness: z.number().nullable(),
  /** Both extremes are in the register. */
  registered: z.boolean().nullable(),
})
export type Statistic = z.infer<typeof Statistic>

/** A time in which a sensor was farther from the setpoint of its compartment than the tolerance at that time. */
export const Excursion = z.object({
  sensor: Sensor,
  from: Instant,
  to: Instant,
  minutes: z.int(),
  /** The reading farthest beyond the limits. */
  peak: z.number(),
  peak_at: Instant,
  cause: z.enum(['door', 'defrost', 'off']).nullable(),
  /** The peak is in the register. */
  registered: z.boolean(),
})
export type Excursion = z.infer<typeof Excursion>
/** outside: an excursion lasted longer than the dwell of the temperature alert · unknown: no setpoint was known at any time */
export const Verdict = z.enum(['within', 'outside', 'unknown'])
export type Verdict = z.infer<typeof Verdict>

/** The limits of a sensor in a time: the setpoint of its compartment, and the tolerance to each side, °C. */
export const LimitStretch = z.object({
  sensor: Sensor,
  /** Counted from 1. */
  compartment: z.int(),
  from: Instant,
  to: Instant,
  setpoint: z.number(),
  tolerance: z.number(),
})
export type LimitStretch = z.infer<typeof LimitStretch>
/** A time in which a door was open, a compartment defrosted, or the unit was off. */
export const ConditionStretch = z.object({
  kind: z.enum(['door', 'defrost', 'off']),
  from: Instant,
  to: Instant,
})
export type ConditionStretch = z.infer<typeof ConditionStretch>
/** A temperature sensor as it was entered for the vehicle; null: nobody entered it. */
export const SensorData = z.object({
  sensor: Sensor,
  serial: z.string().nullable(),
  /** The day of its last check. */
  checked: z.string().nullable(),
})
export type SensorData = z.infer<typeof SensorData>

export const Gap = z.object({ from: Instant, to: Instant })
export type Gap = z.infer<typeof Gap>

export const Register = z.object({
  /** Seconds between two rows, by the vehicle's present setting. */
  interval: z.int(),
  rows: z.array(RegisterRow),
  /** Sensors that measured something, in their order. */
  statistics: z.array(Statistic),
  excursions: z.array(Excursion),
  verdict: Verdict,
  /** The limits that were known while the sensors measured. */
  limits: z.array(LimitStretch),
  /** What may explain warm stretches, in the order of time. */
  conditions: z.array(ConditionStretch),
  /** The sensors that measured something. */
  sensors: z.array(SensorData),
  /** Times within the period in which no sensor measured anything. */
  gaps: z.array(Gap),
  /** When the first device was mounted on the vehicle, where that is within the period. */
  since: Instant.nullable(),
  /** Everything in the extract is in the register. */
  registered: z.boolean(),
  /** SHA-256 of the rows as the register has them, hex. */
  digest: z.string(),
})
export type Register = z.infer<typeof Register>

/** The temperatures of a period as figures: °C, minutes; the verdict counts excursions that last longer than the dwell of the temperature alert. */
export const TemperatureFigures = Register.pick({
  statistics: true,
  excursions: true,
  verdict: true,
  limits: true,
  gaps: true,
  since: true,
})
export type TemperatureFigures = z.infer<typeof TemperatureFigures>
export const temperatures = endpoint({
  method: 'GET',
  path: '/services/eyecold/:id/temperatures',
  summary:
    'Lowest, highest and mean temperature of each sensor in a period (31 days at most), excursions and verdict, as receipts and reports show them',
  allow: 'view',
  scope: { vehicle: 'visible', agreements: [agreement.eyecold, agreement.fridge] },
  params: ById,
  query: Period,
  reply: TemperatureFigures,
})

/** What the verification of a code found. */
export const Outcome = z.enum([
  // signed here, and every row is as it was when it was printed
  'genuine',
  // signed here, but the register has changed since
  'altered',
  // signed here, but the rows were deleted after their retention
  'forgotten',
  // complete, but signed with a key of another installation
  'foreign',
  // names one of our keys, but does not have its signature
  'forged',
  // cut, mistyped or something else altogether
  'unreadable',
])
export type Outcome = z.infer<typeof Outcome>

export const Fault = z.enum(['altered', 'removed', 'inserted', 'moved', 'receipt'])
export type Fault = z.infer<typeof Fault>

export const Verification = z.object({
  outcome: Outcome,
  /** Only for a receipt of this installation. */
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
      /** null: the receipt is from before receipts had verdicts. */
      verdict: Verdict.nullable(),
    })
    .nullable(),
  /** The first row that differs: its moment, and what happened to it. `receipt`: the stored receipt itself was changed. */
  fault: z.object({ kind: Fault, at: Instant.nullable() }).nullable(),
})
export type Verification = z.infer<typeof Verification>

/** Characters of a code at most; no receipt has more. */
export const CODE_MAX = 400

export const verify = endpoint({
  method: 'GET',
  path: '/verify',
  summary:
    'Whether a temperature receipt is genuine, by the code in its QR code or the short one that is printed below; for anybody',
  allow: 'anyone',
  scope: 'none',
  query: z.object({ c: z.string().max(CODE_MAX) }),
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
  etag: true,
  reply: z.array(SigningKey),
})
