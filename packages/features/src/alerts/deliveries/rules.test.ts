// Which deliveries are still sent, when alerts are collected into a digest, and how their values are written.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { lateness, mapAddress, obsoleteReason, smsText, way } from './rules.ts'
import { momentOf, spanOf, valuesOf } from './shown-values.ts'

const now = Date.parse('2026-11-22T09:30:00Z')

describe('an incident is delivered', () => {
  test.each([
    ['while it is open', null, null, false, null],
    ['when it ended 14 minutes ago', -14, 'cleared', false, null],
    ['not when it ended 15 minutes ago', -15, 'cleared', false, 'over'],
    ['even if it ended long ago, when it was held back', -60, 'cleared', true, null],
    ['not when later data disproved it', -1, 'corrected', false, 'corrected'],
    ['not when later data disproved it while it was held back', -1, 'corrected', true, 'corrected'],
  ] as const)('%s', (_, minutes, closed_as, held, expected) => {
    expect(
      obsoleteReason(
        { closed_at: minutes === null ? null : now + minutes * MINUTE, closed_as },
        held,
        now,
      ),
    ).toBe(expected)
  })
})

describe('five in ten minutes go one by one', () => {
  const rule = { count: 5, minutes: 10 }
  test.each([
    ['one, and none before', 1, 0, null, 'each'],
    ['five at once', 5, 0, null, 'each'],
    ['the fifth', 1, 4, null, 'each'],
    ['the sixth is gathered, alone if need be', 1, 5, null, 'together'],
    ['six at once come in one', 6, 0, null, 'together'],
    ['what comes after waits until ten minutes later', 1, 1, -4, { later: now + 6 * MINUTE }],
    ['and comes one by one again when it has become quiet', 2, 0, -11, 'each'],
    ['or in one when it has not', 7, 0, -10, 'together'],
  ] as const)('%s', (_, waiting, sentCount, minutes, expected) => {
    expect(
      way(
        waiting,
        {
          wasHeld: false,
          sentCount,
          gatheredAt: minutes === null ? null : now + minutes * MINUTE,
        },
        rule,
        now,
      ),
    ).toEqual(expected)
  })
})

test('messages that were held back are sent together, even if they are few', () => {
  expect(
    way(
      2,
      { wasHeld: true, sentCount: 0, gatheredAt: now - 10 * MINUTE },
      { count: 5, minutes: 10 },
      now,
    ),
  ).toBe('together')
})

test('values have their units and decimals, and numbers the form of the language', () => {
  const data = { temperature: -12.25, setpoint: -20, compartment: 1, unheard: 5, tolerance: null }
  expect(valuesOf(data, 'it', 'Europe/Rome')).toEqual([
    { name: 'temperature', value: '-12,3 °C' },
    { name: 'setpoint', value: '-20,0 °C' },
    { name: 'compartment', value: '1' },
  ])
  expect(
    valuesOf({ load: 12_500, max_load: 11_500 }, 'en', 'Europe/Rome').map(v => v.value),
  ).toEqual(['12,500 kg', '11,500 kg'])
  expect(
    valuesOf(
      { active_to: '2026-12-31T23:00:00.000Z', due_date: '2026-12-01', name: 'Hub Nord' },
      'de',
      'Europe/Rome',
    ).map(v => v.value),
  ).toEqual(['Hub Nord', '01/12/2026', '01/01/2027 00:00'])
  expect(valuesOf(null, 'it', 'Europe/Rome')).toEqual([])
})
test('moments are those of the zone, spans are short', () => {
  expect(momentOf(now, 'Europe/Rome')).toBe('22/11/2026 10:30')
  expect(
    [20_000, 25 * MINUTE - 20_000, 3 * HOUR + 20 * MINUTE, 2 * DAY + HOUR].map(spanOf),
  ).toEqual(['1 min', '25 min', '3 h 20 min', '2 d 1 h'])
})
test('data count as late from five minutes on, and only if a record raised the alert', () => {
  expect([
    lateness(now - 4 * MINUTE, now),
    lateness(now - 5 * MINUTE, now),
    lateness(null, now),
  ]).toEqual([null, 5 * MINUTE, null])
})
test('a link leads to the vehicle, and where and when it began as far as that may be seen', () => {
  const alert = { vehicle_id: 7, code: 'voltage_alarm', created_at: '2026-11-22T09:30:00.000Z' }
  expect(mapAddress('https://f.example', { ...alert, position: null })).toBe(
    'https://f.example/global-map?v=7',
  )
  expect(
    mapAddress('https://f.example', { ...alert, position: { latitude: 44.8, longitude: 10.33 } }),
  ).toBe(
    'https://f.example/global-map?v=7&a=voltage_alarm&lat=44.8&lng=10.33&t=2026-11-22T09%3A30%3A00.000Z',
  )
})
test('an SMS holds letters that every telephone has', () => {
  expect(smsText('È “già” – l’ora… −12,3\u00a0°C ñ Žižek €')).toBe(
    'E "già" - l\'ora... -12,3 C ñ Zizek €',
  )
})
