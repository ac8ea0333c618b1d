// The newest values of a fully equipped truck: twelve kinds of readings as its state stores them.
import { jsonText } from '@flotta/core/json-writer.ts'
import { numberReading, type Reading } from '@flotta/core/reading.ts'
import { readings } from '@flotta/features/kinds.ts'
import { updateLatest, writeEntry } from '@flotta/features/telemetry/pipeline/latest.ts'

const KINDS = 12
/** Kinds in addition to those that the product has now, with the values of their panels. */
const others: Readonly<Record<string, readonly number[]>> = {
  fuel: [62.5, 312.4, 0, 0],
  doors: [0, 0, 1, 0, 1, 0],
  fridge: [1, 0, -20, 2, -19.8, -20.3, -21.4, 2.1, 1.7, 0.9, 5, 3, 1, 1, 4312, 1207],
  tyres: [8.7, 8.8, 8.6, 8.7, 8.5, 8.9, 31, 32, 30, 31, 29, 33],
  axles: [6420, 8130, 7980],
  engine: [1420, 84, 62, 38, 11.4],
  tachograph: [2, 0, 143, 45],
  starter: [1, 0],
  beacon: [481273],
  meters: [18243, 9120],
  brakes: [0, 0, 0],
  trailer: [1, 24.1],
}

/** Kinds whose newest values differ a little from the last stored ones; the other kinds are the same in both. */
const numericKinds = ['temperature', 'power', 'fuel', 'fridge', 'tyres', 'engine']

/** JSON of the column `latest`: each kind was reported in the last minutes, and stored some minutes earlier. */
export function twelveKinds(now: number): string {
  const samples = [
    ...readings.map(r => [r, Object.keys(r.shape.shape).map((_, i) => sample(r, i))] as const),
    ...Object.entries(others).map(([kind, values]) => [readingOf(kind, values), values] as const),
  ]
  const entries = samples.slice(0, KINDS).map(([reading, values], i) => {
    const fields = Object.keys(reading.shape.shape)
    const data = (off: number) =>
      Object.fromEntries(
        fields.map((name, n) => [
          name,
          n === 0 && typeof values[n] === 'number' ? values[n] + off : values[n],
        ]),
      )
    const at = Math.floor(now / 1000 - i * 60) * 1000
    const earlier = updateLatest(
      null,
      reading,
      at - 400_000,
      data(numericKinds.includes(reading.kind) ? 0.05 : 0),
    ).known
    const { known } = updateLatest(earlier, reading, at, data(0))
    return `"${reading.kind}":${jsonText(out => writeEntry(reading, known, out))}`
  })
  if (entries.length !== KINDS) throw new Error(`${entries.length} kinds instead of ${KINDS}`)
  return `{${entries.join(',')}}`
}
const sample = (reading: Reading, i: number): unknown =>
  reading.kind === 'ignition' ? true : [27.412, 4.087, 96, null][i]
const readingOf = (kind: string, values: readonly number[]): Reading => ({
  kind,
  open: 'everybody',
  kept_every: 900_000,
  ...numberReading(
    Object.fromEntries(values.map((_, i) => [`${kind}_${i}`, { words: [], least: 1 }])),
  ),
})
