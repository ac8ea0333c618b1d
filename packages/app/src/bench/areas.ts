// Areas: the processor time per record of entering, leaving and staying when a company has 31,744 areas of all shapes, compared with no areas.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { distance } from '@flotta/core/geo.ts'
import { SECOND } from '@flotta/core/time.ts'
import { AreaIndex } from '@flotta/features/map/areas/area-index.ts'
import { START } from '@flotta/features/map/areas/derive.ts'
import { crossAreas } from '@flotta/features/map/areas/derive-crossing.ts'
import type { Shape } from '@flotta/features/map/areas/rules.ts'
import { circleAround, outlineOf, type StoredShape } from '@flotta/features/map/areas/shape.ts'
import { vehicleFacts } from '@flotta/features/telemetry/pipeline/facts-by-time.ts'
import { random } from '../simulator/random.ts'
import { type Bench, figure } from './harness.ts'

const AREAS = 31_744
const VEHICLES = 100
/** Records of a vehicle: one every 30 s for a day. */
const RECORDS = 2_880
const TOWNS = 200
const FROM = Date.UTC(2026, 0, 1)
/** Degrees: the Po valley. */
const LAND = { south: 44.3, north: 45.9, west: 7.6, east: 12.2 }
const METRE = 1 / 111_195
/** Metres in 30 s at 70 km/h. */
const STEP = 583

type Draw = () => number
interface Town {
  readonly latitude: number
  readonly longitude: number
}
const anywhere = (draw: Draw): Town => ({
  latitude: LAND.south + draw() * (LAND.north - LAND.south),
  longitude: LAND.west + draw() * (LAND.east - LAND.west),
})
const townsOf = (draw: Draw): Town[] => Array.from({ length: TOWNS }, () => anywhere(draw))
const townAt = (towns: readonly Town[], draw: Draw): Town =>
  towns[Math.floor(draw() * towns.length)] ?? { latitude: 45, longitude: 9 }
/** A point some kilometres around a town. */
const near = ({ latitude, longitude }: Town, draw: Draw): Town => ({
  latitude: latitude + (draw() + draw() - 1) * 0.06,
  longitude: longitude + (draw() + draw() - 1) * 0.08,
})

/** Three of ten are polygons of up to sixty points, one is a corridor, the others are circles. */
function shapeOf({ latitude, longitude }: Town, draw: Draw): StoredShape | null {
  const kind = draw()
  if (kind < 0.6) return null
  const count = 4 + Math.floor(draw() * 56)
  if (kind < 0.9) {
    const reach = (50 + draw() * 400) * METRE
    const points = Array.from({ length: count }, (_, i): [number, number] => {
      const angle = (i / count) * 2 * Math.PI
      const radius = reach * (0.7 + draw() * 0.3)
      return [longitude + radius * Math.cos(angle) * 1.4, latitude + radius * Math.sin(angle)]
    })
    return { type: 'polygon', points }
  }
  const [east, north] = [draw() - 0.5, draw() - 0.5]
  const points = Array.from({ length: count }, (_, i): [number, number] => [
    longitude + (i * east + draw() * 0.3) * 200 * METRE,
    latitude + (i * north + draw() * 0.3) * 200 * METRE,
  ])
  return { type: 'corridor', points, width: 30 + draw() * 100 }
}
function areasOf(towns: readonly Town[], draw: Draw): Shape[] {
  return Array.from({ length: AREAS }, (_, i) => {
    const centre = i % 2 === 0 ? near(townAt(towns, draw), draw) : anywhere(draw)
    const shape = shapeOf(centre, draw)
    const circle = shape === null ? { ...centre, radius: 20 + draw() * 280 } : circleAround(shape)
    return {
      id: i + 1,
      kind: i % 2 === 0 ? 'hub' : 'poi',
      area_id: i + 1,
      name: `Area ${i}`,
      code: `A${i}`,
      ...circle,
      outline: outlineOf(shape),
      from: 0,
      to: Number.POSITIVE_INFINITY,
    }
  })
}

