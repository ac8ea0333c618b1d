// The vehicle: its types, its record, its numbers by status (P §3, §7, S §3).
import { ById, endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { ActiveAgreement } from '../agreements/contract.ts'
import { Configuration } from '../customers/contract.ts'

/** M Motrice, P Transpallet, R Rimorchio, S Semirimorchio, V Van, T Trattore, C Centinato, U Autovettura (P §3). */
export const VehicleType = z.enum(['M', 'P', 'R', 'S', 'V', 'T', 'C', 'U'])
export type VehicleType = z.infer<typeof VehicleType>
/** Of type U only (P §2). */
export const VehicleSubtype = z.enum(['none', 'pickup', 'city_car', 'berlina', 'suv', 'electric'])
export type VehicleSubtype = z.infer<typeof VehicleSubtype>

/** 0 standby, 1 connected, 2 disconnected (P §4, decisions 6). */
export const connectionStatus = { standby: 0, connected: 1, disconnected: 2 } as const
export const Status = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Status = z.infer<typeof Status>

/** Seconds (S §5). */
export const logIntervals = [900, 1800, 2700, 3600] as const

/** An alert open on a vehicle, as pins and vehicles carry it. */
export const OpenAlert = z.object({ alert_id: z.int(), customer_id: Id.nullable(), created_at: Instant })
export type OpenAlert = z.infer<typeof OpenAlert>

/** `active`: 0 retired, 1 no unit, 2 unit mounted. `km_offset` km, `log_interval` seconds. `odometer` km as shown (device total plus offset). */
export const Vehicle = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  model: z.string().nullable(),
  color: z.string().nullable(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  unit_code: z.string().nullable(),
  active: z.union([z.literal(0), z.literal(1), z.literal(2)]),
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
  alerts: z.array(OpenAlert),
  active_agreements: z.array(ActiveAgreement),
  configurations: z.array(Configuration),
})
export type Vehicle = z.infer<typeof Vehicle>

export const StatusCount = z.object({ status: Status, total: z.int() })
export const TypeStatusCount = z.object({ vehicle_type: VehicleType, status: Status, total: z.int() })

const Search = Page.extend({ search: z.string().max(100).optional(), fleet_id: Id.optional() })

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
export const VehicleItem = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  vehicle_type: VehicleType,
  vehicle_subtype: VehicleSubtype.nullable(),
  fleet_id: Id.nullable(),
})
export type VehicleItem = z.infer<typeof VehicleItem>
/** A vehicle in the global search; `color` is its fleet's, else its own. */
export const FoundVehicle = z.object({ id: Id, color: z.string().nullable(), plate: z.string(), serial: z.string().nullable(), vehicle_type: VehicleType })
export const all = endpoint({
  method: 'GET',
  path: '/vehicles/all',
  summary: 'All vehicles that the caller sees, for pickers',
  allow: 'view',
  scope: 'customer',
  reply: z.array(VehicleItem),
  etag: true,
})
export const one = endpoint({
  method: 'GET',
  path: '/vehicles/:id',
  summary: 'One vehicle',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: Vehicle,
  etag: true,
})
export const statistics = endpoint({
  method: 'GET',
  path: '/vehicles/statistics',
  summary: 'Vehicles by status',
  allow: 'view',
  scope: 'customer',
  reply: z.array(StatusCount),
})
export const typesStatistics = endpoint({
  method: 'GET',
  path: '/vehicles/types/statistics',
  summary: 'Vehicles by type and status',
  allow: 'view',
  scope: 'customer',
  reply: z.array(TypeStatusCount),
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
