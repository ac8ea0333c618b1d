// The map's rules, as tables.
import { describe, expect, test } from 'vitest'
import type { Service } from '../../services/service.ts'
import type { Pin } from './contract.ts'
import {
  alertCounts,
  inPlateOrder,
  isMoving,
  patchPins,
  severityOf,
  subjectOf,
  suggestions,
  urgentFirst,
} from './rules.ts'

const services: readonly Service[] = [
  {
    code: 'system',
    agreements: [],
    order: 0,
    features: ['all', 'connected', 'standby', 'disconnected', 'alarm'],
    dashboard_features: [],
    kinds: [],
  },
  {
    code: 'eyegeo',
    agreements: [2],
    order: 1,
    features: ['active', 'speed_limit'],
    dashboard_features: [],
    kinds: [],
  },
]
const at = '2026-11-20T10:00:00Z'
const open = (...ids: number[]) =>
  ids.map(alert_id => ({ alert_id, customer_id: null, created_at: at }))
const pin = (id: number, some: Partial<Pin> = {}): Pin => ({
  id,
  vehicle_id: id,
  plate: `AB ${100 + id} CD`,
  vehicle_type: 'T',
  status: 1,
  motion: null,
  motion_since: null,
  ...some,
})
const pins: Pin[] = [
  pin(1, { moving: true, active_agreements: [2], active_alerts: open(1), fleet_id: 7 }),
  pin(2, { status: 0, active_agreements: [2, 3], vehicle_type: 'R' }),
  pin(3, { status: 2, moving: true, active_agreements: [17], vehicle_type: 'M', fleet_id: 8 }),
  pin(4, { active_alerts: open(6, 36), vehicle_type: 'U', vehicle_subtype: 'suv' }),
  pin(5, { vehicle_type: 'U', active_alerts: open(8) }),
]
const ids = (found: readonly Pin[]) => found.map(p => p.id)

describe('severity', () => {
  test.each<[string, number[], 0 | 1 | 2 | null]>([
    ['no alert has no severity', [], null],
    ['an event is 0', [8], 0],
    ['a warning is 1 where nothing is 2 [alerts.120, map.43]', [8, 1], 1],
    [
      'the worst alert counts, so that an alarm beside a warning stays an alarm [alerts.120, alerts.121]',
      [1, 36, 8],
      2,
    ],
    ['an unknown alert is left out', [999], null],
  ])('%s', (_, alerts, expected) => {
    expect(severityOf(pin(1, { active_alerts: open(...alerts) }))).toBe(expected)
  })
  test('a vehicle that was lost on the move is not moving', () => {
    expect(isMoving(pin(1, { moving: true, status: 2 }))).toBe(false)
    expect(isMoving(pin(1, { moving: true, status: 1 }))).toBe(true)
  })
})

describe('alerts on a pin', () => {
  test('count for the service of their agreement, and events do not count [map.45, alerts.119]', () => {
    expect(alertCounts(open(1, 1, 8, 36), services)).toEqual(
      new Map([
        ['eyegeo', { warnings: 2, alarms: 0, acknowledged: 0 }],
        ['system', { warnings: 0, alarms: 1, acknowledged: 0 }],
      ]),
    )
  })
  test('are counted apart once they are acknowledged', () => {
    const acknowledged = open(36, 1).map(alert => ({ ...alert, acknowledged: true as const }))
    expect(alertCounts([...acknowledged, ...open(36)], services)).toEqual(
      new Map([
        ['system', { warnings: 0, alarms: 1, acknowledged: 1 }],
        ['eyegeo', { warnings: 0, alarms: 0, acknowledged: 1 }],
      ]),
    )
  })
})

test('alarms come first, then warnings, and within each the order stays as it was', () => {
  expect(ids(urgentFirst(pins))).toEqual([4, 1, 2, 3, 5])
})
test('plates are in alphabetical order, and vehicles with the same plate by id', () => {
  expect(
    ids(inPlateOrder([pin(3, { plate: 'B' }), pin(2, { plate: 'B' }), pin(9, { plate: 'A' })])),
  ).toEqual([9, 2, 3])
})

describe('suggestions', () => {
  const many = Array.from({ length: 20 }, (_, i) =>
    pin(i, { plate: i === 3 ? '03 AB' : `FR ${i}03 KL` }),
  )
  test('contain the words in any case and spacing [map.29]', () => {
    expect(ids(suggestions(pins, 'b10'))).toEqual([1, 2, 3, 4, 5])
    expect(ids(suggestions(pins, 'ab103'))).toEqual([3])
    expect(ids(suggestions(pins, ' À B 1 03'))).toEqual([3])
    expect(ids(suggestions([pin(7, { plate: 'ab107cd' })], 'AB 107'))).toEqual([7])
  })
  test('are nine at most, and begin with those whose plate begins with the words [map.28]', () => {
    const suggested = suggestions(many, '03')
    expect(suggested).toHaveLength(9)
    expect(suggested[0]?.id).toBe(3)
  })
  test('are empty without words', () => {
    expect(suggestions(pins, '  ')).toEqual([])
  })
})

describe('patches', () => {
  test('replace, add and remove pins, and keep the objects of the others', () => {
    const next = patchPins(pins, [pin(2, { speed: 50 }), pin(9)], [3])
    expect(ids(next)).toEqual([1, 2, 4, 5, 9])
    expect(next[0]).toBe(pins[0])
    expect(next[1]?.speed).toBe(50)
  })
  test('give the same array where nothing has changed', () => {
    expect(patchPins(pins, [])).toBe(pins)
  })
})

test.each([
  ['nothing', {}, null],
  ['a vehicle', { v: 3 }, ['vehicle 3', 'period']],
  [
    'a period shows its track, or the vehicle in its place',
    { v: 3, from: '2026-11-20T00:00:00Z' },
    ['period', 'vehicle 3'],
  ],
  [
    'a trip before its period',
    { v: 3, from: '2026-11-20T00:00:00Z', trip: 'x' },
    ['trip x', 'vehicle 3'],
  ],
  ["an alert's place before all else", { v: 3, trip: 'x', a: '1', lat: 45, lng: 9 }, ['alert']],
  ['an alert without a place does not count', { v: 3, a: '1', lat: 45 }, ['vehicle 3', 'period']],
  [
    'where the vehicle was at a moment',
    { v: 3, lat: 45, lng: 9, t: '2026-11-20T00:00:00Z' },
    ['alert'],
  ],
  ['a place without a moment does not count', { v: 3, lat: 45, lng: 9 }, ['vehicle 3', 'period']],
  ['an alert alone', { a: '1', lat: 45, lng: 9 }, ['alert']],
])('the address names what the map shows: %s', (_, search, names) => {
  expect(subjectOf(search)?.names ?? null).toEqual(names)
})
