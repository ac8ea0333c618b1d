// A drive from stop to stop along roads: its line, and the speeds that roads, corners, lights and traffic allow.
import { bearing, distance } from '@flotta/core/geo.ts'
import { type Arc, cruise, type Roads, type Weight } from '@flotta/features/places/routing/roads.ts'
import { CREEP, type Drive, DriveProfile, type Path, type Style, turn } from './drive-profile.ts'
import { random } from './random.ts'

const styles: Readonly<Record<Weight, Style>> = {
  heavy: { accelerates: 0.4, brakes: 0.7, hurry: 94 },
  light: { accelerates: 1.1, brakes: 1.6, hurry: 136 },
}

/** Longest piece with one wanted speed, metres. */
const PIECE_M = 500
/** Town speed limit, and its distance on each side of the town's centre. */
const TOWN_KMH = 46
const TOWN_M = 450
/** Traffic stays the same over this distance. */
const TRAFFIC_M = 6_000
/** Length of a stretch on which a driver may be in a hurry, and the share of such stretches. */
const HURRY_M = 3_000
const HURRY_SHARE = 0.0005
const JAM_SHARE = 0.008
const LIGHTS_SHARE = 0.12
interface Point {
  readonly latitude: number
  readonly longitude: number
}
/** Speed limit on the premises of a depot or customer. */
const YARD_KMH = 22
const GETS_GOING_M = 25

/** The drive along `path`, from and to a plot beside it. Its traffic depends on `seed`, `key` and `at` (epoch ms of departure). */
export function drive(
  roads: Roads,
  path: readonly Arc[],
  weight: Weight,
  seed: number,
  key: number,
  at: number,
  { from, to }: { readonly from?: Point; readonly to?: Point } = {},
): Drive {
  const course = new Course(roads, weight, { seed, key, at })
  path.forEach((arc, index) => {
    if (index === 0) course.start(arc, from)
    course.followArc(arc)
    if (index < path.length - 1) course.stopAtLights(arc)
  })
  if (to) course.enterYard(to)
  return course.drive()
}

/** The keys that determine the traffic of a drive. */
interface TrafficKey {
  readonly seed: number
  readonly key: number
  /** Epoch ms of departure. */
  readonly at: number
}

/** The points of a drive's line, each with the wanted speed of the piece that ends there. */
class Course {
  readonly #roads: Roads
  readonly #weight: Weight
  readonly #traffic: TrafficKey
  readonly #lats: number[] = []
  readonly #lons: number[] = []
  readonly #metres: number[] = []
  readonly #wanted: number[] = []
  /** The speed that the point itself allows. */
  readonly #allowed: number[] = []
  readonly #waits: number[] = []
  #length = 0
  /** The heading of the last piece; -1 before the first. */
  #heading = -1
  /** The metres at which the road begins, so that vehicles from two yards meet the same traffic. */
  #roadBegin = 0

  constructor(roads: Roads, weight: Weight, traffic: TrafficKey) {
    this.#roads = roads
    this.#weight = weight
    this.#traffic = traffic
  }

  start(arc: Arc, from: Point | undefined): void {
    const line = this.#roads.line(arc)
    this.#addPoint(from?.latitude ?? line[0] ?? 0, from?.longitude ?? line[1] ?? 0, CREEP)
    if (from) this.#crossYard(from.latitude, from.longitude, line[0] ?? 0, line[1] ?? 0, 'from')
    this.#roadBegin = this.#length
  }

  followArc(arc: Arc): void {
    const edge = arc >> 1
    const kind = this.#roads.edgeClass(edge)
    const line = this.#roads.line(arc)
    const arcLength = this.#roads.edgeMetres(edge)
    const free = freeSpeed(kind, this.#roads.edgeSpeed(edge), this.#weight)
    const begin = this.#length
    for (let i = 2; i < line.length; i += 2) {
      const lat0 = line[i - 2] ?? 0
      const lon0 = line[i - 1] ?? 0
      const lat1 = line[i] ?? 0
      const lon1 = line[i + 1] ?? 0
      const piece = distance(lat0, lon0, lat1, lon1)
      if (piece < 0.5) continue
      this.#turnTo(bearing(lat0, lon0, lat1, lon1), kind === 'm')
      const parts = Math.ceil(piece / PIECE_M)
      const base = this.#length
      for (let part = 1; part <= parts; part++) {
        const share = part / parts
        this.#length = base + piece * share
        const along = this.#length - begin - piece / parts / 2
        const inTown = hasSlowTowns(kind) && (along < TOWN_M || arcLength - along < TOWN_M)
        const speed = inTown
          ? Math.min(free, TOWN_KMH)
          : this.#speedInTraffic(free, kind === 'm' || kind === 't')
        this.#addPoint(
          lat0 + (lat1 - lat0) * share,
          lon0 + (lon1 - lon0) * share,
          Math.max(speed / 3.6, CREEP),
        )
      }
    }
  }

