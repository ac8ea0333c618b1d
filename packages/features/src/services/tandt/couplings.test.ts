import { HOUR } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { demoFleet } from '../../demo/fleet.ts'
import { tags, trailerOf } from './couplings.ts'

const fleet = demoFleet()
const from = Date.parse('2026-11-15T00:00:00Z')
const trailers = fleet.flatMap(v => trailerOf(v) ?? [])

test('tags are tractors’ and rigids’, each its own; who reads them are trailers', () => {
  expect([...tags.keys()].map(i => fleet[i]?.vehicle_type).filter(type => type !== 'T' && type !== 'M')).toEqual([])
  expect(new Set(tags.values()).size).toBe(tags.size)
  expect(fleet.filter(v => trailerOf(v) !== null).map(v => v.vehicle_type)).toEqual(['S', 'S', 'S', 'R', 'S', 'S', 'S'])
})
test('at any time each tractor pulls one trailer, and one trailer is coupled to what it may not be', () => {
  for (let at = from; at < from + 14 * 24 * HOUR; at += HOUR) {
    const coupled = trailers.map(t => t.tagAt(at))
    expect([at, new Set(coupled).size]).toEqual([at, trailers.length])
    expect([at, trailers.filter(t => t.authorized?.includes(t.tagAt(at)) === false).length]).toEqual([at, 1])
  }
})
test('a trailer changes its tractor within a day; one stays with a haulier’s, of one nothing is said', () => {
  const changes = trailers.map(t => new Set([0, 9, 18].map(h => t.tagAt(from + h * HOUR))).size)
  expect(changes.map(n => n > 1)).toEqual([true, true, true, false, true, true, false])
  expect(trailers.filter(t => t.authorized === null)).toHaveLength(1)
})
