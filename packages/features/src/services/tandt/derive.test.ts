import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { expect, test } from 'vitest'
import { usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { alerts } from './alerts.ts'
import { derivations } from './derive.ts'

const facts = (tandt_authorized?: string): VehicleFacts => ({
  vehicle_id: 1,
  vehicle_type: 'S',
  configurations: tandt_authorized === undefined ? {} : { tandt_authorized },
  watchers: [],
})
const beaconSample = (at: number, beacon_code: string): Sample => ({
  ...emptySample,
  at,
  beacon: { beacon_code },
})
/** @param known by record */
function effects(samples: readonly Sample[], known: readonly VehicleFacts[]): string[] {
  const [d] = derivations
  let state = d?.start
  const effects: Effect[] = []
  samples.forEach((s, i) => {
    const next = d?.step(state, s, known[Math.min(i, known.length - 1)] ?? facts())
    if (!next) return
    state = next.state
    effects.push(...(next.effects ?? []))
  })
  return effects.map(e =>
    e.effect === 'raise'
      ? `${e.at} raise ${e.alert_id} ${String(e.data?.beacon_code)}`
      : e.effect === 'clear'
        ? `${e.at} clear ${e.alert_id}`
        : e.effect,
  )
}

test.each<[string, readonly Sample[], readonly VehicleFacts[], string[]]>([
  [
    'a trailer that was never coupled does not count as uncoupled',
    [beaconSample(1, ''), beaconSample(2, '')],
    [facts()],
    [],
  ],
  [
    'a coupling lasts until the trailer is uncoupled, and the uncoupled state until the next coupling [alerts.75]',
    [
      beaconSample(1, 'a1'),
      beaconSample(2, 'a1'),
      beaconSample(3, ''),
      beaconSample(4, ''),
      beaconSample(5, 'a1'),
    ],
    [facts()],
    ['1 raise 28 a1', '3 clear 28', '3 raise 29 a1', '5 clear 29', '5 raise 28 a1'],
  ],
  [
    'a coupling with a vehicle of the list is authorised, and one with another is not [alerts.74, alerts.76]',
    [beaconSample(1, 'a1'), beaconSample(2, ''), beaconSample(3, 'c3'), beaconSample(4, '')],
    [facts('A1|B2')],
    [
      '1 raise 28 a1',
      '2 clear 28',
      '2 raise 29 a1',
      '3 clear 29',
      '3 raise 30 c3',
      '4 clear 30',
      '4 raise 29 c3',
    ],
  ],
  [
    'another vehicle at once is another coupling',
    [beaconSample(1, 'a1'), beaconSample(2, 'b2')],
    [facts('a1|b2')],
    ['1 raise 28 a1', '2 clear 28', '2 raise 28 b2'],
  ],
  [
    'a changed list applies from the next record on',
    [beaconSample(1, 'c3'), beaconSample(2, 'c3'), beaconSample(3, 'c3')],
    [facts(), facts('a1'), facts('a1|c3')],
    ['1 raise 28 c3', '2 clear 28', '2 raise 30 c3', '3 clear 30', '3 raise 28 c3'],
  ],
  [
    'a record without a beacon changes nothing',
    [beaconSample(1, 'a1'), { ...emptySample, at: 2 }],
    [facts()],
    ['1 raise 28 a1'],
  ],
])('%s', (_, samples, known, expected) => expect(effects(samples, known)).toEqual(expected))

test('a trailer that is uncoupled for less than the dwell raises no alert', () => {
  const vehicleFacts = {
    ...facts(),
    alert_parameters: { 29: { ...usualRule(alerts.tandt_unlocked), dwell: 10 } },
  }
  const samples = [
    beaconSample(1, 'a1'),
    beaconSample(2, ''),
    beaconSample(9, 'a1'),
    beaconSample(20, ''),
    beaconSample(29, ''),
    beaconSample(30, ''),
    beaconSample(40, 'a1'),
  ]
  expect(effects(samples, [vehicleFacts]).map(line => line.slice(0, 11))).toEqual([
    '1 raise 28 ',
    '2 clear 28',
    '9 raise 28 ',
    '20 clear 28',
    '20 raise 29',
    '40 clear 29',
    '40 raise 28',
  ])
})
test('a state that is stored in an older form is read', () => {
  expect(derivations[0]?.stored?.read({ code: 'a1', alert: 28 })).toEqual({
    code: 'a1',
    alert: 28,
    held: true,
  })
})
