// The content of a link: the vehicle's position, its arrival, and its temperatures, computed as for receipts.
import { Problem } from '@flotta/core/problem.ts'
import { DAY, instantOf, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { visibleVehicle } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { routerOf } from '../../places/routing/chosen.ts'
import { MAX_DAYS } from '../../reports/printing/contract.ts'
import { hasRegister } from '../../reports/register/coverage.ts'
import { temperaturesOf } from '../../reports/register/period.ts'
import { temperatureAgreements } from '../../services/eyecold/kinds.ts'
import { lastPosition } from '../../telemetry/pipeline/queries.ts'
import type { Delivery } from './contract.ts'
import { type OpenLink, tripOfLink } from './open-links.ts'
import { isAtDestination, stopsAhead } from './rules.ts'
import '../../map/planner/tables.ts'

type Trip = Awaited<ReturnType<typeof tripOfLink>>
/** The subject of a link, from the database. */
export interface LinkSubject {
  readonly vehicle: VisibleVehicle
  readonly trip: Trip | null
}
const linkEnded = () => new Problem('gone', 'links.ended')

/** Throws `gone` where the vehicle no longer belongs to the company, or the company may not see its positions any more. */
export async function subjectOf(ctx: Context, link: OpenLink): Promise<LinkSubject> {
  const trip =
    link.trip_id === null ? null : await tripOfLink(ctx.db, link.customer_id, link.trip_id)
  const vehicle_id = link.vehicle_id ?? trip?.vehicle_id ?? null
  const vehicle = vehicle_id === null ? null : await visibleVehicle(vehicle_id, link, ctx)
  if (vehicle === null || !vehicle.owner || !vehicle.agreements.includes(agreement.eyegeo))
    throw linkEnded()
  return { vehicle, trip }
}

/** The position of the vehicle, if it lies within the link's period and in no private time. */
async function positionOf(ctx: Context, link: OpenLink, vehicle: VisibleVehicle) {
  const last = await lastPosition(ctx, vehicle)
  return last === null || last === 'private' || last.at < link.from || last.at > link.to
    ? null
    : last
}
type Position = NonNullable<Awaited<ReturnType<typeof positionOf>>>

/** The arrival is computed only from a position that is newer than this, ms. */
const ROUTED_MS = 120 * MINUTE
async function arrivalOf(
  ctx: Context,
  { waypoints, options, route, arrival }: Trip,
  position: Position | null,
): Promise<Delivery['arrival']> {
  const planned = {
    at: arrival.toISOString(),
    approximate: true,
    by: 'plan',
    km: null,
    reached: false,
  } as const
  const stops = waypoints.map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
  const destination = stops.at(-1)
  if (position === null || destination === undefined) return planned
  if (isAtDestination(position, destination))
    return { at: instantOf(position.at), approximate: false, by: 'router', km: 0, reached: true }
  if (ctx.now() - position.at > ROUTED_MS) return planned
  const router = routerOf(ctx)
  const exclude = (['ferry', 'toll', 'motorway'] as const).filter(name => options[name])
  const ways = await router
    .directions([position, ...stopsAhead(position, stops, route.geometry)], exclude)
    .catch(() => null)
  const way = ways?.routes[0]
  if (way === undefined) return planned
  return {
    at: instantOf(Math.max(position.at + Math.round(way.duration) * SECOND, ctx.now())),
    approximate: router.approximate,
    by: 'router',
    km: Math.round(way.distance / 100) / 10,
    reached: false,
  }
}

/** The period of the temperatures of a link, at most as long as that of a receipt; epoch ms. */
export function temperaturePeriod(
  { from, to }: Pick<OpenLink, 'from' | 'to'>,
  now: number,
): { readonly from: number; readonly to: number } {
  const end = Math.min(to, now)
  return { from: Math.max(from, end - MAX_DAYS * DAY), to: end }
}
const hasTemperatures = ({ agreements }: VisibleVehicle): boolean =>
  temperatureAgreements.some(id => agreements.includes(id))

async function temperatureOf(
  ctx: Context,
  link: OpenLink,
  vehicle: VisibleVehicle,
): Promise<Delivery['temperature']> {
  if (!hasTemperatures(vehicle)) return null
  const { from, to } = temperaturePeriod(link, ctx.now())
  const [{ verdict, figures }, receipt] = await Promise.all([
    temperaturesOf(ctx, vehicle, { from, to }, link.timezone),
    hasRegister(ctx, vehicle),
  ])
  return {
    from: instantOf(from),
    to: instantOf(to),
    verdict,
    sensors: figures.map(({ sensor, min, max, average }) => ({
      sensor,
      min: min.value,
      max: max.value,
      average,
    })),
    receipt,
  }
}

export async function deliveryOf(ctx: Context, link: OpenLink): Promise<Delivery> {
  const { vehicle, trip } = await subjectOf(ctx, link)
  const [position, temperature, { plate }] = await Promise.all([
    positionOf(ctx, link, vehicle),
    temperatureOf(ctx, link, vehicle),
    ctx.db
      .selectFrom('vehicles')
      .select('plate')
      .where('id', '=', vehicle.vehicle_id)
      .executeTakeFirstOrThrow(),
  ])
  const destination = trip?.waypoints.at(-1)
  return {
    company: link.company,
    plate,
    from: instantOf(link.from),
    to: instantOf(link.to),
    destination: destination === undefined ? null : (destination.city ?? destination.address),
    destination_position:
      destination === undefined ? null : { latitude: destination.lat, longitude: destination.lng },
    position: position && {
      latitude: position.latitude,
      longitude: position.longitude,
      message_datetime: instantOf(position.at),
      moving: position.moving,
    },
    arrival: trip === null ? null : await arrivalOf(ctx, trip, position),
    temperature,
  }
}
