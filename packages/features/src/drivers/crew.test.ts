import { DAY, HOUR } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { demoFleet } from '../demo/fleet.ts'
import { crew, readsCards, shiftAt } from './crew.ts'
import { cardKey } from './rules.ts'

const from = Date.parse('2026-11-15T00:00:00Z')
const fleet = demoFleet()

test('forty-five people, each with a card of his own but four', () => {
  expect(crew).toHaveLength(45)
  const cards = crew.flatMap(c => cardKey(c.ibutton_id) ?? [])
  expect([cards.length, new Set(cards).size, new Set(crew.map(c => `${c.name} ${c.surname}`)).size]).toEqual([41, 41, 45])
})
test('in two weeks nobody is on two vehicles, and every motor vehicle has somebody', () => {
  const crewed = fleet.filter(v => shiftAt(v, from) !== null)
  expect(crewed.map(v => v.vehicle_type).filter(type => !'TMVU'.includes(type))).toEqual([])
  expect(crewed).toHaveLength(27)
  for (let at = from; at < from + 14 * DAY; at += HOUR) {
    const at_work = crewed.map(v => shiftAt(v, at)?.driver)
    expect([at, new Set(at_work).size]).toEqual([at, crewed.length])
    expect(at_work.every(i => crew[i ?? -1]?.ibutton_id != null)).toBe(true)
  }
})
test('a shift is the same at each of its moments', () => {
  for (const vehicle of fleet.filter(readsCards)) {
    const shift = shiftAt(vehicle, from)
    if (shift === null) continue
    expect([shiftAt(vehicle, shift.from), shiftAt(vehicle, shift.to - 1)]).toEqual([shift, shift])
    expect(shiftAt(vehicle, shift.to)?.from).toBe(shift.to)
  }
})
