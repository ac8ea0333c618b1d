import { expect, test } from 'vitest'
import type { Fleet } from '../../fleets/contract.ts'
import type { Status, VehicleItem } from '../contract.ts'
import { filterRows, type PinFacts, type RowFilter, rowMaker } from './rows.ts'

const item = (id: number, some: Partial<VehicleItem> = {}): VehicleItem => ({
  id,
  plate: `FR${id}KL`,
  serial: null,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id: null,
  ...some,
})
const nord: Fleet = { id: 7, code: 'NORD', description: '', color: '#2e51bb' }
/** One object for each status, as the pins keep theirs. */
const allFacts = ([0, 1, 2] as const).map(
  (status): PinFacts => ({
    status,
    motion: undefined,
    driver: undefined,
    contact: undefined,
    spot: undefined,
  }),
)
const factsOf = (status: Status): PinFacts => allFacts[status] as PinFacts
const parts = (statuses: readonly (readonly [number, Status])[] = []) => ({
  pins: new Map(statuses.map(([id, status]) => [id, factsOf(status)])),
  counters: new Map(),
  fleets: new Map([[7, nord]]),
  rents: new Map(),
})
const all: RowFilter = {
  search: '',
  type: [],
  subtype: [],
  status: [],
  active: [],
  passes: () => true,
}

test('a row stays the same object while its vehicle, status, fleet and contract do', () => {
  const make = rowMaker()
  const items = [item(1, { fleet_id: 7 }), item(2)]
  const [a, b] = make(items, parts([[1, 1]]))
  expect(a).toMatchObject({ status: 1, fleet: nord })
  const again = make([...items], parts([[1, 1]]))
  expect([again[0] === a, again[1] === b]).toEqual([true, true])
  const turned = make(items, parts([[1, 2]]))
  expect([turned[0] === a, turned[0]?.status, turned[1] === b]).toEqual([false, 2, true])
  const renamed = make([item(1, { plate: 'NEW' }), items[1] ?? item(2)], parts([[1, 2]]))
  expect(renamed.map(r => r.words)).toEqual(['new\u0001\u0001', 'fr2kl\u0001\u0001'])
})
test('every filter keeps its rows at the same time', () => {
  const make = rowMaker()
  const items = [
    item(1, { vehicle_type: 'U', vehicle_subtype: 'suv', model: 'Città 50' }),
    item(2, { vehicle_type: 'U', active: 1 }),
    item(3, { fleet_id: 7, serial: 'S-3' }),
    item(4, { active: 0 }),
  ]
  const rows = make(
    items,
    parts([
      [1, 1],
      [3, 2],
    ]),
  )
  const idsFor = (some: Partial<RowFilter>) => filterRows(rows, { ...all, ...some }).map(r => r.id)
  expect(idsFor({})).toEqual([1, 2, 3, 4])
  expect(idsFor({ type: ['U'] })).toEqual([1, 2])
  expect(idsFor({ subtype: ['suv'] })).toEqual([1, 3, 4])
  expect(idsFor({ type: ['U'], subtype: ['none'] })).toEqual([2])
  expect(idsFor({ status: ['1', '2'] })).toEqual([1, 3])
  expect(idsFor({ active: ['2'] })).toEqual([1, 3])
  expect(idsFor({ active: ['0', '1'] })).toEqual([2, 4])
  expect(idsFor({ passes: id => id === 7 })).toEqual([3])
  expect(idsFor({ search: 'CITTA5' })).toEqual([1])
  expect(idsFor({ search: 's-3' })).toEqual([3])
  expect(idsFor({ search: 'kl', type: ['V'], active: ['2'] })).toEqual([3])
})
test('ten thousand rows are made and filtered while one vehicle moves, and only its row is new', () => {
  const make = rowMaker()
  const items = Array.from({ length: 10_000 }, (_, i) => item(i + 1, { model: 'Iveco Daily' }))
  const first = make(items, parts())
  const next = make(items, parts([[5_000, 1]]))
  expect(next.filter((row, i) => row !== first[i])).toHaveLength(1)
  expect(filterRows(next, { ...all, search: 'fr9999' }).map(r => r.id)).toEqual([9_999])
})
