// The device: the box in the vehicle, known by its IMEI; to the provider, who mounts it, and to the vehicle's owner, who sees what it last said.
import { Id, Instant, text } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Status, VehicleSubtype, VehicleType } from '../vehicles/contract.ts'
import { NAME } from './rules.ts'

/** An IMEI, or what the device's protocol calls it by. */
export const Imei = z.string().regex(NAME, 'provider.imei')

/** What is written on the unit. */
export const UnitCode = text(50)
/** `profile`: code of the device family; `from`: since when it is in the vehicle, default: as long as neither was mounted otherwise. */
export const DeviceForm = z.object({ imei: Imei, vehicle_id: Id, profile: z.string().min(1), from: Instant.optional(), unit_code: UnitCode.optional() })
export type DeviceForm = z.infer<typeof DeviceForm>

export interface DeviceRecord {
  readonly id: number
  readonly imei: string
  readonly unit_code: string | null
  readonly protocol: string
  readonly profile: string
  /** null: in no vehicle now. */
  readonly vehicle_id: number | null
  readonly plate: string | null
  /** Its connection is open now. */
  readonly connected: boolean
  readonly last_seen_at: Date | null
  readonly address: string | null
  /** Sign-ins while an older connection was open. */
  readonly conflicts: number
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

/** A unit mounted in a vehicle of the caller's customer (P §2 "Devices screen": vehicles with `active` 2). `unit_code`: its own, else its IMEI. */
const Unit = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  unit_code: z.string(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  active: z.literal(2),
  status: Status,
  /** Newest of message and keep-alive. */
  last_seen_at: Instant.nullable(),
  message_datetime: Instant.nullable(),
  /** Since when its silence is longer than usual; null: it is not, or nothing was ever heard. */
  silent_since: Instant.nullable(),
})
/** What it last said; null: never told, or not to be seen without its agreement. Volts, percent; `gsm_signal` 0–5; `reporting_interval` seconds while it moves. */
export const Device = Unit.extend({
  imei: z.string(),
  profile: z.string(),
  protocol: z.string(),
  reporting_interval: z.int(),
  mounted_from: Instant,
  gsm_signal: z.number().nullable(),
  external_voltage: z.number().nullable(),
  battery_voltage: z.number().nullable(),
  battery_capacity: z.number().nullable(),
  firmware: z.string().nullable(),
  /** Since midnight on the customer's clocks. */
  messages_today: z.int(),
})
export type Device = z.infer<typeof Device>
export type DeviceItem = z.infer<typeof Unit>

export const devices = part(
  resource('devices', { record: Device, form: z.object({}), search: ['unit_code', 'plate', 'model', 'serial'], item: Unit }),
  'list',
  'all',
  'one',
)
