// The values of axles and tyres, declared once: loads (kg), brake linings (%), warnings (0, 1) and, for each wheel, pressure (bar) and temperature (°C), for up to five axles.
import { numberReading, reading } from '@flotta/core/reading.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import {
  derivedMeasure,
  type MeasureSource,
  measureValues,
  type ReadMeasure,
} from '../measures/measures.ts'
import {
  type AxleNumber,
  axleNumbers,
  liningField,
  loadField,
  loadOf,
  pressureField,
  sides,
  temperatureField,
  type Wheel,
  wheels,
} from './rules.ts'

type Values<K extends string> = Readonly<Record<K, ReadMeasure>>
const each = <P, K extends string>(
  parts: readonly P[],
  entryOf: (part: P) => readonly [name: K, value: ReadMeasure],
) => Object.fromEntries(parts.map(entryOf)) as Values<K>
const inOrder = <K extends string>(values: Values<K>, names: readonly NoInfer<K>[]) =>
  Object.fromEntries(names.map(name => [name, values[name]])) as Values<K>

const weight = { decimals: 0, least: 100 } as const
const grossWeight = { words: ['gross_weight'], ...weight, range: [0, 200_000] } as const
const loads = each(axleNumbers, n => [
  loadField(n),
  {
    words: [`axle${n}_load`],
    ...weight,
    range: [0, 40_000],
    view: { title: 'eyeway.report.axle_load', named: { n }, format: 'kg', panel: 'apart' },
  },
])
const linings = each(wheels, wheel => [
  liningField(wheel),
  { words: [], decimals: 0, least: 1, range: [0, 100] },
])
/** Tyre 2n−1 is the left one of axle n, 2n the right one. */
const tyreWord = ({ axle, side }: Wheel, value: 'pressure' | 'temp'): Word =>
  `tyre${2 * axle - (side === 'left' ? 1 : 0)}_${value}` as Word
const tyreView = ({ axle, side }: Wheel, value: string, format: 'bar' | 'celsius') =>
  ({
    title: `eyeway.report.${value}.${side}`,
    named: { n: axle },
    format,
    panel: 'apart',
  }) as const
const pressures = each(wheels, wheel => [
  pressureField(wheel),
  {
    words: [tyreWord(wheel, 'pressure')],
    decimals: 2,
    least: 0.1,
    range: [0, 15],
    view: tyreView(wheel, 'pressure', 'bar'),
  },
])
const temperatures = each(wheels, wheel => [
  temperatureField(wheel),
  {
    words: [tyreWord(wheel, 'temp')],
    decimals: 0,
    least: 2,
    range: [-50, 200],
    view: tyreView(wheel, 'temperature', 'celsius'),
  },
])
/** A flag that only a wired input can give. */
const flag = (title: string): ReadMeasure => ({
  words: [],
  least: 1,
  range: [0, 1],
  view: {
    title,
    words: value => (value === 1 ? 'eyeway.on' : 'eyeway.off'),
    why: 'eyeway.not_reported',
    format: 'flag',
  },
})
const warningValues = {
  red_warning: flag('eyeway.warning.red_warning'),
  amber_warning: flag('eyeway.warning.amber_warning'),
  brake_lining_alarm: flag('eyeway.warning.brake_lining_alarm'),
}
const tyreValues = { ...pressures, ...temperatures }

/** km as shown and km/h at the same moment. */
type Motion = MeasureSource<never, unknown, Record<'odometer' | 'speed', number | null>>
/** All values, in the order of the sheet: axle by axle, wheel by wheel. */
export const measures = measureValues({
  load: derivedMeasure(
    z.number().nullable(),
    ({ data }: MeasureSource<'gross_weight' | `axle${AxleNumber}_load`>) => loadOf(data),
    { title: 'eyeway.load', unit: 'kg', why: 'eyeway.not_reported', format: 'kg' },
  ),
  speed: derivedMeasure(z.number().nullable(), ({ beside }: Motion) => beside?.speed ?? null, {
    title: 'eyeway.speed',
    unit: 'km/h',
    format: 'kmh',
  }),
  odometer: derivedMeasure(
    z.number().nullable(),
    ({ beside }: Motion) => beside?.odometer ?? null,
    { title: 'eyeway.odometer', unit: 'km', format: 'km' },
  ),
  gross_weight: { ...grossWeight, internal: true },
  ...warningValues,
  ...inOrder(
    { ...loads, ...tyreValues },
    axleNumbers.flatMap(axle => [
      loadField(axle),
      ...sides.flatMap(side => [pressureField({ axle, side }), temperatureField({ axle, side })]),
    ]),
  ),
  ...linings,
})

/** The device's own total, metres. */
const odometer = { words: ['odometer'], least: 0, accompanies: true } as const
const axleFields = numberReading({
  odometer,
  gross_weight: grossWeight,
  ...loads,
  ...warningValues,
  ...linings,
})
const tyreFields = numberReading({
  odometer,
  ...inOrder(
    tyreValues,
    axleNumbers.flatMap(axle => [
      ...sides.map(side => pressureField({ axle, side })),
      ...sides.map(side => temperatureField({ axle, side })),
    ]),
  ),
})
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly axle: Readonly<z.infer<typeof axleFields.shape>>
    readonly tyre: Readonly<z.infer<typeof tyreFields.shape>>
  }
}
const open = { agreements: [agreement.eyeway] } as const

export const axle = reading('axle', open, { ...axleFields, kept_every: 15 * MINUTE })
export const tyre = reading('tyre', open, { ...tyreFields, kept_every: 15 * MINUTE })
