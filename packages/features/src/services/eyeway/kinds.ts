// What axles and tyres tell: loads (kg), brake linings (%), warnings (0, 1) and, of each wheel, pressure (bar) and temperature (°C), for up to five axles.
import type { Kind } from '@flotta/core/kinds.ts'
import { type NumberField, numberOf, numberReading, reading } from '@flotta/core/reading.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type AxleNumber, axleNumbers, type Side, sides } from './rules.ts'

type Fields<K extends string> = Readonly<Record<K, NumberField>>
const eachAxle = <K extends string>(
  of: (n: AxleNumber) => readonly (readonly [K, NumberField])[],
): Fields<K> => Object.fromEntries(axleNumbers.flatMap(of)) as Fields<K>

const load = { decimals: 0, least: 100 } as const
/** Wired to an input, or to nothing. */
const flag = { words: [], least: 1, range: [0, 1] } as const satisfies NumberField
const axleFields = numberReading({
  gross_weight: { words: ['gross_weight'], ...load, range: [0, 200_000] },
  ...eachAxle<`axle${AxleNumber}_load`>(n => [
    [`axle${n}_load`, { words: [`axle${n}_load`], ...load, range: [0, 40_000] }],
  ]),
  red_warning: flag,
  amber_warning: flag,
  brake_lining_alarm: flag,
  ...eachAxle<`axle${AxleNumber}_${Side}_brake_lining`>(n =>
    sides.map(side => [
      `axle${n}_${side}_brake_lining`,
      { words: [], decimals: 0, least: 1, range: [0, 100] },
    ]),
  ),
})
const axleShape = z.object({ odometer: z.number().nullable(), ...axleFields.shape.shape })

/** Tyre 2n−1 is the left one of axle n, 2n the right one. */
const tyreWord = <W extends 'pressure' | 'temp'>(n: AxleNumber, side: Side, what: W): Word =>
  `tyre${2 * n - (side === 'left' ? 1 : 0)}_${what}` as Word
const pressure = { decimals: 2, least: 0.1, range: [0, 15] } as const
const temperature = { decimals: 0, least: 2, range: [-50, 200] } as const
const tyres = numberReading(
  eachAxle<`axle${AxleNumber}_${Side}_tyre_${'pressure' | 'temperature'}`>(n => [
    ...sides.map(
      side =>
        [
          `axle${n}_${side}_tyre_pressure`,
          { words: [tyreWord(n, side, 'pressure')], ...pressure },
        ] as const,
    ),
    ...sides.map(
      side =>
        [
          `axle${n}_${side}_tyre_temperature`,
          { words: [tyreWord(n, side, 'temp')], ...temperature },
        ] as const,
    ),
  ]),
)

declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly axle: Readonly<z.infer<typeof axleShape>>
    readonly tyre: Readonly<z.infer<typeof tyres.shape>>
  }
}
const open = { agreements: [agreement.eyeway] } as const

/** `odometer`: the device's own total then, metres; told beside the rest, for itself it is no news of the axles. */
export const axle = reading('axle', open, {
  shape: axleShape,
  meanings: { odometer: ['odometer'], ...axleFields.meanings },
  read(spoken, sources, before) {
    const data = axleFields.read(spoken, sources, before)
    if (data === null) return null
    const odometer = numberOf(spoken, sources.odometer)
    if (before?.odometer === odometer && data === before) return before
    return { ...data, odometer }
  },
  changed: (kept, data) => axleFields.changed(kept, data),
  kept_every: 15 * MINUTE,
})
export const tyre = reading('tyre', open, { ...tyres, kept_every: 15 * MINUTE })

export const kinds: readonly Kind[] = [axle, tyre]
