// The map's filters and counts, sentence by sentence.
import { describe, expect, test } from 'vitest'
import type { Service } from '../services/service.ts'
import type { Pin } from './contract.ts'
import {
  alertCounts,
  filterGroups,
  inPlateOrder,
  isMoving,
  keeps,
  NO_FILTER,
  patchPins,
  quickCounts,
  readFilter,
  severityOf,
  subjectOf,
  suggestions,
  toggleQuick,
  urgentFirst,
  writeFilter,
} from './rules.ts'

const services: readonly Service[] = [
  { code: 'system', agreements: [], order: 0, features: ['all', 'connected', 'standby', 'disconnected', 'alarm'], dashboard_features: [], kinds: [] },
  { code: 'eyegeo', agreements: [2], order: 1, features: ['active', 'speed_limit'], dashboard_features: [], kinds: [] },
]
const at = '2026-11-20T10:00:00Z'
const open = (...ids: number[]) => ids.map(alert_id => ({ alert_id, customer_id: null, created_at: at }))
const pin = (id: number, some: Partial<Pin> = {}): Pin => ({ id, vehicle_id: id, plate: `AB ${100 + id} CD`, vehicle_type: 'T', status: 1, ...some })
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
    ['a warning is 1', [8, 1], 1],
    ['the worst one counts', [1, 36, 8], 2],
    ['an alert that nobody defined is left out', [999], null],
  ])('%s', (_, alerts, expected) => {
    expect(severityOf(pin(1, { active_alerts: open(...alerts) }))).toBe(expected)
  })
  test('a vehicle that was lost on the move is not moving', () => {
    expect(isMoving(pin(1, { moving: true, status: 2 }))).toBe(false)
    expect(isMoving(pin(1, { moving: true, status: 1 }))).toBe(true)
  })
})

describe('filter', () => {
  test.each<[string, { s?: string; f?: string; st?: string }, number[]]>([
    ['nothing in the address keeps all', {}, [1, 2, 3, 4, 5]],
    ['system and all keeps all', { s: 'system', f: 'all' }, [1, 2, 3, 4, 5]],
    ['system by status connected', { s: 'system', f: 'connected' }, [1, 4, 5]],
    ['system by status standby', { s: 'system', f: 'standby' }, [2]],
    ['system by status disconnected', { s: 'system', f: 'disconnected' }, [3]],
    ['in alarm is an open alert of severity 2', { f: 'alarm' }, [4]],
    ['moving', { f: 'moving' }, [1]],
    ['fridge is agreement 3 or 17', { f: 'fridge' }, [2, 3]],
    ['a type', { s: 'type_U' }, [4, 5]],
    ['a type and a feature', { s: 'type_U', f: 'alarm' }, [4]],
    ['a type and its subtype', { s: 'type_U', st: 'suv' }, [4]],
    ['no subtype is the subtype none', { s: 'type_U', st: 'none' }, [5]],
    ['a subtype of another type counts as left out', { s: 'type_T', st: 'suv' }, [1]],
    ['a service by its agreement', { s: 'eyegeo', f: 'active' }, [1, 2]],
    ['a service by an alert', { s: 'eyegeo', f: 'speed_limit' }, [1]],
    ['a service without a feature is its agreement', { s: 'eyegeo' }, [1, 2]],
    ['an unknown service counts as left out', { s: 'nonsense', f: 'standby' }, [2]],
    ['an unknown feature counts as left out', { s: 'system', f: 'nonsense' }, [1, 2, 3, 4, 5]],
  ])('%s', (_, search, expected) => {
    expect(ids(pins.filter(keeps(readFilter(search, services), services)))).toEqual(expected)
  })

  test('no filter leaves nothing in the address', () => {
    expect(writeFilter(NO_FILTER)).toEqual({ s: undefined, f: undefined, st: undefined })
  })
  test.each([
    { s: 'type_U', f: 'alarm', st: 'suv' },
    { s: 'eyegeo', f: 'speed_limit', st: undefined },
    { s: 'system', f: 'moving', st: undefined },
  ])('$s $f survives the address', search => {
    expect(writeFilter(readFilter(search, services))).toEqual(search)
  })

  test('a quick filter keeps the type and is cleared by a second press', () => {
    const type = { service: 'type_T', feature: 'all', subtype: null }
    const pressed = toggleQuick(type, 'moving')
    expect(pressed).toEqual({ service: 'type_T', feature: 'moving', subtype: null })
    expect(toggleQuick(pressed, 'moving')).toEqual(type)
    expect(toggleQuick({ service: 'eyegeo', feature: 'active', subtype: null }, 'alarm')).toEqual({ service: 'system', feature: 'alarm', subtype: null })
  })
})

