import { expect, test } from 'vitest'
import { demoFleet } from '../../provider/demo/fleet.ts'
import { worksOn } from '../../seed.ts'
import { tags, tractorOf, trailerOf } from './couplings.ts'

const fleet = demoFleet()
const first = Date.parse('2026-11-15T00:00:00Z') / 86_400_000
const days = Array.from({ length: 91 }, (_, i) => first + i)
const trailers = fleet.flatMap(v => trailerOf(v) ?? [])

test('only tractors and rigids have tags, each its own, and only trailers read them', () => {
  expect(
    [...tags.keys()].map(i => fleet[i]?.vehicle_type).filter(type => type !== 'T' && type !== 'M'),
  ).toEqual([])
  expect(new Set(tags.values()).size).toBe(tags.size)
  expect(fleet.filter(v => trailerOf(v) !== null).map(v => v.vehicle_type)).toEqual([
    'S',
    'S',
    'S',
    'R',
    'S',
    'S',
    'S',
  ])
})
test('on any day a lorry pulls one trailer, of its own depot, that works as it does', () => {
  for (const day of days) {
    const pulled = fleet.flatMap(v => {
      const tractor = fleet[tractorOf(v.index, day) ?? -1]
      return tractor === undefined ? [] : [{ v, tractor }]
    })
    expect(new Set(pulled.map(p => p.tractor.index)).size).toBe(pulled.length)
    expect(pulled).toHaveLength(10)
    for (const { v, tractor } of pulled)
      expect([v.plate, v.home, v.rota, worksOn(v, day)]).toEqual([
        v.plate,
        tractor.home,
        tractor.rota,
        worksOn(tractor, day),
      ])
  }
})
test('a trailer is coupled to vehicles that it may be coupled to, and to a stranger less than once in two days of the fleet', () => {
  expect(
    trailers.filter(t => days.some(day => t.authorized?.includes(t.tagOn(day)) === false)),
  ).toEqual([])
  const strangers = days.flatMap(day =>
    trailers.flatMap(t =>
      t.strangerOn(day) === null ? [] : [[t.authorized?.includes(t.strangerOn(day) ?? ''), day]],
    ),
  )
  expect(strangers.filter(([authorized]) => authorized !== false)).toEqual([])
  expect(strangers.length).toBeLessThan(days.length / 2)
  // every depot has one in any fortnight
  for (const from of days.slice(0, -14))
    expect(
      strangers.filter(([, day]) => Number(day) >= from && Number(day) < from + 14).length,
    ).toBeGreaterThanOrEqual(5)
})
test('five trailers change their tractor from day to day, one keeps that of a haulier, and one has no list of authorised vehicles', () => {
  expect(trailers.map(t => new Set(days.map(t.tagOn)).size)).toEqual([2, 2, 2, 1, 2, 2, 1])
  expect(trailers.filter(t => t.authorized === null)).toHaveLength(1)
})
