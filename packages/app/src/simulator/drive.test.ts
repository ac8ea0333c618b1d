// A drive: plausible speeds, no jumps, standstill at both ends.
import { distance } from '@flotta/core/geo.ts'
import { roads, type Weight } from '@flotta/features/places/routing/roads.ts'
import { describe, expect, test } from 'vitest'
import { drive } from './drive.ts'

const r = roads()
const AT = Date.parse('2026-11-20T05:00:00Z')
const between = (a: string, b: string, weight: Weight, key = 1) => {
  const tree = r.tree(r.town(a), weight)
  return {
    drive: drive(r, r.path(tree, r.town(b)), weight, 1, key, AT),
    hours: tree.hours[r.town(b)] ?? 0,
  }
}

describe.each<[string, string, Weight, number, number]>([
  ['Milan', 'Bologna', 'heavy', 96, 0.45],
  ['Florence', 'Perugia', 'heavy', 96, 0.45],
  ['Turin', 'Cuneo', 'light', 138, 1.2],
])('from %s to %s', (a, b, weight, fastest, gain) => {
  const { drive: d, hours } = between(a, b, weight)

  test('it takes about as long as planned', () => {
    expect(d.seconds / 3600 / hours).toBeGreaterThan(0.85)
    expect(d.seconds / 3600 / hours).toBeLessThan(1.15)
  })

  test('each second follows from the one before', () => {
    let last = d.at(0)
    expect(last.speed).toBe(0)
    for (let t = 1; t <= d.seconds; t++) {
      const now = d.at(t)
      const metres = distance(last.latitude, last.longitude, now.latitude, now.longitude)
      expect(now.metres).toBeGreaterThanOrEqual(last.metres)
      expect(metres).toBeLessThanOrEqual(Math.max(now.speed, last.speed) / 3.6 + 2)
      expect(now.speed).toBeLessThan(fastest)
      expect(now.speed - last.speed).toBeLessThan(gain * 3.6 + 4.6)
      last = now
    }
    expect(d.at(d.seconds).speed).toBe(0)
    expect(d.at(d.seconds).metres).toBeCloseTo(d.metres, 3)
  })

  test('turns are in order and inside the drive', () => {
    const turns = d.turns(20, 30)
    expect(turns.length).toBeGreaterThan(1)
    expect(turns.every((t, i) => t < d.seconds && t > (turns[i - 1] ?? 0))).toBe(true)
  })
})

test('the same keys give the same drive, another day another one', () => {
  expect(between('Milan', 'Bologna', 'heavy').drive.at(4000)).toEqual(
    between('Milan', 'Bologna', 'heavy').drive.at(4000),
  )
  expect(between('Milan', 'Bologna', 'heavy', 2).drive.at(4000)).not.toEqual(
    between('Milan', 'Bologna', 'heavy').drive.at(4000),
  )
})
