// One drive from stop to stop: where the vehicle is, how fast and which way, at each second of it.
import { bearing, distance } from '@flotta/core/geo.ts'
import { type Arc, cruise, type Roads, type Weight } from '@flotta/features/places/routing/roads.ts'
import { random } from './random.ts'

export interface Moment {
  readonly latitude: number
  readonly longitude: number
  /** degrees from north */
  readonly direction: number
  /** km/h */
  readonly speed: number
  /** metres since the drive began */
  readonly metres: number
}

export interface Drive {
  readonly seconds: number
  readonly metres: number
  /** 0 ≤ seconds ≤ `this.seconds`; beyond, its ends. */
  at(seconds: number): Moment
  /** Seconds, ascending, at which the heading has turned by more than `degrees` since the last of them or the last multiple of `every`. */
  turns(degrees: number, every: number): number[]
}

interface Style {
  /** m/s² */
  readonly accelerates: number
  readonly brakes: number
  /** Top speed on a stretch where the driver is in a hurry, km/h. */
  readonly hurry: number
}
const styles: Readonly<Record<Weight, Style>> = {
  heavy: { accelerates: 0.4, brakes: 0.7, hurry: 94 },
  light: { accelerates: 1.1, brakes: 1.6, hurry: 136 },
}

/** Longest piece with one wanted speed, metres. */
const PIECE = 500
/** Town speed limit and how far it reaches on each side of the town's middle. */
const TOWN_KMH = 46
const TOWN_M = 450
/** Traffic keeps its mood over this distance. */
const MOOD_M = 6_000
/** A hurry lasts this long, and comes this often. */
const HURRY_M = 3_000
const HURRY_SHARE = 0.0005
const JAM_SHARE = 0.008
const LIGHTS_SHARE = 0.12
/** Slowest that a wanted speed gets, m/s: only lights and the ends stop a vehicle. */
const CREEP = 2.5

interface Point {
  readonly latitude: number
  readonly longitude: number
}
/** On the ground of a depot or customer. */
const YARD_KMH = 22
const GETS_GOING_M = 25

/** The drive along `path`, from and to a plot beside it. `seed`, `key` and `at` (epoch ms of departure) make its traffic. */
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

/** What makes the traffic of a drive. */
interface TrafficKey {
  readonly seed: number
  readonly key: number
  /** Epoch ms of departure. */
  readonly at: number
}

