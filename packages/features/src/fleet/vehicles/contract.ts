// The vehicle: its types, its record, what its owner changes, and the number of vehicles by status.
import {
  ById,
  endpoint,
  FileReply,
  Id,
  Instant,
  optionalFilter,
  Page,
  PageMeta,
  text,
} from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { changesOf, optional, SearchWords } from '@flotta/core/resource.ts'
import { motions } from '@flotta/core/telemetry.ts'
import { z } from 'zod'
import { Configuration } from '../../people/customers/contract.ts'
import { NewDevice, SeenOfDevice } from '../../telemetry/registry/contract.ts'
import { ActiveAgreement } from '../agreements/contract.ts'
import { DriverName } from '../drivers/contract.ts'
import { OwnershipType, Rent, TireOwnership } from '../rents/contract.ts'
import { VehicleSubtype, VehicleType } from './values.ts'

/** Why a vehicle is no longer in the fleet. */
export const Former = z.enum(['retired', 'removed'])
export type Former = z.infer<typeof Former>

/** 0 standby, 1 connected, 2 disconnected. */
export const connectionStatus = { standby: 0, connected: 1, disconnected: 2 } as const
export const Status = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Status = z.infer<typeof Status>

/** idling: the vehicle stands with its engine on. */
export const MotionState = z.enum(motions)

/** Seconds. */
export const logIntervals = [900, 1800, 2700, 3600] as const

/**
 * An open alert on a vehicle, as pins and vehicles contain it. `ends_at`: the moment that it warns of, if any. `acknowledged`: present if somebody of the
 * company has acknowledged it.
 */
export const OpenAlert = z.object({
  alert_id: z.int(),
  customer_id: Id.nullable(),
  created_at: Instant,
  ends_at: Instant.optional(),
  acknowledged: z.literal(true).optional(),
})
export type OpenAlert = z.infer<typeof OpenAlert>

/** °C and bar. */
export const TireParameters = z.object({
  max_temp: z.number(),
  nominal_pressure: z.number(),
  max_pressure: z.number(),
})
export type TireParameters = z.infer<typeof TireParameters>
export const VehicleActive = z.union([z.literal(0), z.literal(1), z.literal(2)])

/**
 * `motion` null: unknown, or hidden from the caller; `motion_since` is cut to the time that the caller may see. `active`: 0 retired, 1 no unit, 2 unit
 * mounted. `km_offset` km, `log_interval` seconds. `odometer` km as shown (device total plus offset). Only the owner sees configurations and rental
 * contracts.
 */
export const Vehicle = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  model: z.string().nullable(),
  color: z.string().nullable(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  unit_code: z.string().nullable(),
  active: VehicleActive,
  status: Status,
  /** seconds between two messages while it moves */ reporting_interval: z.int(),
  fleet_id: Id.nullable(),
  customer_id: Id,
  owned: z.boolean(),
  km_offset: z.int(),
  log_interval: z.int(),
  odometer: z.number().nullable(),
  ownership_type: z.int(),
  tire_ownership: z.int(),
  axles_number: z.int().nullable(),
  message_datetime: Instant.nullable(),
  gps_datetime: Instant.nullable(),
  motion: MotionState.nullable(),
  motion_since: Instant.nullable(),
  alerts: z.array(OpenAlert),
  active_agreements: z.array(ActiveAgreement),
  configurations: z.array(Configuration),
  rent: Rent.nullable(),
  tire_rent: Rent.nullable(),
  tire_parameters: TireParameters,
  /** who is at its wheel: one or none */ driver_activities: z.array(
    z.object({ driver: DriverName }),
  ),
})
export type Vehicle = z.infer<typeof Vehicle>

export const StatusCount = z.object({ status: Status, total: z.int() })
export const TypeStatusCount = z.object({
  vehicle_type: VehicleType,
  status: Status,
  total: z.int(),
})

const Search = Page.extend({
  search: SearchWords.optional(),
  fleet_id: Id.optional(),
  active: optionalFilter(VehicleActive),
})

