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
  ['the usual one of the type', SPEED, [truck()], ['above', 'km/h', 90, 90, 0]],
  ['types differ', SPEED, [truck(), car], ['above', 'km/h', 90, 130, 0]],
  ['a distance, both ways', TEMPERATURE, [truck()], ['apart', '°C', 5, 5, 0]],
  [
    'what vehicles are configured by',
    TEMPERATURE,
    [tolerance('2.5'), tolerance('3')],
    ['apart', '°C', 2.5, 3, 0],
  ],
  [
    'an empty configuration is the usual one',
    TEMPERATURE,
    [tolerance('')],
    ['apart', '°C', 5, 5, 0],
  ],
  [
    'a number of the alert itself, below which it is told',
    VOLTAGE,
    [truck({ threshold: 30 })],
    ['below', '%', 30, 30, 0],
  ],
  ['minutes', STAY, [truck(), truck({ threshold: 15 })], ['longer', 'min', 15, 60, 0]],
  ['nobody set it', OVERLOAD, [truck(), truck()], ['above', 'kg', null, null, 2]],
  [
    'set on one of two',
    OVERLOAD,
    [truck(), truck({ configurations: { max_load_kg: '12000' } })],
    ['above', 'kg', 12_000, 12_000, 1],
  ],
  [
    'another company’s vehicle is passed over',
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
