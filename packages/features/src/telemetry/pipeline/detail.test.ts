import { describe, expect, test } from 'vitest'
import { thinReadings } from './detail.ts'

const MINUTE = 60_000
interface Load {
  readonly T1: number | null
  readonly open: boolean
}
const months = 31 * 24 * 60
const load = (
  change: (i: number) => Partial<Load> = () => ({}),
  when: (i: number) => number = i => i * MINUTE,
) =>
  Array.from({ length: months }, (_, i) => ({
    at: when(i),
    data: { T1: Math.sin(i / 300), open: false, ...change(i) },
  }))

describe('the readings of a month, one a minute, thinned for a chart of 2,000 points', () => {
  test('stay as they are when they are few', () => {
    const few = load().slice(0, 1_500)
    expect(thinReadings(few, 2_000)).toBe(few)
    expect(thinReadings([], 10)).toEqual([])
  })
  test('are at most the requested number, in their order, from the first to the last [api.51]', () => {
    const all = load()
    const thinned = thinReadings(all, 2_000)
    expect(thinned.length).toBeLessThanOrEqual(2_000)
    expect(thinned.length).toBeGreaterThan(500)
    expect(thinned.every((r, i) => i === 0 || r.at > (thinned[i - 1]?.at ?? 0))).toBe(true)
    expect([thinned[0], thinned.at(-1)]).toEqual([all[0], all.at(-1)])
  })
  test.each<[string, (i: number) => Partial<Load>, (kept: readonly Load[]) => boolean]>([
    ['the highest', i => (i === 12_345 ? { T1: 99 } : {}), kept => kept.some(r => r.T1 === 99)],
    ['the lowest', i => (i === 23_456 ? { T1: -99 } : {}), kept => kept.some(r => r.T1 === -99)],
    [
      'a reading without a value',
      i => (i === 34_567 ? { T1: null } : {}),
      kept => kept.some(r => r.T1 === null),
    ],
    [
      'a state that lasts one reading',
      i => (i === 40_000 ? { open: true } : {}),
      kept => kept.some(r => r.open),
    ],
  ])('%s is never lost [services.34]', (_, change, found) => {
    expect(found(thinReadings(load(change), 2_000).map(r => r.data))).toBe(true)
  })
  test('keep both ends of a silence, however short a part of the whole it is [services.35]', () => {
    const thinned = thinReadings(
      load(undefined, i => (i < 20_000 ? i : i + 125) * MINUTE),
      2_000,
    ).map(r => r.at / MINUTE)
    expect(thinned).toContain(19_999)
    expect(thinned).toContain(20_125)
  })
  test('are at most the requested number even when all have one moment', () => {
    expect(
      thinReadings(
        load(undefined, () => 7),
        100,
      ).length,
    ).toBeLessThanOrEqual(100)
  })
})
