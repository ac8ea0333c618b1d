// Which parameters alerts take, what is refused, and the rule that follows.
import { MINUTE } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import type { AlertParametersForm } from './contract.ts'
import {
  effectiveParameters,
  isUsual,
  ruleFrom,
  type SetAlert,
  settableAlerts,
  settableOf,
  USUAL,
  wrongParameters,
} from './rules.ts'

const alertOf = (code: string): SetAlert => settableAlerts.find(a => a.code === code) as SetAlert

test('alerts that records raise have parameters, alerts that the calendar raises have none [alert-parameters.2]', () => {
  expect(settableAlerts.map(a => a.id)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 24, 25, 26, 28, 29, 30, 36, 38,
    39, 40,
  ])
})

test('an alert without parameters uses the usual values [alerts.28, alert-parameters.3]', () => {
  const usual = (code: string) => ruleFrom(alertOf(code), USUAL, 'Europe/Rome', 1)
  expect(usual('temperature_out_of_range').dwell).toBe(5 * MINUTE)
  expect(usual('door_open').dwell).toBe(MINUTE)
  expect(
    settableAlerts
      .filter(a => !['temperature_out_of_range', 'door_open'].includes(a.code))
      .map(a => usual(a.code).dwell),
  ).toEqual(settableAlerts.slice(2).map(() => 0))
  expect([
    usual('fuel_running_low').threshold,
    usual('voltage_warning').threshold,
    usual('voltage_alarm').threshold,
  ]).toEqual([25, 25, 15])
})

test.each([
  ['a lorry', 'T', 90],
  ['a van', 'V', 130],
] as const)('the usual speed limit of %s is that of its type', (_, type, limit) => {
  expect(settableOf(alertOf('speed_limit'), type).threshold).toMatchObject({
    configuration: 'speed_limit_kmh',
    unit: 'km/h',
    least: 10,
    most: 250,
    default: limit,
  })
})

test('the threshold of an alert with a vehicle configuration is never stored a second time', () => {
  const speed = alertOf('speed_limit')
  expect(
    effectiveParameters(speed, { ...USUAL, threshold: 50 }, { speed_limit_kmh: '80' }).threshold,
  ).toBe(80)
  expect(effectiveParameters(speed, USUAL, {}).threshold).toBeNull()
  expect(ruleFrom(speed, { ...USUAL, threshold: 50 }, 'Europe/Rome', 1).threshold).toBeNull()
  expect(
    effectiveParameters(alertOf('fuel_running_low'), { ...USUAL, threshold: 50 }, {}).threshold,
  ).toBe(50)
})

describe('a form', () => {
  test.each<[string, string, Partial<AlertParametersForm>, readonly string[]]>([
    ['without values is accepted', 'speed_limit', {}, []],
    [
      'accepts every value that the alert has',
      'speed_limit',
      {
        threshold: 80,
        clear: 75,
        dwell_s: 30,
        schedule: [{ days: [1], from: '06:00', to: '20:00' }],
      },
      [],
    ],
    ['refuses a threshold out of range', 'speed_limit', { threshold: 9 }, ['threshold']],
    [
      'refuses a threshold between two steps',
      'temperature_out_of_range',
      { threshold: 2.3 },
      ['threshold'],
    ],
    [
      'accepts half steps where the alert has them',
      'temperature_out_of_range',
      { threshold: 2.5 },
      [],
    ],
    [
      'refuses an end that is not below the threshold where higher values are worse',
      'speed_limit',
      { threshold: 80, clear: 80 },
      ['clear'],
    ],
    [
      'compares the end with the usual threshold where none is set',
      'speed_limit',
      { clear: 95 },
      ['clear'],
    ],
    [
      'refuses an end below the threshold where lower values are worse',
      'fuel_running_low',
      { clear: 20 },
      ['clear'],
    ],
    ['refuses an end that is out of range', 'fuel_running_low', { clear: 120 }, ['clear']],
    ['refuses an end without a threshold', 'overload', { clear: 1_000 }, ['clear']],
    [
      'refuses values that the alert does not have',
      'fuel_alarm',
      { threshold: 5, clear: 5, dwell_s: 5, parked: false },
      ['threshold', 'clear', 'dwell_s', 'parked'],
    ],
    [
      'accepts an open door without an alert while the vehicle is parked',
      'cooling_door_open',
      { parked: false, dwell_s: 600 },
      [],
    ],
  ])('%s', (_, code, form, wrong) => {
    expect(
      Object.keys(wrongParameters(settableOf(alertOf(code), 'T'), { ...USUAL, ...form })),
    ).toEqual(wrong)
  })
  test('equals the usual values only without any value', () => {
    expect([isUsual(USUAL), isUsual({ ...USUAL, dwell_s: 0 })]).toEqual([true, false])
  })
})

test('vehicles with the same hours share one parsed schedule', () => {
  const schedule = [{ days: [1, 2], from: '06:00', to: '20:00' }]
  const scheduleIn = (zone: string) =>
    ruleFrom(alertOf('door_open'), { ...USUAL, schedule }, zone, 1).schedule
  expect(scheduleIn('Europe/Rome')).toBe(scheduleIn('Europe/Rome'))
  expect(scheduleIn('Europe/Rome')).not.toBe(scheduleIn('Europe/London'))
})
