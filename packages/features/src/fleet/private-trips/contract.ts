// Private trips: times in which a vehicle is used privately, so that nobody is shown where it was (ADR 0017).
import { ById, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { Hours } from '@flotta/core/schedule.ts'
import { z } from 'zod'

const HOURS_MAX = 14
const WeeklyHours = z.array(Hours).max(HOURS_MAX)

/** Private hours of the week from now on, in `timezone`; [] never, null (only of a vehicle): as the company's. */
export const PrivateHours = z.object({
  hours: WeeklyHours.nullable(),
  timezone: z.string(),
  changed_at: Instant.nullable(),
  changed_by: z.string().nullable(),
})
export type PrivateHours = z.infer<typeof PrivateHours>

/** A private period that somebody entered, or that the device reported (`id` null). `period_to` null: it has not ended. */
export const PrivateTrip = z.object({
  id: Id.nullable(),
  driver: z.object({ id: Id, name: z.string(), surname: z.string() }).nullable(),
  entered_by: z.string().nullable(),
  period_from: Instant,
  period_to: Instant.nullable(),
})
export type PrivateTrip = z.infer<typeof PrivateTrip>

/** For a driver with the right to private trips: the entered period in progress, and the own vehicle that the driver is assigned to. */
const OwnVehicleName = z.object({ id: Id, plate: z.string() })
export const PrivateDriver = z.object({
  driver_id: Id,
  trip: z.object({ id: Id, vehicle: OwnVehicleName, period_from: Instant }).nullable(),
  vehicle: OwnVehicleName.nullable(),
})
export type PrivateDriver = z.infer<typeof PrivateDriver>

/** `period_from` null: now. `period_to` null: until it is ended. */
export const PrivateTripForm = z.object({
  driver_id: Id,
  period_from: Instant.nullable().default(null),
  period_to: Instant.nullable().default(null),
})
export type PrivateTripForm = z.infer<typeof PrivateTripForm>

const ownVehicleById = { scope: { vehicle: 'own' }, params: ById } as const

export const companyHours = endpoint({
  method: 'GET',
  path: '/private_hours',
  summary:
    'The hours of the week in which the company’s vehicles are private, unless a vehicle has its own',
  allow: 'view',
  scope: 'customer',
  reply: PrivateHours,
})
export const setCompanyHours = endpoint({
  method: 'PUT',
  path: '/private_hours',
  summary: 'Set them from now on; what was private stays private',
  allow: 'edit',
  scope: 'customer',
  body: z.object({ hours: WeeklyHours }),
  reply: PrivateHours,
})
export const vehicleHours = endpoint({
  method: 'GET',
  path: '/vehicles/:id/private_hours',
  summary: 'The private hours of an own vehicle; null: as the company’s',
  allow: 'view',
  ...ownVehicleById,
  reply: PrivateHours,
})
export const setVehicleHours = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/private_hours',
  summary: 'Set them from now on; null takes the vehicle back to the company’s',
  allow: 'edit',
  ...ownVehicleById,
  body: z.object({ hours: WeeklyHours.nullable() }),
  reply: PrivateHours,
})
export const privateTrips = endpoint({
  method: 'GET',
  path: '/vehicles/:id/private_trips',
  summary:
    'Stretches of an own vehicle that were entered as private, or that its device told, newest first (100 at most)',
  allow: 'view',
  ...ownVehicleById,
  etag: true,
  reply: z.array(PrivateTrip),
})
export const privateDrivers = endpoint({
  method: 'GET',
  path: '/private_trips',
  summary:
    'The drivers who may drive privately: the stretch of each that was entered and holds now, and the own vehicle that each is on',
  allow: 'view',
  scope: 'customer',
  etag: true,
  reply: z.array(PrivateDriver),
})
export const enterPrivateTrip = endpoint({
  method: 'POST',
  path: '/vehicles/:id/private_trips',
  summary: 'Enter a private stretch for a driver who may drive privately',
  allow: 'edit',
  ...ownVehicleById,
  body: PrivateTripForm,
  reply: z.array(PrivateTrip),
  status: 201,
})
export const endPrivateTrip = endpoint({
  method: 'POST',
  path: '/vehicles/:id/private_trips/:entry_id/end',
  summary: 'End an entered stretch now; what has passed of it stays private',
  allow: 'edit',
  ...ownVehicleById,
  params: ById.extend({ entry_id: Id }),
  body: z.object({}),
  reply: z.array(PrivateTrip),
})
