import { DAY, HOUR } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { demoFleet } from '../../provider/demo/fleet.ts'
import { crew, readsCards, shiftAt, YARD_CARD } from './crew.ts'
import { cardKey } from './rules.ts'

const from = Date.parse('2026-11-15T00:00:00Z')
const fleet = demoFleet()

test('the crew of the demo has forty-five people, and all but four have a card of their own', () => {
  expect(crew).toHaveLength(45)
  const cards = crew.flatMap(c => cardKey(c.ibutton_id) ?? [])
  expect([
    cards.length,
    new Set(cards).size,
    new Set(crew.map(c => `${c.name} ${c.surname}`)).size,
  ]).toEqual([41, 41, 45])
})
test('in four weeks nobody is on two vehicles at a time, and every motor vehicle has a driver on five days a week', () => {
  const shifts = new Map<string, number>()
  for (let at = from; at < from + 28 * DAY; at += HOUR) {
    const at_work = fleet.flatMap(v => {
      const shift = shiftAt(v, at)
      if (shift !== null) shifts.set(v.plate, (shifts.get(v.plate) ?? 0) + 1)
      return shift === null ? [] : [shift.driver]
    })
    expect([at, new Set(at_work).size]).toEqual([at, at_work.length])
    expect(at_work.every(i => crew[i]?.ibutton_id != null)).toBe(true)
  }
  const driven = fleet.filter(v => 'TMVU'.includes(v.vehicle_type)).map(v => v.plate)
  expect([...shifts.keys()].sort()).toEqual(driven.sort())
  expect(new Set(shifts.values())).toEqual(new Set([20 * 24]))
})
test('the card of the yard belongs to no driver', () => {
  expect(crew.map(c => cardKey(c.ibutton_id))).not.toContain(cardKey(YARD_CARD))
})
test('a shift is the same at each moment within it', () => {
  for (const vehicle of fleet.filter(readsCards)) {
    const shift = shiftAt(vehicle, from)
    if (shift === null) continue
    expect([shiftAt(vehicle, shift.from), shiftAt(vehicle, shift.to - 1)]).toEqual([shift, shift])
    expect(shiftAt(vehicle, shift.to)?.from ?? shift.to).toBe(shift.to)
  }
})
