// What a device is to the provider: the box in the vehicle, known by its IMEI.
import { Id, Instant, text } from '@flotta/core/contract.ts'
import { isClockZone } from '@flotta/core/local-time.ts'
import { z } from 'zod'
import { DEVICE_NAME } from './rules.ts'

/** An IMEI, or what the device's protocol calls it by. */
export const Imei = z.string().regex(DEVICE_NAME, 'command_line.imei')

/** What is written on the unit. */
export const UnitCode = text(50)
/** Where a device may sign in from; none: from anywhere that the gateway allows. */
export const Networks = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'command_line.network'))
  .max(50)
/**
 * SHA-256 of the client certificates that a device may show over TLS, with or without colons; none:
 * it needs none. Several: while one replaces another.
 */
export const Certificates = z
  .array(
    z
      .string()
      .transform(text => text.replaceAll(':', '').toLowerCase())
      .refine(text => /^[0-9a-f]{64}$/.test(text), 'command_line.certificate'),
  )
  .max(10)
/** What its clock is set to, where it was set otherwise than it came; '' takes it away. */
export const ClockZone = z
  .string()
  .refine(text => text === '' || isClockZone(text), 'command_line.clock_zone')
/** What it signs in with, where its protocol knows passwords; '' takes it away. Fields end at a semicolon. */
export const DevicePassword = z
  .string()
  .max(64)
  .regex(/^[!-:<-~]*$/, 'command_line.device_password')
/** What the provider sets of a device; what is left out stays. */
export const DeviceSettings = z.object({
  time_zone: ClockZone.optional(),
  unit_code: UnitCode.optional(),
  password: DevicePassword.optional(),
  networks: Networks.optional(),
  certificates: Certificates.optional(),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>
/**
 * `profile`: code of the device family, default: the generic one of `protocol`; `from`: since when it is in the vehicle, default: as long
 * as neither was mounted otherwise.
 */
export const DeviceForm = z.object({
  imei: Imei,
  /** null: in none */ vehicle_id: Id.nullable(),
  protocol: z.string().min(1).optional(),
  profile: z.string().min(1).optional(),
  from: Instant.optional(),
  ...DeviceSettings.shape,
})
export type DeviceForm = z.infer<typeof DeviceForm>

/** A device that is to be made: without `profile` the generic one of its protocol; without `protocol` the one by which it knocked, else Teltonika's. */
export const NewDevice = z.object({
  identifier: Imei,
  protocol: DeviceForm.shape.protocol,
  profile: DeviceForm.shape.profile,
})
/** When the server saw each for the first time since the device was made; null: not yet. */
export const SeenOfDevice = z.object({
  heard_at: Instant.nullable(),
  known_at: Instant.nullable(),
  fix_at: Instant.nullable(),
  ignition_at: Instant.nullable(),
  supply_at: Instant.nullable(),
  sensors_at: Instant.nullable(),
})
export type SeenOfDevice = z.infer<typeof SeenOfDevice>

/** Meaning → word, `!word` for its opposite. */
export const Wiring = z.record(z.string(), z.string())
/** Meanings that are wired, each to a word of the family; '' takes one away, and those that are not named stay. */
export const WiringForm = z.object({
  wiring: z
    .record(
      z.string().regex(/^[A-Za-z]\w{0,63}$/, 'devices.wiring.odd_meaning'),
      z.string().regex(/^(!?\w{1,64})?$/, 'devices.wiring.odd_word'),
    )
    .refine(wiring => Object.keys(wiring).length <= 100, 'devices.wiring.many'),
})
/** An input, or a sensor, that the device told within the last minutes. Flags are 0 and 1, temperatures °C. */
export const DeviceInput = z.object({
  word: z.string(),
  value: z.number(),
  at: Instant,
  /** what it was before its last change; null: it did not change */ before: z.number().nullable(),
  changed_at: Instant.nullable(),
})
export type DeviceInput = z.infer<typeof DeviceInput>
/** What a device is wired to, and its inputs by their last change, the newest first. */
export const WiredDevice = z.object({ wiring: Wiring, inputs: z.array(DeviceInput) })
export type WiredDevice = z.infer<typeof WiredDevice>

export interface DeviceRecord {
  readonly id: number
  readonly imei: string
  readonly unit_code: string | null
  readonly protocol: string
  readonly profile: string
  /** Meaning → word. */
  readonly wiring: Readonly<Record<string, string>>
  /** null: in no vehicle now. */
  readonly vehicle_id: number | null
  readonly plate: string | null
  /** Its connection is open now. */
  readonly connected: boolean
  readonly last_seen_at: Date | null
  readonly address: string | null
  /** Sign-ins while an older connection was open. */
  readonly conflicts: number
  /** Until when commands are refused, as two connections claim to be it; null: they are not. */
  readonly contested_until: Date | null
  /** When two connections of it alternated last; null: not within 90 days. */
  readonly alternated_at: Date | null
  readonly networks: readonly string[]
  readonly certificates: readonly string[]
  /** It must tell a password when it signs in. */
  readonly has_password: boolean
  /** What its clock is set to; null: as it came. */
  readonly time_zone: string | null
  readonly created_at: Date
}

export interface UnclaimedDevice {
  readonly identifier: string
  readonly protocol: string
  readonly address: string
  readonly first_seen: Date
  readonly last_seen: Date
  readonly count: number
}
