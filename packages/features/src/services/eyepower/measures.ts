// The power values of a device, declared once: voltages of the vehicle, supply of the tracker, its own battery, and the engine hours.
import { numberReading, reading } from '@flotta/core/reading.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { engineHours } from '../../telemetry/engine/kinds.ts'
import {
  declareMeasures,
  derivedMeasure,
  type MeasureSource,
  measureValues,
  type ReadNumbers,
} from '../measures/measures.ts'
import {
  generalStatus,
  powerMode,
  SHOWS_24_V,
  type System,
  systemOf,
  VOLTAGE_MEMORY,
  voltagePercent,
} from './rules.ts'

const agreements = [agreement.eyepower] as const
type Volts = MeasureSource<'external_voltage', System | null>

const values = measureValues({
  external_voltage: {
    words: ['power'],
    meaning: 'power',
    decimals: 3,
    least: 0.2,
    range: [0, 100],
    view: { title: 'eyepower.external_voltage', unit: 'V', decimals: 1, format: 'volts' },
  },
  /** The charge of the vehicle's battery, from its voltage. */
  external_voltage_percent: derivedMeasure(
    z.number().nullable(),
    ({ data: { external_voltage: volts }, remembered: system }: Volts) =>
      volts === null ? null : voltagePercent(volts, system ?? 12),
    {
      title: 'eyepower.percent',
      unit: '%',
      decimals: 0,
      format: 'percent',
      column: 'percent',
      panel: 'apart',
    },
  ),
  /** 1: supplied from outside. */
  general_status: derivedMeasure(
    z.literal([0, 1]).nullable(),
    ({ data }: Volts) => generalStatus(data.external_voltage),
    { title: 'eyepower.general_status', words: value => `eyepower.status.${value}` },
  ),
  /** 0: supplied from outside, 1: on its own battery, 2: asleep. */
  power_mode: derivedMeasure(
    z.literal([0, 1, 2]).nullable(),
    ({ data }: MeasureSource<'external_voltage' | 'sleep_mode'>) =>
      powerMode(data.external_voltage, data.sleep_mode),
    {
      title: 'eyepower.power_mode',
      words: value => `eyepower.mode.${value}`,
      format: 'text',
      column: 'mode',
    },
  ),
  /** The charge of the tracker's own battery. */
  battery_voltage: {
    words: ['battery'],
    decimals: 3,
    least: 0.2,
    range: [0, 10],
    view: { title: 'eyepower.battery_voltage', unit: 'V', decimals: 1, format: 'volts' },
  },
  battery_capacity: {
    words: ['battery_level'],
    least: 5,
    range: [0, 100],
    view: { title: 'eyepower.battery_capacity', unit: '%', decimals: 0, format: 'percent' },
  },
  /** 0: awake. */
  sleep_mode: { words: ['sleep_mode'], least: 1, internal: true },
  /** Hours that the engine has run. */
  general_hour_meter: derivedMeasure(
    z.number().nullable(),
    ({ beside }: MeasureSource<never, unknown, { readonly general_hour_meter: number }>) =>
      beside?.general_hour_meter ?? null,
    {
      title: 'eyepower.hour_meter',
      unit: 'h',
      decimals: 0,
      format: 'hours',
      column: 'hour_meter',
      panel: 'known',
    },
  ),
})

declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly power: ReadNumbers<typeof values>
  }
}
export const power = reading(
  'power',
  { agreements },
  { ...numberReading(values.fields), kept_every: 15 * MINUTE },
)

export const measures = declareMeasures(values, {
  service: 'eyepower',
  agreements,
  reading: power,
  memory: {
    name: VOLTAGE_MEMORY,
    read: systemOf,
    // A 24 V battery that is ruined now was a 24 V battery in the past too.
    ofHistory: (now, history): System =>
      history.some(({ external_voltage }) => (external_voltage ?? 0) >= SHOWS_24_V) ? 24 : now,
  },
  beside: { reading: engineHours, kept_every: 6 * HOUR },
  summary: {
    last: 'Voltages, what feeds the tracker, and engine hours as they were heard last; null: never told',
    history: 'The same over a period (31 days at most), oldest first, about `points` of them',
  },
})
