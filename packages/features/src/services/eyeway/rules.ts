// The rules of axles and tyres: loads, the colours of pressures and temperatures, and a history by the minute.
import { MINUTE } from '@flotta/core/time.ts'
import { heldAt } from '../measures/measures.ts'

export const axleNumbers = [1, 2, 3, 4, 5] as const
export type AxleNumber = (typeof axleNumbers)[number]
export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]
export interface Wheel {
  readonly axle: AxleNumber
  readonly side: Side
}
export const wheels: readonly Wheel[] = axleNumbers.flatMap(axle =>
  sides.map(side => ({ axle, side })),
)
export const pressureField = ({ axle, side }: Wheel) => `axle${axle}_${side}_tyre_pressure` as const
export const temperatureField = ({ axle, side }: Wheel) =>
  `axle${axle}_${side}_tyre_temperature` as const
export const liningField = ({ axle, side }: Wheel) => `axle${axle}_${side}_brake_lining` as const
export const loadField = (axle: AxleNumber) => `axle${axle}_load` as const
const loadFields = axleNumbers.map(loadField)

type Loads = { readonly [K in `axle${AxleNumber}_load`]: number | null }
/** kg: the sum of the axles, else the gross weight. */
export function loadOf(loads: Loads & { readonly gross_weight: number | null }): number | null {
  let sum: number | null = null
  for (const field of loadFields)
    sum = loads[field] === null || loads[field] === undefined ? sum : (sum ?? 0) + loads[field]
  return sum ?? loads.gross_weight
}

/** The permitted load, kg; NaN, which no load exceeds, when it is not configured. */
export const mostLoadOf = ({ max_load_kg }: Readonly<Record<string, string>>): number =>
  Number(max_load_kg?.trim() || Number.NaN)

/** bar and °C */
export interface TireParameters {
  readonly max_temp: number
  readonly nominal_pressure: number
  readonly max_pressure: number
}
/** green: acceptable, orange: underinflated, red: critical. */
export type Colour = 'green' | 'orange' | 'red'

/** bar */
const OVER_NOMINAL_CRITICAL = 1
const UNDER_NOMINAL = 0.6
/** In thousandths, so that 9.0 − 8 is 1 and 8 − 7.4 is 0.6. */
const apart = (a: number, b: number): number => Math.round((a - b) * 1_000) / 1_000

/** null: not known. */
export function pressureColour(
  bar: number | null,
  { nominal_pressure, max_pressure }: TireParameters,
): Colour | null {
  if (bar === null) return null
  if (bar > max_pressure || apart(bar, nominal_pressure) >= OVER_NOMINAL_CRITICAL) return 'red'
  return apart(nominal_pressure, bar) >= UNDER_NOMINAL ? 'orange' : 'green'
}
export const temperatureColour = (
  celsius: number | null,
  { max_temp }: TireParameters,
): Colour | null => (celsius === null ? null : celsius > max_temp ? 'red' : 'green')

const rank: readonly (Colour | null)[] = [null, 'green', 'orange', 'red']
const worse = (a: Colour | null, b: Colour | null): Colour | null =>
  rank.indexOf(b) > rank.indexOf(a) ? b : a
/** The worse of both colours; null, grey: neither is known. */
export const tyreColour = (
  bar: number | null,
  celsius: number | null,
  parameters: TireParameters,
): Colour | null => worse(pressureColour(bar, parameters), temperatureColour(celsius, parameters))

type TyreData = {
  readonly [K in `axle${AxleNumber}_${Side}_tyre_${'pressure' | 'temperature'}`]: number | null
}
/** The places of wheels with red tyres; wheels without data keep their state. Every record calls it. */
export function redPlaces(
  tyres: TyreData,
  before: readonly number[],
  parameters: TireParameters,
): readonly number[] {
  const red: number[] = []
  for (let place = 0; place < fieldsOfWheels.length; place++) {
    const [pressure, temperature] = fieldsOfWheels[place] as (typeof fieldsOfWheels)[number]
    const [bar, celsius] = [tyres[pressure], tyres[temperature]]
    if (
      bar === null && celsius === null
        ? before.includes(place)
        : tyreColour(bar, celsius, parameters) === 'red'
    )
      red.push(place)
  }
  return red.length === before.length && red.every((place, i) => place === before[i]) ? before : red
}
const fieldsOfWheels = wheels.map(wheel => [pressureField(wheel), temperatureField(wheel)] as const)

export const colourOf = (
  tyres: TyreData,
  wheel: Wheel,
  parameters: TireParameters,
): Colour | null =>
  tyreColour(tyres[pressureField(wheel)], tyres[temperatureField(wheel)], parameters)

export const isTold = (tyres: TyreData, wheel: Wheel): boolean =>
  tyres[pressureField(wheel)] !== null || tyres[temperatureField(wheel)] !== null

type AxleTold = Loads &
  TyreData & { readonly [K in `axle${AxleNumber}_${Side}_brake_lining`]: number | null }
/** The visible axles: those of the vehicle's configuration, and all that report. */
export const axlesShown = (
  axles_number: number | null,
  tyres: AxleTold | null,
): readonly AxleNumber[] =>
  axleNumbers.filter(
    n =>
      n <= (axles_number ?? 0) ||
      (tyres !== null &&
        (tyres[loadField(n)] !== null ||
          sides.some(side =>
            [pressureField, temperatureField, liningField].some(
              field => tyres[field({ axle: n, side })] !== null,
            ),
          ))),
  )

/** The last point of each minute, oldest first. */
export function byMinute<T extends { readonly at: number }>(points: readonly T[]): T[] {
  const lastOfMinutes: T[] = []
  for (const point of points) {
    const last = lastOfMinutes.at(-1)
    if (last !== undefined && Math.floor(last.at / MINUTE) === Math.floor(point.at / MINUTE))
      lastOfMinutes.pop()
    lastOfMinutes.push(point)
  }
  return lastOfMinutes
}

interface At<D> {
  readonly at: number
  readonly data: D
}
/** Two histories joined, oldest first: at each time of either, the latest values of both. */
export function together<A, B>(
  first: readonly At<A>[],
  second: readonly At<B>[],
): { readonly at: number; readonly first: A | null; readonly second: B | null }[] {
  const moments = [...new Set([...first, ...second].map(({ at }) => at))].sort((a, b) => a - b)
  const [a, b] = [heldAt(moments, first), heldAt(moments, second)]
  return moments.map((at, i) => ({ at, first: a[i] ?? null, second: b[i] ?? null }))
}

export const warnings = ['red_warning', 'amber_warning', 'brake_lining_alarm'] as const
type WarningsAt = { readonly at: number } & {
  readonly [K in (typeof warnings)[number]]: number | null
}
/** How often a warning came on within a period (`to` exclusive), from rows in order. One that is on in the first row counts there. */
export function warningsBegun(
  rows: readonly WarningsAt[],
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let warningCount = 0
  for (const name of warnings) {
    let isOn = false
    for (const row of rows) {
      if (row[name] === null) continue
      if (row[name] === 1 && !isOn && from <= row.at && row.at < to) warningCount++
      isOn = row[name] === 1
    }
  }
  return warningCount
}
