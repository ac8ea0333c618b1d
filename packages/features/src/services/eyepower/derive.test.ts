import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { DAY } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { alerts } from './alerts.ts'
import { derivations } from './derive.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
const volts = (at: number, external_voltage: number | null): Sample => ({
  ...emptySample,
  at,
  power: { external_voltage, battery_voltage: null, battery_capacity: null, sleep_mode: null },
})

function effects(samples: readonly Sample[], known: VehicleFacts = facts): string[] {
  const [d] = derivations
  let state = d?.start
  const effects: Effect[] = []
  for (const s of samples) {
    const next = d?.step(state, s, known)
    if (!next) continue
    // the state as it comes back from the database
    state = d?.stored?.read(JSON.parse(storedText(d.stored, next.state)))
    effects.push(...(next.effects ?? []))
  }
  return effects.map(e =>
    e.effect === 'raise' || e.effect === 'clear' ? `${e.at} ${e.effect} ${e.alert_id}` : e.effect,
  )
}

test.each([
  ['a good battery raises no alert', [12.6, 12.4, 14.1], []],
  ['a low battery raises one warning', [12.6, 11.7, 11.7], ['1 raise 6']],
  [
    'the alarm replaces the warning [alerts.48]',
    [11.7, 11.5, 11.7, 12.5],
    ['0 raise 6', '1 clear 6', '1 raise 36', '2 clear 36', '2 raise 6', '3 clear 6'],
  ],
  ['a charge above 25 percent raises no warning', [12.6, 11.74], []],
  ['alert 6 holds at 25 percent [alerts.46]', [12.6, 11.735], ['1 raise 6']],
  ['a charge above 15 percent raises no alarm', [12.6, 11.59], ['1 raise 6']],
  ['alert 36 holds at 15 percent [alerts.47]', [12.6, 11.585], ['1 raise 36']],
  ['a disconnected supply raises an alarm [alerts.49]', [12.6, 0], ['1 raise 36']],
  [
    'a 24 V system is recognised by its voltage',
    [27, 23.4, 23, 12.6],
    ['1 raise 6', '2 clear 6', '2 raise 36'],
  ],
  ['records without a voltage change nothing', [11.7, null, 11.7], ['0 raise 6']],
] as const)('%s', (_, voltages, expected) => {
  expect(effects(voltages.map((v, i) => volts(i, v)))).toEqual(expected)
})

test('a device that comes from a 24 V vehicle finds 12 V low for a month, and normal from then on', () => {
  expect(effects([volts(0, 27), volts(DAY, 12.7), volts(40 * DAY, 12.7)])).toEqual([
    `${DAY} raise 36`,
    `${40 * DAY} clear 36`,
  ])
})

test('a vehicle with its own limits and a switched-off alarm still raises the warning', () => {
  const warning = { ...usualRule(alerts.voltage_warning), threshold: 50, clear: 60 }
  const vehicleFacts = {
    ...facts,
    alert_parameters: { 6: warning, 36: { ...usualRule(alerts.voltage_alarm), active: false } },
  }
  expect(
    effects(
      [12.2, 12.1, 12.2, 12.3, 11, 12.5].map((v, i) => volts(i, v)),
      vehicleFacts,
    ),
  ).toEqual(['1 raise 6', '3 clear 6', '4 raise 6', '5 clear 6'])
})
test('a state that is stored in an older form is read', () => {
  expect(derivations[0]?.stored?.read({ level: 'alarm', seen_24: null })).toEqual({
    seen_24: null,
    warning: false,
    alarm: true,
  })
})
test('an alert of the supply tells the percents and the limit that it left [alerts.130]', () => {
  const [d] = derivations
  const rule = { ...usualRule(alerts.voltage_warning), threshold: 50 }
  const figuresAt = (voltage: number, vehicleFacts = facts) =>
    (d?.step(d.start, volts(0, voltage), vehicleFacts)?.effects ?? []).flatMap(effect =>
      effect.effect === 'raise' ? [alerts.voltage_warning.figures(effect.data ?? {})] : [],
    )
  expect(figuresAt(11.7)).toEqual([{ value: expect.any(Number), limit: 25, unit: '%' }])
  expect(figuresAt(10)).toEqual([{ value: expect.any(Number), limit: 15, unit: '%' }])
  expect(figuresAt(12.1, { ...facts, alert_parameters: { 6: rule } })).toEqual([
    { value: expect.any(Number), limit: 50, unit: '%' },
  ])
})
