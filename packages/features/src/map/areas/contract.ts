// Hubs and points of interest: circles, polygons and corridors on the map that a customer's vehicles enter and leave.

import { bulkOf } from '@flotta/core/bulk.ts'
import {
  ById,
  endpoint,
  FileReply,
  Id,
  Instant,
  PageMeta,
  PageOrAll,
  text,
} from '@flotta/core/contract.ts'
import { MapFileFormat } from '@flotta/core/map-files.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Color } from '../../fleet/fleets/contract.ts'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import { AreaShape, DEFAULTS, WIDTH } from './shape.ts'

/** Metres. */
export const RADIUS = { least: 1, most: 1_000 } as const

export const Area = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  color: z.string(),
  /** metres; null: it is no circle */ radius: z.number().nullable(),
  /** The centre of its shape. */
  latitude: z.number(),
  longitude: z.number(),
  shape: AreaShape,
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
})
export type Area = z.infer<typeof Area>
/**
 * A circle needs its radius and centre. For other shapes a missing centre is computed, and a radius is ignored (areas.33, areas.34). `code` is unique within
 * its customer and kind, regardless of case.
 */
export const AreaForm = z.object({
  name: nameText(100),
  code: nameText(30),
  color: Color,
  radius: z.number().min(RADIUS.least).max(RADIUS.most).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  shape: AreaShape.optional(),
  address: optional(text(200)),
  city: optional(text(100)),
  zip_code: optional(text(20)),
})

const what = { record: Area, form: AreaForm, search: ['code', 'name', 'address', 'city'] } as const

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isCircle = (values: unknown): boolean =>
  isObject(values) && (!isObject(values.shape) || values.shape.type === 'circle')
/** Removes what another shape does not use: the radius, and a centre that is null. */
const passOver = (values: unknown): unknown => {
  if (!isObject(values) || isCircle(values)) return values
  const { radius: _, ...others } = values
  return Object.fromEntries(
    Object.entries(others).filter(
      ([name, value]) => value !== null || (name !== 'latitude' && name !== 'longitude'),
    ),
  )
}
/** Checked even if other fields are wrong, so that all errors are reported at once. */
const requiredOfCircle = (field: 'radius' | 'latitude' | 'longitude') =>
  [
    (values: unknown) => !isCircle(values) || (isObject(values) && values[field] !== undefined),
    { path: [field] as PropertyKey[], message: 'validation.required', when: () => true },
  ] as const

const [plainHubs, plainPois] = [resource('hubs', what), resource('pois', what)]
const create = z.preprocess(
  passOver,
  plainHubs.create.body
    .refine(...requiredOfCircle('radius'))
    .refine(...requiredOfCircle('latitude'))
    .refine(...requiredOfCircle('longitude')),
)
const update = z.preprocess(passOver, plainHubs.update.body)
export const hubs = {
  ...plainHubs,
  create: { ...plainHubs.create, body: create },
  update: { ...plainHubs.update, body: update },
}
export const pois = {
  ...plainPois,
  create: { ...plainPois.create, body: create },
  update: { ...plainPois.update, body: update },
}

export const hubsBulk = bulkOf(hubs)
export const poisBulk = bulkOf(pois)

/** A vehicle that is inside now. `entered_at` null: unknown, because nobody watched the area before. */
export const Inside = z.object({
  id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  fleet_id: Id.nullable(),
  entered_at: Instant.nullable(),
})
export type Inside = z.infer<typeof Inside>

/** Features of one import. */
const MOST_IMPORTED = 1_000
/** Each feature is checked as an area of its own: its errors are keyed by its index in the list. */
const Features = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()).min(1, 'validation.required').max(MOST_IMPORTED),
})
const Meters = (least: number, most: number, usual: number) =>
  z.coerce.number().min(least).max(most).default(usual)
const importing = {
  heeds: ['Idempotency-Key'],
  method: 'POST',
  allow: 'edit',
  scope: 'customer',
  body: Features,
  body_limit: 4_194_304,
  query: z.object({
    radius: Meters(RADIUS.least, RADIUS.most, DEFAULTS.radius),
    width: Meters(WIDTH.least, WIDTH.most, DEFAULTS.width),
  }),
  reply: z.array(Area),
  status: 201,
} as const
export const importHubs = endpoint({
  ...importing,
  path: '/hubs/import',
  summary:
    'Create hubs from GeoJSON: points are circles, lines corridors. All or nothing; 422 names `index.field`. With Idempotency-Key the same request within 24 h is answered as before',
})
export const importPois = endpoint({
  ...importing,
  path: '/pois/import',
  summary:
    'Create points of interest from GeoJSON: points are circles, lines corridors. All or nothing; 422 names `index.field`. With Idempotency-Key the same request within 24 h is answered as before',
})

const exporting = {
  method: 'GET',
  allow: 'view',
  scope: 'customer',
  query: z.object({ format: MapFileFormat.optional() }),
  reply: FileReply,
  kind: 'file',
  audit: 'export',
} as const
export const exportHubs = endpoint({
  ...exporting,
  path: '/hubs/export',
  summary: 'All hubs as a file for maps: GeoJSON, KML or GPX, by `format` or by Accept',
})
export const exportPois = endpoint({
  ...exporting,
  path: '/pois/export',
  summary:
    'All points of interest as a file for maps: GeoJSON, KML or GPX, by `format` or by Accept',
})

export const hubVehicles = endpoint({
  method: 'GET',
  path: '/hubs/:id/vehicles',
  summary:
    'Vehicles that are in the hub now, of those whose position the caller may see, and since when',
  allow: 'view',
  scope: { record: 'hubs' },
  params: ById,
  query: PageOrAll,
  reply: z.array(Inside),
  meta: PageMeta,
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
  query: PageOrAll,
  reply: z.array(Inside),
  meta: PageMeta,
  etag: true,
})
