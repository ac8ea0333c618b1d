// How full the vehicle's battery is, what feeds the tracker, and the charge of its own battery.
import { engineHours } from '../../telemetry/engine/kinds.ts'
import { figure, type Overview } from '../overview.ts'
import { systemOf, voltage } from './derive.ts'
import { power } from './kinds.ts'
import { valuesOf, voltageLevel } from './rules.ts'

const tones = { good: undefined, warning: 'warning', alarm: 'alarm' } as const

const overview: Overview = {
  kinds: [power.kind, engineHours.kind],
  memories: [voltage.name],
  read({ reading, memory }) {
    const last = reading(power)
    return (
      last && {
        at: last.at,
        data: {
          ...valuesOf(last.data, systemOf(memory(voltage.name))),
          general_hour_meter: reading(engineHours)?.data.general_hour_meter ?? null,
        },
      }
    )
  },
  told: ({ external_voltage, external_voltage_percent: percent, battery_capacity }) => [
    ...figure(external_voltage, 'V', {
      decimals: 1,
      tone: typeof percent === 'number' ? tones[voltageLevel(percent)] : undefined,
    }),
    ...figure(battery_capacity, '%', { sign: 'overviews.told.battery' }),
  ],
}
export default overview
