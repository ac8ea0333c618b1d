// Hubs and points of interest: circles on the map that a customer's vehicles enter and leave.
import { ById, endpoint, Id, Instant, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Color } from '../../fleet/fleets/contract.ts'
import { VehicleType } from '../../fleet/vehicles/contract.ts'

/** Metres. */
export const RADIUS = { least: 1, most: 1_000 } as const

export const Area = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  color: z.string(),
  /** metres */ radius: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
})
export type Area = z.infer<typeof Area>
/** `code` is unique in its customer and kind, whatever the case. */
export const AreaForm = z.object({
  name: nameText(100),
  code: nameText(30),
  color: Color,
  radius: z.number().min(RADIUS.least).max(RADIUS.most),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  address: optional(text(200)),
  city: optional(text(100)),
  zip_code: optional(text(20)),
})

const what = { record: Area, form: AreaForm, search: ['code', 'name', 'address', 'city'] } as const
export const hubs = resource('hubs', what)
export const pois = resource('pois', what)

/**
 * A vehicle that is inside now. `entered_at` null: it is not known since when, for nobody looked
 * before.
 */
export const Inside = z.object({
  id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  fleet_id: Id.nullable(),
  entered_at: Instant.nullable(),
})
export type Inside = z.infer<typeof Inside>

export const hubVehicles = endpoint({
  method: 'GET',
  path: '/hubs/:id/vehicles',
  summary:
    'Vehicles that are in the hub now, of those whose position the caller may see, and since when',
  allow: 'view',
  scope: { record: 'hubs' },
  params: ById,
  reply: z.array(Inside),
  etag: true,
})
export const poiVehicles = endpoint({
  method: 'GET',
  path: '/pois/:id/vehicles',
  summary:
    'Vehicles that are at the point of interest now, of those whose position the caller may see, and since when',
  allow: 'view',
  scope: { record: 'pois' },
  params: ById,
  reply: z.array(Inside),
  etag: true,
})
