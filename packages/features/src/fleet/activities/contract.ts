// Driver activities: who drives which vehicle from when until when; each customer has its own.
import { ById, endpoint, Id, Instant, Page, PageMeta, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { DriverName } from '../drivers/contract.ts'
import { VehicleType } from '../vehicles/values.ts'

/** `period_to` null: in progress. `origin`: a person entered it, or the device read the driver's card. */
export const DriverActivity = z.object({
  id: Id,
  driver_id: Id,
  vehicle_id: Id,
  period_from: Instant,
  period_to: Instant.nullable(),
  origin: z.enum(['person', 'device']),
  driver: DriverName,
  vehicle: z.object({
    id: Id,
    plate: z.string(),
    serial: z.string().nullable(),
    vehicle_type: VehicleType,
  }),
})
export type DriverActivity = z.infer<typeof DriverActivity>

/** One id or several, joined by commas. */
const Ids = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'validation.unknown')
  .transform(ids => [...new Set(ids.split(',').map(Number))])

export const list = endpoint({
  method: 'GET',
  path: '/driver_activities',
  summary: 'Who drove what, newest first; of active drivers, of vehicles that the caller sees',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({
    driver_id: Id.optional(),
    vehicle_id: Id.optional(),
    fleet_id: Ids.optional(),
  }),
  reply: z.array(DriverActivity),
  meta: PageMeta,
  etag: true,
})
export const current = endpoint({
  method: 'GET',
  path: '/driver_activities/:id/vehicle',
  summary: 'What is in progress on a vehicle, or null',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: DriverActivity.nullable(),
})
export const history = endpoint({
  method: 'GET',
  path: '/driver_activities/:id/history',
  summary: 'Who drove a vehicle in a period, newest first',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  query: Period,
  reply: z.array(DriverActivity),
})

/** `{from, driverId}` begins an activity, `{to}` ends the one in progress. */
export const SetActivity = z
  .object({ from: Instant.optional(), driverId: Id.optional(), to: Instant.optional() })
  .check(({ value: { from, driverId, to }, issues }) => {
    const wrong = (field: string, input: unknown, message: string) =>
      issues.push({ code: 'custom', message, input, path: [field] })
    if (to === undefined) {
      if (from === undefined) wrong('from', from, 'validation.required')
      if (driverId === undefined) wrong('driverId', driverId, 'validation.required')
    } else if (from !== undefined || driverId !== undefined) wrong('to', to, 'validation.invalid')
  })
export type SetActivity = z.infer<typeof SetActivity>
export const setActivity = endpoint({
  method: 'PUT',
  path: '/driver_activities/:id/set',
  summary:
    'Put a driver on a vehicle with {from, driverId}, or end what is in progress with {to}; 409 where the vehicle or the driver has another one then',
  allow: 'edit',
  scope: { vehicle: 'visible' },
  params: ById,
  body: SetActivity,
  reply: DriverActivity,
})

/** A vehicle that the search found by the name of its driver. */
export const DriverSearchResult = z.object({
  id: Id,
  plate: z.string(),
  serial: z.string().nullable(),
  driver: DriverName,
})