export const list = endpoint({
  method: 'GET',
  path: '/vehicles',
  summary: 'Vehicles that the caller sees, by plate',
  allow: 'view',
  scope: 'customer',
  query: Search,
  reply: z.array(Vehicle),
  meta: PageMeta,
  etag: true,
})
/** Only where the customer has SMS alerts (`alert_sms`): the number sent for the vehicle this month, in the customer's time zone. */
const SmsCount = z.int().optional()
export const VehicleWithRent = Vehicle.extend({ current_month_sms_count: SmsCount })
export type VehicleWithRent = z.infer<typeof VehicleWithRent>
export const vehiclesWithRent = endpoint({
  ...list,
  path: '/vehicles/with-rent',
  summary:
    'Vehicles that the caller sees, by plate, with their rental contract and, with SMS alerts, the messages of this month',
  reply: z.array(VehicleWithRent),
})
/** For selects and the table. Missing and default values are left out, so that 10,000 items stay small. */
export const VehicleItem = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  fleet_id: Id.nullable(),
  model: z.string().optional(),
  color: z.string().optional(),
  unit_code: z.string().optional(),
  /** left out: 2, a unit is mounted */ active: VehicleActive.optional(),
  /** left out: it is the caller's own */ owned: z.literal(false).optional(),
  current_month_sms_count: SmsCount,
})
export type VehicleItem = z.infer<typeof VehicleItem>
/** A vehicle in the global search; `color` is its fleet's, else its own. */
export const VehicleSearchResult = z.object({
  id: Id,
  color: z.string().nullable(),
  plate: z.string(),
  serial: z.string().nullable(),
  vehicle_type: VehicleType,
})
export const all = endpoint({
  method: 'GET',
  path: '/vehicles/all',
  summary: 'All vehicles that the caller sees, for pickers and tables',
  allow: 'view',
  scope: 'customer',
  reply: z.array(VehicleItem),
  etag: true,
})
export const vehicleById = endpoint({
  method: 'GET',
  path: '/vehicles/:id',
  summary: 'One vehicle',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: Vehicle,
  etag: true,
})
/** The form that the provider uses too; `color` as `#rrggbb`, or unchanged as it is stored. */
export const VehicleForm = z.object({
  plate: nameText(20).transform(s => s.toUpperCase()),
  serial: optional(text(50)),
  model: optional(text(100)),
  color: optional(text(30)),
  vehicle_type: VehicleType,
  /** of type U only */ vehicle_subtype: z
    .preprocess(s => (s === '' ? null : s), VehicleSubtype.nullable())
    .default(null),
  /** An empty value takes a parameter back to its default; those that are not named stay. */ configurations:
    z.array(Configuration).max(100).default([]),
})
export type VehicleForm = z.infer<typeof VehicleForm>
export const update = endpoint({
  method: 'PUT',
  path: '/vehicles/:id',
  summary:
    'Change an own vehicle; a field left out keeps its value, null or "" clears an optional one; with If-Match 409 when its record changed since',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ById,
  heeds: ['If-Match'],
  body: changesOf(VehicleForm),
  reply: Vehicle,
})
/** What can be created together with a vehicle: its tracker, and services of its owner by their ids. */
export const NewVehicle = z.object({
  device: NewDevice.nullable().default(null),
  agreements: z.array(Id).max(100).default([]),
})
const SELF_SERVICE = 'self_service'
export const create = endpoint({
  method: 'POST',
  path: '/vehicles',
  summary:
    'Add a vehicle to the own company, with its tracker and with services that the company holds; with Idempotency-Key the same request within 24 h adds none again; only where the provider allows it',
  allow: 'edit',
  scope: 'customer',
  switch: SELF_SERVICE,
  heeds: ['Idempotency-Key'],
  body: VehicleForm.extend(NewVehicle.shape),
  reply: Vehicle,
  status: 201,
})
/** The most vehicles of one call. */
const MOST_NEW = 1_000
export const createMany = endpoint({
  method: 'POST',
  path: '/vehicles/bulk',
  summary:
    'Add many vehicles to the own company, all or none, as one is added; with Idempotency-Key the same request within 24 h adds none again; only where the provider allows it',
  allow: 'edit',
  scope: 'customer',
  switch: SELF_SERVICE,
  heeds: ['Idempotency-Key'],
  body: z.array(create.body).min(1).max(MOST_NEW),
  body_limit: 4_000_000,
  reply: z.array(z.object({ id: Id, plate: z.string() })),
  status: 201,
})
export const remove = endpoint({
  method: 'DELETE',
  path: '/vehicles/:id',
  summary: 'Remove an own vehicle and its tracker; only where the provider allows it',
  allow: 'edit',
  scope: { vehicle: 'own' },
  switch: SELF_SERVICE,
  params: ById,
  reply: z.null(),
  status: 204,
})
export const check = endpoint({
  method: 'GET',
  path: '/vehicles/:id/check',
  summary:
    'When the server first heard the tracker of an own vehicle, knew it, and saw its position, ignition, supply and sensors; null: not yet',
  allow: 'edit',
  scope: { vehicle: 'own' },
  switch: SELF_SERVICE,
  params: ById,
  reply: SeenOfDevice,
})
export const setOwnershipType = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/ownership_type',
  summary: 'Say whose the vehicle is: 0 owned, 1 rental, 2 leasing',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ById,
  body: z.object({ ownership_type: OwnershipType }),
  reply: Vehicle,
})
export const setTireOwnership = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/tire_ownership',
  summary: 'Say whose the tyres are: 0 own, 1 rented',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ById,
  body: z.object({ tire_ownership: TireOwnership }),
  reply: Vehicle,
})

