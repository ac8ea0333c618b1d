// The charge of the vehicle's battery, the supply of the tracker, and the charge of its own battery.
import { newestMeasures } from '../measures/measures.ts'
import { figure, type Overview } from '../overview.ts'
import { measures } from './measures.ts'
import { voltageLevel } from './rules.ts'

const tones = { good: undefined, warning: 'warning', alarm: 'alarm' } as const

const overview: Overview = {
  ...newestMeasures(measures),
  texts: ({ external_voltage, external_voltage_percent: percent, battery_capacity }) => [
    ...figure(external_voltage, 'V', {
      decimals: 1,
      tone: typeof percent === 'number' ? tones[voltageLevel(percent)] : undefined,
    }),
    ...figure(battery_capacity, '%', { sign: 'overviews.reading.battery' }),
  ],
}
export default overview
