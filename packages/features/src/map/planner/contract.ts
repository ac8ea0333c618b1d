// Planned trips. They belong to a customer, and all of its users share them. Driven trips are in
// `telemetry/trips/`.
import { ById, endpoint, FileReply, Id, Instant, text } from '@flotta/core/contract.ts'
import { MapFileFormat } from '@flotta/core/map-files.ts'
import { nameText } from '@flotta/core/names.ts'
import { aliasOf, coordinatesOf, namesPlace } from '@flotta/core/place-spelling.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import {
  isPolyline,
  LEAST_WAYPOINTS,
  LONGEST_GEOMETRY,
  LONGEST_NOTES,
  MOST_WAYPOINTS,
} from './rules.ts'

const Latitude = z.number().min(-90).max(90)
const Longitude = z.number().min(-180).max(180)
export const Waypoint = z.object({
  address: z.string(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  latitude: Latitude,
  longitude: Longitude,
  lat: aliasOf('latitude', Latitude),
  lng: aliasOf('longitude', Longitude),
  notes: z.string().nullable(),
})
export type Waypoint = z.infer<typeof Waypoint>
/** A waypoint as it is stored. */
export type Stop = Omit<Waypoint, 'latitude' | 'longitude'>
const WaypointForm = z
  .object({
    address: text(300).default(''),
    city: optional(text(100)),
    zip_code: optional(text(20)),
    latitude: Latitude.optional(),
    longitude: Longitude.optional(),
    lat: aliasOf('latitude', Latitude.optional()),
    lng: aliasOf('longitude', Longitude.optional()),
    notes: optional(text(LONGEST_NOTES)),
  })
  .superRefine(namesPlace('lng'))
  .transform(({ address, city, zip_code, notes, ...place }): Stop => {
    const { latitude, longitude } = coordinatesOf(place)
    return { address, city, zip_code, lat: latitude, lng: longitude, notes }
  })

/** What the route avoids. */
export const RouteOptions = z.object({
  ferry: z.boolean().default(false),
  toll: z.boolean().default(false),
  motorway: z.boolean().default(false),
})
export type RouteOptions = z.output<typeof RouteOptions>

/** `geometry` is an encoded polyline (precision 5), distance in metres, duration in seconds. */
export const PlannedRoute = z.object({
  geometry: z.string(),
  distance: z.number(),
  duration: z.number(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>
/** Limits that no real route passes: ten times round the earth, and a month on the way. */
const RouteForm = z.object({
  geometry: z.string().min(1).max(LONGEST_GEOMETRY).refine(isPolyline, 'planner.geometry'),
  distance: z.number().min(0).max(400_000_000),
  duration: z.number().min(0).max(2_678_400),
})

/**
 * `arrival` is `startdate` + the route's duration. `approximate`: the route was planned between
 * towns, as the embedded router does.
 */
export const PlannedTrip = z.object({
  id: Id,
  name: z.string(),
  startdate: Instant,
  arrival: Instant,
  vehicle_id: Id.nullable(),
  waypoints: z.array(Waypoint),
  options: z.object({ ferry: z.boolean(), toll: z.boolean(), motorway: z.boolean() }),
  route: PlannedRoute,
  approximate: z.boolean(),
})
export type PlannedTrip = z.infer<typeof PlannedTrip>

/** For pickers: without places and geometry. */
export const PlannedTripItem = PlannedTrip.pick({
  id: true,
  name: true,
  startdate: true,
  arrival: true,
  vehicle_id: true,
}).extend({
  distance: z.number(),
  duration: z.number(),
})
export type PlannedTripItem = z.infer<typeof PlannedTripItem>

/** `startdate` lies between today and one year from now, in the customer's time zone. */
export const PlannedTripForm = z.object({
  name: nameText(200),
  startdate: Instant,
  vehicle_id: Id.nullable().default(null),
  waypoints: z.array(WaypointForm).min(LEAST_WAYPOINTS).max(MOST_WAYPOINTS),
  options: RouteOptions.default({ ferry: false, toll: false, motorway: false }),
  route: RouteForm,
  approximate: z.boolean().default(false),
})

export const plannedTrips = resource('trips', {
  record: PlannedTrip,
  form: PlannedTripForm,
  search: ['name'],
  item: PlannedTripItem,
  list_query: { vehicle_id: Id.optional() },
  body_limit: 327_680,
})

export const exportPlannedTrip = endpoint({
  method: 'GET',
  path: '/trips/:id/export',
  summary: 'A planned trip as a file for maps: GeoJSON, KML or GPX, by `format` or by Accept',
  allow: 'view',
  scope: { record: 'trips' },
  params: ById,
  query: z.object({ format: MapFileFormat.optional() }),
  reply: FileReply,
  kind: 'file',
  audit: 'export',
})
