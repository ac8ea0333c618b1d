// The limit of a rule over vehicles with different settings.
import { expect, test } from 'vitest'
import { type LimitSource, limitConfigurations, limitOf } from './limits.ts'

const [SPEED, TEMPERATURE, COOLING_OFF, VOLTAGE, OVERLOAD, STAY] = [1, 2, 4, 6, 26, 39]
const truck = (more: Partial<LimitSource> = {}): LimitSource => ({
  vehicle_type: 'T',
  threshold: null,
  configurations: {},
  ...more,
})
const car = truck({ vehicle_type: 'U' })
const tolerance = (text: string) => truck({ configurations: { temperature_tolerance_c: text } })

test.each([
  ['the usual limit of the vehicle type applies', SPEED, [truck()], ['above', 'km/h', 90, 90, 0]],
  ['different types give a range', SPEED, [truck(), car], ['above', 'km/h', 90, 130, 0]],
  ['a tolerance applies in both directions', TEMPERATURE, [truck()], ['apart', '°C', 5, 5, 0]],
  [
    'the configurations of the vehicles give a range',
    TEMPERATURE,
    [tolerance('2.5'), tolerance('3')],
    ['apart', '°C', 2.5, 3, 0],
  ],
  [
    'an empty configuration means the usual limit',
    TEMPERATURE,
    [tolerance('')],
    ['apart', '°C', 5, 5, 0],
  ],
  [
    'an alert may have its own limit, below which it is raised',
    VOLTAGE,
    [truck({ threshold: 30 })],
    ['below', '%', 30, 30, 0],
  ],
  [
    'the limit of a stay is in minutes',
    STAY,
    [truck(), truck({ threshold: 15 })],
    ['longer', 'min', 15, 60, 0],
  ],
  [
    'vehicles without a limit are counted',
    OVERLOAD,
    [truck(), truck()],
    ['above', 'kg', null, null, 2],
  ],
  [
    'of two vehicles the one with a limit gives it, and the other is counted',
    OVERLOAD,
    [truck(), truck({ configurations: { max_load_kg: '12000' } })],
    ['above', 'kg', 12_000, 12_000, 1],
  ],
  [
    'a vehicle of another company is ignored',
    SPEED,
    [car, truck({ configurations: null })],
    ['above', 'km/h', 130, 130, 0],
  ],
] as const)(
  '%s [alert-configurations.58]',
  (_, alert_id, vehicles, [side, unit, least, most, unset]) => {
    expect(limitOf(alert_id, vehicles)).toEqual({ side, unit, least, most, unset })
  },
)
test('an alert without a number has no limit, nor has a rule on vehicles of others alone [alert-configurations.58]', () => {
  expect(limitOf(COOLING_OFF, [truck()])).toBeNull()
  expect(limitOf(SPEED, [truck({ configurations: null })])).toBeNull()
})
test('only the configurations that contain limits are read', () => {
  expect(limitConfigurations([TEMPERATURE, STAY, SPEED, SPEED])).toEqual([
    'temperature_tolerance_c',
    'speed_limit_kmh',
  ])
})