type AreaSample = Parameters<typeof crossAreas>[1]
/** A day from town to town: half of it driving, half of it standing near towns. */
function dayOf(towns: readonly Town[], draw: Draw): AreaSample[] {
  const samples: AreaSample[] = []
  let from = near(townAt(towns, draw), draw)
  let previous: Sample['previous'] = null
  const add = (latitude: number, longitude: number, speed: number) => {
    const at = FROM + samples.length * 30 * SECOND
    const position = {
      latitude,
      longitude,
      speed,
      altitude: 0,
      direction: 0,
      satellites: 9,
      moving: speed > 3,
    }
    samples.push({ at, position, previous })
    previous = { at, latitude, longitude }
  }
  while (samples.length < RECORDS) {
    const to = near(townAt(towns, draw), draw)
    const metres = distance(from.latitude, from.longitude, to.latitude, to.longitude)
    const steps = Math.max(1, Math.round(metres / STEP))
    for (let i = 0; i < steps; i++) {
      const part = i / steps
      add(
        from.latitude + (to.latitude - from.latitude) * part,
        from.longitude + (to.longitude - from.longitude) * part,
        70,
      )
    }
    for (let i = 0; i < steps; i++)
      add(to.latitude + draw() * 8 * METRE, to.longitude + draw() * 8 * METRE, 0)
    from = to
  }
  return samples.slice(0, RECORDS)
}

interface Turn {
  /** Processor time per record, µs. */
  readonly perRecord: number
  readonly effects: number
}
function turn(days: readonly (readonly AreaSample[])[], facts: VehicleFacts): Turn {
  const before = process.cpuUsage()
  let [effects, records] = [0, 0]
  for (const day of days) {
    let state = START
    for (const sample of day) {
      const next = crossAreas(state, sample, facts)
      records++
      if (next === null) continue
      state = next.state
      effects += next.effects.length
    }
  }
  const { user, system } = process.cpuUsage(before)
  return { perRecord: (user + system) / records, effects }
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const areas: Bench = {
  name: 'areas',
  measures: `what ${AREAS.toLocaleString('en')} areas of all shapes cost a record, beside a company without areas`,
  async run({ quick }) {
    let draws = 0
    const draw = () => random(7, draws++)
    const towns = townsOf(draw)
    const shapes = areasOf(towns, draw)
    const days = Array.from({ length: quick ? 50 : VEHICLES }, () => dayOf(towns, draw))
    const began = performance.now()
    const index = new AreaIndex(shapes)
    const indexed = performance.now() - began
    const [unknown] = vehicleFacts.unknown(1)
    if (unknown === undefined) throw new Error('facts without a value')
    const periods = [{ from: 0, to: Number.POSITIVE_INFINITY }]
    const factsWith = (areas: AreaIndex): VehicleFacts => ({
      ...unknown.value,
      watchers: [{ customer_id: 1, periods, areas }],
    })
    const [without, withAll] = [factsWith(new AreaIndex([])), factsWith(index)]
    // The cases take turns, so that both have the machine's good and bad moments.
    const turns = Array.from(
      { length: quick ? 3 : 7 },
      () => [turn(days, without), turn(days, withAll)] as const,
    ).slice(1)
    const [bare, full] = [0, 1].map(i => median(turns.map(pair => pair[i as 0 | 1].perRecord)))
    return [
      figure('areas', shapes.length, ''),
      figure('index of the areas made in', indexed, 'ms'),
      figure(
        'entries, stays and leavings in a day of each vehicle',
        (turns[0]?.[1].effects ?? 0) / days.length,
        '',
        { goal: { atLeast: 1 } },
      ),
      figure('processor time per record', full ?? 0, 'µs', {
        peer: { what: 'no areas', value: bare ?? 0 },
      }),
      figure('more per record than without areas', (full ?? 0) - (bare ?? 0), 'µs', {
        goal: { below: 10 },
      }),
    ]
  },
}