export const types = endpoint({
  method: 'GET',
  path: '/vehicles/types',
  summary: 'The types of vehicles, by their letters, in the reader’s language',
  allow: 'view',
  scope: 'none',
  reply: z.array(
    z.object({ id: VehicleType, name: z.string(), subtypes: z.array(VehicleSubtype) }),
  ),
  etag: true,
})
export const typeImage = endpoint({
  method: 'GET',
  path: '/vehicles/type/:id/image',
  summary: 'The picture of a type of vehicle, by its letter: SVG',
  allow: 'view',
  scope: 'none',
  params: z.object({ id: z.string().max(20) }),
  reply: FileReply,
  kind: 'file',
})

/** Vehicles that pull trailers: motrici and trattori. */
export const tractorTypes = ['M', 'T'] as const satisfies readonly VehicleType[]
export const tractors = endpoint({
  ...list,
  path: '/tractors',
  summary: 'Tractors and rigid trucks that the caller sees, by plate',
})
export const allTractors = endpoint({
  ...all,
  path: '/tractors/all',
  summary: 'All tractors and rigid trucks that the caller sees, for pickers',
})
export const tractorById = endpoint({
  ...vehicleById,
  path: '/tractors/:id',
  summary: 'One tractor or rigid truck',
})

export const statistics = endpoint({
  method: 'GET',
  path: '/vehicles/statistics',
  summary: 'Vehicles by status',
  allow: 'view',
  scope: 'customer',
  reply: z.array(StatusCount),
  etag: true,
})
export const typesStatistics = endpoint({
  method: 'GET',
  path: '/vehicles/types/statistics',
  summary: 'Vehicles by type and status',
  allow: 'view',
  scope: 'customer',
  reply: z.array(TypeStatusCount),
  etag: true,
})
export const setLogInterval = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/log_interval',
  summary: 'Set the logging interval, seconds',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ById,
  body: z.object({ value: z.literal(logIntervals) }),
  reply: Vehicle,
})
export const setKmOffset = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/km_offset',
  summary: 'Set the odometer offset, km',
  allow: 'edit',
  scope: { vehicle: 'own' },
  params: ById,
  body: z.object({ km_offset: z.int().min(-5_000_000).max(5_000_000) }),
  reply: Vehicle,
})
