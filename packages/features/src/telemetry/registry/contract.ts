// A device as the provider manages it: the box in the vehicle, identified by its IMEI.
import { Id, Instant, text } from '@flotta/core/contract.ts'
import { isClockZone } from '@flotta/core/local-time.ts'
import { z } from 'zod'
import { DEVICE_NAME } from './rules.ts'

/** An IMEI, or the name that the device's protocol uses instead. */
export const Imei = z.string().regex(DEVICE_NAME, 'command_line.imei')

/** The code that is printed on the device. */
export const UnitCode = text(50)
/** The networks from which a device may sign in; empty: any that the gateway allows. */
export const Networks = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'command_line.network'))
  .max(50)
/**
 * SHA-256 of the client certificates that a device may show over TLS, with or without colons; empty: it needs none. More than one while one replaces another.
 */
export const Certificates = z
  .array(
    z
      .string()
      .transform(text => text.replaceAll(':', '').toLowerCase())
      .refine(text => /^[0-9a-f]{64}$/.test(text), 'command_line.certificate'),
  )
  .max(10)
/** The time zone of the device's clock where it differs from the protocol's; '' removes it. */
export const ClockZone = z
  .string()
  .refine(text => text === '' || isClockZone(text), 'command_line.clock_zone')
/** The password that the device signs in with, where its protocol has one; '' removes it. Some protocols end a field at a semicolon, so it has none. */
export const DevicePassword = z
  .string()
  .max(64)
  .regex(/^[!-:<-~]*$/, 'command_line.device_password')
/** The settings of a device that the provider makes; missing ones stay unchanged. */
export const DeviceSettings = z.object({
  time_zone: ClockZone.optional(),
  unit_code: UnitCode.optional(),
  password: DevicePassword.optional(),
  networks: Networks.optional(),
  certificates: Certificates.optional(),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>
/**
 * `profile`: code of the device family, default: the generic one of `protocol`; `from`: since when the device is in the vehicle, default: as early as neither
 * was mounted otherwise.
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

/** A new device. Without `profile` it gets the generic one of its protocol; without `protocol` the one with which it knocked, else Teltonika's. */
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
/** Meanings to wire, each to a word of the family; '' removes the wiring, and other meanings stay unchanged. */
export const WiringForm = z.object({
  wiring: z
    .record(
      z.string().regex(/^[A-Za-z]\w{0,63}$/, 'devices.wiring.odd_meaning'),
      z.string().regex(/^(!?\w{1,64})?$/, 'devices.wiring.odd_word'),
    )
    .refine(wiring => Object.keys(wiring).length <= 100, 'devices.wiring.many'),
})
/** An input or a sensor that the device reported within the last minutes. Flags are 0 and 1, temperatures °C. */
export const DeviceInput = z.object({
  word: z.string(),
  value: z.number(),
  at: Instant,
  /** what it was before its last change; null: it did not change */ before: z.number().nullable(),
  changed_at: Instant.nullable(),
})
export type DeviceInput = z.infer<typeof DeviceInput>
/** The wiring of a device, and its inputs with the newest change first. */
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
  /** Until when commands are refused because two connections sign in as this device; null: they are allowed. */
  readonly contested_until: Date | null
  /** When two connections last alternated; null: not within 90 days. */
  readonly alternated_at: Date | null
  readonly networks: readonly string[]
  readonly certificates: readonly string[]
  /** The device must send a password when it signs in. */
  readonly has_password: boolean
  /** The time zone of its clock; null: the protocol's. */
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
