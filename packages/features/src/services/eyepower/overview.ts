// The vehicle's voltage, and the charge of the tracker's own battery.
import { figure, type Overview } from '../overview.ts'
import { power } from './kinds.ts'

const overview: Overview = {
  kinds: [power.kind],
  read: ({ reading }) => reading(power),
  told: ({ external_voltage, battery_capacity }) => [
    ...figure(external_voltage, 'V', { decimals: 1 }),
    ...figure(battery_capacity, '%', { sign: 'overviews.told.battery' }),
  ],
}
export default overview