describe('counts', () => {
  test('each quick filter counts what it would keep', () => {
    expect(quickCounts(pins)).toEqual({ connected: 3, fridge: 2, moving: 1, alarm: 1 })
  })
  test('the tree has system, the types that occur and the services that are held', () => {
    const groups = filterGroups(pins, services)
    expect(groups.map(g => [g.service, g.total])).toEqual([
      ['system', 5],
      ['type_M', 1],
      ['type_R', 1],
      ['type_T', 1],
      ['type_U', 2],
      ['eyegeo', 2],
    ])
    expect(groups.at(-1)?.features).toEqual([
      { feature: 'active', count: 2 },
      { feature: 'speed_limit', count: 1 },
    ])
  })
  test('alerts count for the service of their agreement; events do not count', () => {
    expect(alertCounts(open(1, 1, 8, 36), services)).toEqual(
      new Map([
        ['eyegeo', { warnings: 2, alarms: 0 }],
        ['system', { warnings: 0, alarms: 1 }],
      ]),
    )
  })
})

test('alarms come first, then warnings; within each as they come', () => {
  expect(ids(urgentFirst(pins))).toEqual([4, 1, 2, 3, 5])
})
test('plates are in order, equal ones by id', () => {
  expect(ids(inPlateOrder([pin(3, { plate: 'B' }), pin(2, { plate: 'B' }), pin(9, { plate: 'A' })]))).toEqual([9, 2, 3])
})

describe('suggestions', () => {
  const many = Array.from({ length: 20 }, (_, i) => pin(i, { plate: i === 3 ? '03 AB' : `FR ${i}03 KL` }))
  test('contains, in any case and spacing', () => {
    expect(ids(suggestions(pins, 'b10'))).toEqual([1, 2, 3, 4, 5])
    expect(ids(suggestions(pins, 'ab103'))).toEqual([3])
  })
  test('nine at most, those that begin with the words first', () => {
    const found = suggestions(many, '03')
    expect(found).toHaveLength(9)
    expect(found[0]?.id).toBe(3)
  })
  test('no words, no suggestions', () => {
    expect(suggestions(pins, '  ')).toEqual([])
  })
})

describe('patches', () => {
  test('replace, add and remove; untouched pins stay the same objects', () => {
    const next = patchPins(pins, [pin(2, { speed: 50 }), pin(9)], [3])
    expect(ids(next)).toEqual([1, 2, 4, 5, 9])
    expect(next[0]).toBe(pins[0])
    expect(next[1]?.speed).toBe(50)
  })
  test('nothing changed gives the same array', () => {
    expect(patchPins(pins, [])).toBe(pins)
  })
})

test.each([
  ['nothing', {}, null],
  ['a vehicle', { v: 3 }, ['vehicle 3']],
  ['a period shows its track; the vehicle stands in for it', { v: 3, from: '2026-11-20T00:00:00Z' }, ['period', 'vehicle 3']],
  ['a trip before its period', { v: 3, from: '2026-11-20T00:00:00Z', trip: 'x' }, ['trip x', 'vehicle 3']],
  ["an alert's place before all else", { v: 3, trip: 'x', a: '1', lat: 45, lng: 9 }, ['alert']],
  ['an alert without a place is none', { v: 3, a: '1', lat: 45 }, ['vehicle 3']],
  ['an alert alone', { a: '1', lat: 45, lng: 9 }, ['alert']],
])('what the address asks to look at: %s', (_, search, names) => {
  expect(subjectOf(search)?.names ?? null).toEqual(names)
})