/** The points of a drive's line, each with the speed wanted on the piece that ends there. */
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
      const parts = Math.ceil(piece / PIECE)
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

  /** Between a plot and the road. Near the end at which the vehicle stands, a point of its own lets the speed change within a few metres. */
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
    const mood = Math.floor(place / MOOD_M)
    const luck = random(seed, key, mood, at, 1)
    if (luck < JAM_SHARE) return 14 + 20 * random(seed, key, mood, at, 2)
    if (
      isFastRoad &&
      free > cruise[this.#weight] - 12 &&
      random(seed, key, Math.floor(place / HURRY_M), at, 5) < HURRY_SHARE
    )
      return styles[this.#weight].hurry
    const hour = ((at / 3_600_000 + place / 75_000 + 1) % 24) | 0
    const rush = (hour >= 7 && hour < 9) || (hour >= 17 && hour < 19) ? 0.08 : 0
    return free * (1 - rush - 0.1 * luck)
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

/** Smallest angle between two headings, degrees. */
function turn(a: number, b: number): number {
  const d = Math.abs(a - b) % 360
  return d > 180 ? 360 - d : d
}

/** m/s through a corner. The line of a motorway is drawn with corners that the road does not have. */
function cornerSpeed(degrees: number, motorway: boolean): number {
  if (degrees < 12) return Number.POSITIVE_INFINITY
  if (motorway) return degrees < 60 ? Number.POSITIVE_INFINITY : 60 / 3.6
  if (degrees < 25) return 70 / 3.6
  if (degrees < 50) return 45 / 3.6
  return degrees < 90 ? 28 / 3.6 : 18 / 3.6
}

/** The points of a path and what is asked of the vehicle at each of them. */
interface Path {
  readonly lats: readonly number[]
  readonly lons: readonly number[]
  /** From the beginning of the path. */
  readonly metres: readonly number[]
  /** m/s that the driver wants between two points, and that a point allows. */
  readonly wanted: readonly number[]
  readonly allowed: readonly number[]
  /** Seconds that the vehicle stands at a point. */
  readonly waits: readonly number[]
}

/** Speeds that the vehicle can reach and leave, m/s. */
function reachableSpeeds(
  { metres, wanted: wantedSpeeds, allowed: allowedSpeeds }: Path,
  style: Style,
): Float64Array {
  const n = metres.length
  const v = new Float64Array(n)
  for (let i = 0; i < n; i++)
    v[i] = Math.min(
      wantedSpeeds[i] ?? 0,
      wantedSpeeds[i + 1] ?? wantedSpeeds[i] ?? 0,
      allowedSpeeds[i] ?? 0,
    )
  if (n > 0) v[0] = 0
  if (n > 0) v[n - 1] = 0
  const between = (i: number) => (metres[i] ?? 0) - (metres[i - 1] ?? 0)
  for (let i = 1; i < n; i++)
    v[i] = Math.min(v[i] ?? 0, Math.sqrt((v[i - 1] ?? 0) ** 2 + 2 * style.accelerates * between(i)))
  for (let i = n - 1; i > 0; i--)
    v[i - 1] = Math.min(v[i - 1] ?? 0, Math.sqrt((v[i] ?? 0) ** 2 + 2 * style.brakes * between(i)))
  return v
}

function headingsOf({ lats, lons }: Path): Float64Array {
  const headings = new Float64Array(lats.length)
  for (let i = 1; i < lats.length; i++)
    headings[i] = bearing(lats[i - 1] ?? 0, lons[i - 1] ?? 0, lats[i] ?? 0, lons[i] ?? 0)
  if (lats.length > 1) headings[0] = headings[1] ?? 0
  return headings
}

/** A path with the speeds of a style, and the times that follow. */
class DriveProfile implements Drive {
  readonly seconds: number
  readonly metres: number
  readonly #path: Path
  readonly #speeds: Float64Array
  readonly #headings: Float64Array
  /** Seconds of the arrival at each point and of the departure from it. */
  readonly #arrives: Float64Array
  readonly #leaves: Float64Array

  constructor(path: Path, style: Style) {
    const n = path.metres.length
    this.#path = path
    this.#speeds = reachableSpeeds(path, style)
    this.#headings = headingsOf(path)
    this.#arrives = new Float64Array(n)
    this.#leaves = new Float64Array(n)
    for (let i = 1; i < n; i++) {
      const sum = (this.#speeds[i - 1] ?? 0) + (this.#speeds[i] ?? 0)
      const arrival = (this.#leaves[i - 1] ?? 0) + (2 * this.#metresTo(i)) / Math.max(sum, CREEP)
      this.#arrives[i] = arrival
      this.#leaves[i] = arrival + (path.waits[i] ?? 0)
    }
    this.seconds = this.#leaves[n - 1] ?? 0
    this.metres = path.metres[n - 1] ?? 0
  }

  at(seconds: number): Moment {
    const n = this.#path.metres.length
    if (n === 0) throw new RangeError('a drive without a path')
    const i = seconds >= this.seconds ? n - 1 : Math.max(1, this.#ahead(seconds))
    if (seconds <= 0) return this.#moment(1, 0, 0)
    if (seconds >= this.seconds) return this.#moment(i, 1, 0)
    const leftAt = this.#leaves[i - 1] ?? 0
    const t = seconds - leftAt
    if (t <= 0) return this.#moment(i, 0, 0)
    const length = this.#metresTo(i)
    const duration = (this.#arrives[i] ?? 0) - leftAt
    const v0 = this.#speeds[i - 1] ?? 0
    const v1 = this.#speeds[i] ?? 0
    // where the speeds do not fit the time (creeping), the piece is passed evenly
    if (v0 + v1 < CREEP) return this.#moment(i, t / duration, length / duration)
    const a = (v1 - v0) / duration
    return this.#moment(i, Math.min(1, (v0 * t + (a * t * t) / 2) / length), v0 + a * t)
  }

  turns(degrees: number, every: number): number[] {
    const stops: number[] = []
    let heading = this.#headings[1] ?? 0
    let next = every
    for (let i = 1; i < this.#headings.length - 1; i++) {
      const t = Math.ceil(this.#leaves[i] ?? 0) + 1
      while (next <= t) {
        if (next < t) heading = this.#headings[this.#ahead(next)] ?? heading
        next += every
      }
      const now = this.#headings[i + 1] ?? 0
      if (turn(heading, now) > degrees && t < this.seconds) {
        stops.push(t)
        heading = now
      }
    }
    return stops
  }

  /** Metres from the point before. */
  #metresTo(i: number): number {
    return (this.#path.metres[i] ?? 0) - (this.#path.metres[i - 1] ?? 0)
  }
  /** First point not yet reached at `seconds`. */
  #ahead(seconds: number): number {
    let low = 0
    let high = this.#arrives.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#arrives[middle] ?? 0) > seconds) high = middle
      else low = middle + 1
    }
    return low
  }
  #moment(i: number, share: number, speed: number): Moment {
    const between = (values: readonly number[]) =>
      (values[i - 1] ?? 0) + ((values[i] ?? 0) - (values[i - 1] ?? 0)) * share
    return {
      latitude: between(this.#path.lats),
      longitude: between(this.#path.lons),
      direction: this.#headings[i] ?? 0,
      speed: speed * 3.6,
      metres: between(this.#path.metres),
    }
  }
}