  /** Some towns at the end of an arc have traffic lights, at which the vehicle waits. */
  stopAtLights(arc: Arc): void {
    const edge = arc >> 1
    const { seed, key, at } = this.#traffic
    const isNamedTown =
      hasSlowTowns(this.#roads.edgeClass(edge)) && this.#roads.name(this.#roads.target(arc)) !== ''
    if (!isNamedTown || random(seed, key, edge, at, 3) >= LIGHTS_SHARE) return
    const last = this.#allowed.length - 1
    this.#allowed[last] = 0
    this.#waits[last] = 15 + Math.round(random(seed, key, edge, at, 4) * 40)
  }

  enterYard(to: Point): void {
    this.#crossYard(this.#lats.at(-1) ?? 0, this.#lons.at(-1) ?? 0, to.latitude, to.longitude, 'to')
  }

  drive(): Drive {
    const path: Path = {
      lats: this.#lats,
      lons: this.#lons,
      metres: this.#metres,
      wanted: this.#wanted,
      allowed: this.#allowed,
      waits: this.#waits,
    }
    return new DriveProfile(path, styles[this.#weight])
  }

  #addPoint(lat: number, lon: number, speed: number): void {
    this.#lats.push(lat)
    this.#lons.push(lon)
    this.#metres.push(this.#length)
    this.#wanted.push(speed)
    this.#allowed.push(Number.POSITIVE_INFINITY)
    this.#waits.push(0)
  }

  /** The turn limits the speed at the last point. */
  #turnTo(heading: number, isMotorway: boolean): void {
    const corner = this.#allowed.length - 1
    if (this.#heading >= 0)
      this.#allowed[corner] = Math.min(
        this.#allowed[corner] ?? 0,
        cornerSpeed(turn(this.#heading, heading), isMotorway),
      )
    this.#heading = heading
  }

  /** Adds the way between a plot and the road. Near the end at which the vehicle stands, an extra point lets the speed change within a few metres. */
  #crossYard(
    lat0: number,
    lon0: number,
    lat1: number,
    lon1: number,
    standsAt: 'from' | 'to',
  ): void {
    const share = Math.min(0.5, GETS_GOING_M / Math.max(1, distance(lat0, lon0, lat1, lon1)))
    const near = standsAt === 'from' ? share : 1 - share
    const [lat, lon] = [lat0 + (lat1 - lat0) * near, lon0 + (lon1 - lon0) * near]
    this.#turnTo(bearing(lat0, lon0, lat1, lon1), false)
    this.#length += distance(lat0, lon0, lat, lon)
    this.#addPoint(lat, lon, YARD_KMH / 3.6)
    this.#length += distance(lat, lon, lat1, lon1)
    this.#addPoint(lat1, lon1, YARD_KMH / 3.6)
  }

  /** The speed (km/h) in the traffic of this place and hour: jams, hurried drivers, rush hours. */
  #speedInTraffic(free: number, isFastRoad: boolean): number {
    const { seed, key, at } = this.#traffic
    const place = this.#length - this.#roadBegin
    const section = Math.floor(place / TRAFFIC_M)
    const density = random(seed, key, section, at, 1)
    if (density < JAM_SHARE) return 14 + 20 * random(seed, key, section, at, 2)
    if (
      isFastRoad &&
      free > cruise[this.#weight] - 12 &&
      random(seed, key, Math.floor(place / HURRY_M), at, 5) < HURRY_SHARE
    )
      return styles[this.#weight].hurry
    const hour = ((at / 3_600_000 + place / 75_000 + 1) % 24) | 0
    const rush = (hour >= 7 && hour < 9) || (hour >= 17 && hour < 19) ? 0.08 : 0
    return free * (1 - rush - 0.1 * density)
  }
}

/** Whether roads of this class slow down in towns. */
const hasSlowTowns = (kind: string): boolean => kind === 'l' || kind === 'x' || kind === 'p'

function freeSpeed(kind: string, speed: number, weight: Weight): number {
  if (kind === 'l') return 62
  if (kind === 'x') return 52
  if (kind === 'p') return Math.min(speed * 1.05, cruise[weight])
  return Math.min(
    kind === 'm' ? speed * 1.08 : speed * 1.05,
    cruise[weight] * (weight === 'heavy' ? 1.03 : 1),
  )
}

/** m/s through a corner. The line of a motorway is drawn with corners that the real road does not have. */
function cornerSpeed(degrees: number, motorway: boolean): number {
  if (degrees < 12) return Number.POSITIVE_INFINITY
  if (motorway) return degrees < 60 ? Number.POSITIVE_INFINITY : 60 / 3.6
  if (degrees < 25) return 70 / 3.6
  if (degrees < 50) return 45 / 3.6
  return degrees < 90 ? 28 / 3.6 : 18 / 3.6
}
