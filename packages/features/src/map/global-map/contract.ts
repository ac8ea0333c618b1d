// The global map: the pin of every vehicle that the caller may see.
import { ById, endpoint, FileReply, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { MotionState, OpenAlert, Status } from '../../fleet/vehicles/contract.ts'
import { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'

/**
 * The last position of a vehicle for the map. Fields without a value are left out, so that
 * 10,000 pins stay small; `id` equals `vehicle_id`. Latitude and longitude are absent until a first
 * fix, or where the caller may not see the position.
 */
export const Pin = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  status: Status,
  /** seconds between two messages while it moves; left out: 60 */ reporting_interval: z
    .int()
    .optional(),
  serial: z.string().optional(),
  model: z.string().optional(),
  color: z.string().optional(),
  vehicle_subtype: VehicleSubtype.optional(),
  fleet_id: Id.optional(),
  unit_code: z.string().optional(),
  driver: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  /** The newest position lies in a private trip. */
  private: z.literal(true).optional(),
  message_datetime: Instant.optional(),
  gps_datetime: Instant.optional(),
  /** degrees */ direction: z.number().optional(),
  /** km/h */ speed: z.number().optional(),
  moving: z.boolean().optional(),
  /** null: no engine was reported */ motion: MotionState.nullable(),
  motion_since: Instant.nullable(),
  ignition: z.boolean().optional(),
  /** fridge on 1, off 0 */ overall_status: z.int().optional(),
  /** 1: supplied from outside, else 0. */
  general_status: z.int().optional(),
  /** °C */ T1: z.number().optional(),
  T2: z.number().optional(),
  T3: z.number().optional(),
  T4: z.number().optional(),
  /** °C */ setpoint_t1: z.number().optional(),
  setpoint_t2: z.number().optional(),
  setpoint_t3: z.number().optional(),
  /** as configured; left out: 4 */ fridge_temperature_sensors_number: z.int().optional(),
  /** as configured; left out: 1 */ fridge_compartments_number: z.int().optional(),
  active_alerts: z.array(OpenAlert).optional(),
  /** ids of the agreements active now for the caller's customer */ active_agreements: z
    .array(z.int())
    .optional(),
})
export type Pin = z.infer<typeof Pin>

export const pins = endpoint({
  method: 'GET',
  path: '/pins',
  summary: 'The last position and status of every vehicle that the caller sees',
  allow: 'view',
  scope: 'customer',
  reply: z.array(Pin),
  etag: true,
})
/** Pins are not paged, so that pickers get the whole list. */
export const allPins = endpoint({
  ...pins,
  path: '/pins/all',
  summary: 'The same as the list of pins',
})
export const onePin = endpoint({
  method: 'GET',
  path: '/pins/:id',
  summary: 'The last position and status of one vehicle',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: Pin,
  etag: true,
})

const Coordinate = z.coerce.number<number>().int().min(0).max(4_194_303)
/**
 * Tiles pass through the server, so that the provider sees neither our users nor the places they look at. Only where
 * satellite images are configured and the customer has them.
 */
export const satelliteTile = endpoint({
  method: 'GET',
  path: '/tiles/satellite/:z/:x/:y',
  summary: 'One tile of the satellite layer',
  allow: 'view',
  scope: 'customer',
  params: z.object({
    z: z.coerce.number<number>().int().min(0).max(22),
    x: Coordinate,
    y: Coordinate,
  }),
  reply: FileReply,
  kind: 'file',
})
