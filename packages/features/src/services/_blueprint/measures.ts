// The measured values of the unit, declared once (kilograms): one line for each value.
import { numberReading, reading } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { declareMeasures, measureValues, type ReadNumbers } from '../measures/measures.ts'

const agreements = [4] as const

const values = measureValues({
  weight: {
    words: ['gross_weight'],
    least: 50,
    view: { title: 'eyeexample.weight', unit: 'kg', format: 'kg' },
  },
})

declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly example: ReadNumbers<typeof values>
  }
}
export const example = reading(
  'example',
  { agreements },
  { ...numberReading(values.fields), kept_every: 15 * MINUTE },
)

export const measures = declareMeasures(values, {
  service: 'eyeexample',
  agreements,
  reading: example,
  summary: {
    last: 'The newest values; null: never told',
    history: 'What was kept of a period (31 days at most), oldest first, about `points` of it',
  },
})
