// The map's filters and their counts, as tables.
import { describe, expect, test } from 'vitest'
import type { Service } from '../../services/service.ts'
import type { Pin } from './contract.ts'
import {
  type Filter,
  NO_FILTER,
  readFilter,
  toggleLine,
  toggleQuick,
  withoutWord,
  writeFilter,
} from './filter.ts'
import { filterGroups, keeps, quickCounts } from './filter-masks.ts'

const services: readonly Service[] = [
  {
    code: 'system',
    agreements: [],
    order: 0,
    features: ['all', 'connected', 'standby', 'disconnected', 'idling', 'alarm'],
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
  {
    code: 'eyedoor',
    agreements: [4],
    order: 2,
    features: ['active', 'door_open'],
    dashboard_features: ['door_open', 'cooling_door_open'],
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
  pin(4, {
    motion: 'idling',
    active_alerts: open(6, 36),
    vehicle_type: 'U',
    vehicle_subtype: 'suv',
  }),
  pin(5, { vehicle_type: 'U', active_alerts: open(8) }),
  pin(6, { vehicle_type: 'C', status: 0, active_alerts: open(15) }),
]
const ids = (found: readonly Pin[]) => found.map(p => p.id)

describe('filter', () => {
  test.each<[string, { s?: string; f?: string; st?: string }, number[]]>([
    ['nothing in the address keeps all', {}, [1, 2, 3, 4, 5, 6]],
    ['system and all keeps all [map.49]', { s: 'system', f: 'all' }, [1, 2, 3, 4, 5, 6]],
    ['system by status connected [map.50]', { s: 'system', f: 'connected' }, [1, 4, 5]],
    ['system by status standby [map.51]', { s: 'system', f: 'standby' }, [2, 6]],
    ['system by status disconnected [map.52]', { s: 'system', f: 'disconnected' }, [3]],
    ['in alarm is an open alert of severity 2 [map.42]', { f: 'alarm' }, [4]],
    ['moving', { f: 'moving' }, [1]],
    ['idling, however long [map.83]', { s: 'system', f: 'idling' }, [4]],
    ['fridge is agreement 3 or 17 [map.41]', { f: 'fridge' }, [2, 3]],
    ['a type', { s: 'type_U' }, [4, 5]],
    ['a type and a feature [map.53]', { s: 'type_U', f: 'alarm' }, [4]],
    ['a type and its subtype [map.55]', { s: 'type_U', st: 'suv' }, [4]],
    ['no subtype is the subtype none', { s: 'type_U', st: 'none' }, [5]],
    ['a subtype of another type counts as left out', { s: 'type_T', st: 'suv' }, [1]],
    ['a service by its agreement [map.56]', { s: 'eyegeo', f: 'active' }, [1, 2]],
    ['a service by an alert [map.57]', { s: 'eyegeo', f: 'speed_limit' }, [1]],
    ['a service without a feature is its agreement', { s: 'eyegeo' }, [1, 2]],
    ['reefers that move: both hold', { f: 'fridge,moving' }, []],
    ['connected and with an alarm', { f: 'connected,alarm' }, [4]],
    ['two types are either', { s: 'type_T,type_R' }, [1, 2]],
    ['two statuses are either', { f: 'standby,disconnected' }, [2, 3, 6]],
    ['a type, a service and a status: all hold', { s: 'type_R,eyegeo', f: 'standby' }, [2]],
    [
      'a service by an alert that another agreement opens',
      { s: 'eyedoor', f: 'cooling_door_open' },
      [6],
    ],
    ['the agreement of a service does not stand for its alerts', { s: 'eyedoor', f: 'active' }, []],
    ['a subtype is of cars alone', { s: 'type_T,type_U', st: 'suv' }, [1, 4]],
    ['an unknown service counts as left out', { s: 'nonsense', f: 'standby' }, [2, 6]],
    ['an unknown feature counts as left out', { s: 'system', f: 'nonsense' }, [1, 2, 3, 4, 5, 6]],
  ])('%s', (_, search, expected) => {
    expect(ids(pins.filter(keeps(readFilter(search, services), services)))).toEqual(expected)
  })

  test('an empty filter leaves nothing in the address', () => {
    expect(writeFilter(NO_FILTER)).toEqual({ s: undefined, f: undefined, st: undefined })
  })
  test.each([
    { s: 'type_U', f: 'alarm', st: 'suv' },
    { s: 'eyegeo', f: 'speed_limit', st: undefined },
    { s: 'type_T,type_U,eyegeo', f: 'connected,standby,moving,speed_limit', st: 'suv' },
    { s: undefined, f: 'moving', st: undefined },
  ])('$s $f survives the address [map.23]', search => {
    expect(writeFilter(readFilter(search, services))).toEqual(search)
  })

  const parse = (s: string | undefined, f: string | undefined) => readFilter({ s, f }, services)
  test.each([
    [
      'a quick filter is added to the chosen filters',
      parse('type_T', 'fridge'),
      (f: Filter) => toggleQuick(f, 'moving'),
      { s: 'type_T', f: 'fridge,moving' },
    ],
    [
      'a second press removes only that filter',
      parse('type_T', 'fridge,moving'),
      (f: Filter) => toggleQuick(f, 'moving'),
      { s: 'type_T', f: 'fridge' },
    ],
    [
      'a line of a type joins the type and its feature',
      parse('eyegeo', 'fridge'),
      (f: Filter) => toggleLine(f, 'type_T', 'moving'),
      { s: 'type_T,eyegeo', f: 'fridge,moving' },
    ],
    [
      'a second press on the line of a type keeps the type',
      parse('type_T', 'moving'),
      (f: Filter) => toggleLine(f, 'type_T', 'moving'),
      { s: 'type_T' },
    ],
    [
      'a whole type goes by its line',
      parse('type_T,type_U', undefined),
      (f: Filter) => toggleLine(f, 'type_T', 'all'),
      { s: 'type_U' },
    ],
    [
      'a status joins another',
      parse(undefined, 'connected'),
      (f: Filter) => toggleLine(f, 'system', 'standby'),
      { f: 'connected,standby' },
    ],
    [
      'an alert brings its service',
      NO_FILTER,
      (f: Filter) => toggleLine(f, 'eyegeo', 'speed_limit'),
      { s: 'eyegeo', f: 'speed_limit' },
    ],
    [
      'all of the system clears',
      parse('type_T,eyegeo', 'moving'),
      (f: Filter) => toggleLine(f, 'system', 'all'),
      {},
    ],
    [
      'cars that leave take their subtype with them',
      readFilter({ s: 'type_U', st: 'suv' }, services),
      (f: Filter) => withoutWord(f, 'type_U'),
      {},
    ],
  ])('%s', (_, filter, change, expected) => {
    const { s, f, st } = writeFilter(change(filter))
    expect({ s, f, st }).toEqual({ s: undefined, f: undefined, st: undefined, ...expected })
  })
})

describe('counts', () => {
  test('each quick filter counts the vehicles that it would keep [map.39]', () => {
    expect(quickCounts(pins)).toEqual({ connected: 3, fridge: 2, moving: 1, idling: 1, alarm: 1 })
  })
  test('follow the other filters', () => {
    const filter = readFilter({ f: 'connected,fridge' }, services)
    expect(quickCounts(pins, filter, services)).toEqual({
      connected: 0,
      fridge: 0,
      moving: 0,
      idling: 0,
      alarm: 0,
    })
    expect(quickCounts(pins, readFilter({ f: 'fridge' }, services), services)).toEqual({
      connected: 0,
      fridge: 2,
      moving: 0,
      idling: 0,
      alarm: 0,
    })
    expect(quickCounts(pins, readFilter({ f: 'connected' }, services), services)).toEqual({
      connected: 3,
      fridge: 0,
      moving: 1,
      idling: 1,
      alarm: 1,
    })
    expect(
      filterGroups(pins, services, readFilter({ f: 'standby' }, services)).map(g => [
        g.service,
        g.total,
      ]),
    ).toContainEqual(['type_R', 1])
    expect(
      filterGroups(pins, services, readFilter({ f: 'standby' }, services)).map(g => [
        g.service,
        g.total,
      ]),
    ).toContainEqual(['type_T', 0])
  })
  test('the tree has the system, the types that occur and the services that the company holds [access.40]', () => {
    const groups = filterGroups(pins, services)
    expect(groups.map(g => [g.service, g.total])).toEqual([
      ['system', 6],
      ['type_M', 1],
      ['type_R', 1],
      ['type_T', 1],
      ['type_C', 1],
      ['type_U', 2],
      ['eyegeo', 2],
    ])
    expect(groups.at(-1)?.features).toEqual([
      { feature: 'active', count: 2 },
      { feature: 'speed_limit', count: 1 },
    ])
  })
})

test('a pin is read once, however many lines count it', () => {
  let reads = 0
  const watched = Array.from(
    { length: 10_000 },
    (_, id) =>
      new Proxy(pin(id, pins[id % pins.length]), {
        get(own, name) {
          reads++
          return Reflect.get(own, name)
        },
      }),
  )
  filterGroups(watched, services)
  const once = reads
  expect(once / watched.length).toBeLessThan(20)
  for (const f of ['moving', 'alarm', 'speed_limit', 'standby'])
    for (const s of ['eyegeo', 'type_U', 'type_T,eyedoor']) {
      const filter = readFilter({ s, f }, services)
      filterGroups(watched, services, filter)
      quickCounts(watched, filter, services)
      watched.filter(keeps(filter, services))
    }
  expect(reads).toBe(once)
  // one vehicle moved
  filterGroups([...watched.slice(1), pin(0)], services)
  expect(reads).toBe(once)
})
