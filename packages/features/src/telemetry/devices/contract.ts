// Devices as the owner of their vehicles sees them: the last report of each, and whether it is
// silent for longer than usual.
import { ById, endpoint, Id, Instant, optionalFilter } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { create, Status, VehicleActive } from '../../fleet/vehicles/contract.ts'
import { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import { WiredDevice, Wiring, WiringForm } from '../registry/contract.ts'

/**
 * A device that is mounted in a vehicle of the caller's customer; only vehicles with `active` 2.
 * `unit_code` is the IMEI where the device has no code of its own.
 */
const Unit = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  unit_code: z.string(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  fleet_id: Id.nullable(),
  active: z.literal(2),
  status: Status,
  /** Newest of message and keep-alive. */
  last_seen_at: Instant.nullable(),
  message_datetime: Instant.nullable(),
  /** Since when the device has been silent for longer than usual; null: it is not, or it never sent anything. */
  silent_since: Instant.nullable(),
})
/**
 * The newest values that the device reported; null: never reported, or hidden because the agreement is missing. Volts, percent; `gsm_signal` 0–5;
 * `reporting_interval` in seconds while the vehicle moves.
 */
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
  /** Messages since midnight in the customer's time zone. */
  messages_today: z.int(),
})
export type Device = z.infer<typeof Device>
export type DeviceItem = z.infer<typeof Unit>

export const devices = part(
  resource('devices', {
    record: Device,
    form: z.object({}),
    search: ['unit_code', 'plate', 'model', 'serial'],
    item: Unit,
    list_query: {
      fleet_id: Id.optional(),
      vehicle_id: Id.optional(),
      active: optionalFilter(VehicleActive),
    },
  }),
  'list',
  'all',
  'one',
)

const ofDevice = {
  allow: 'edit',
  scope: { record: 'devices' },
  switch: create.switch,
  params: ById,
} as const
export const wiring = endpoint({
  ...ofDevice,
  method: 'GET',
  path: '/devices/:id/wiring',
  summary:
    'What the inputs of an own device mean, and how they changed within the last minutes, the newest change first; only where the provider allows it',
  reply: WiredDevice,
})
export const setWiring = endpoint({
  ...ofDevice,
  method: 'PUT',
  path: '/devices/:id/wiring',
  summary:
    'Say what inputs of an own device mean; meanings that are not named stay, an empty word removes; only where the provider allows it',
  body: WiringForm,
  reply: Wiring,
})
