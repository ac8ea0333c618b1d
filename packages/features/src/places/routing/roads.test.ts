// Shortest paths over the road graph.
import { expect, test } from 'vitest'
import { roads } from './roads.ts'

const r = roads()

test.each([
  ['Milan', 'Rome', 6, 8.5],
  ['Milan', 'Verona', 1.6, 2.6],
  ['Bologna', 'Bari', 7, 10],
])('a truck needs a plausible time from %s to %s', (a, b, least, most) => {
  const hours = r.tree(r.town(a), 'heavy').hours[r.town(b)] ?? 0
  expect(hours).toBeGreaterThan(least)
  expect(hours).toBeLessThan(most)
})

test('a path leads from its start to its end without a gap', () => {
  const path = r.path(r.tree(r.town('Turin'), 'light'), r.town('Naples'))
  let end = [r.latitude(r.town('Turin')), r.longitude(r.town('Turin'))]
  for (const arc of path) {
    const line = r.line(arc)
    expect(Math.abs((line[0] ?? 0) - (end[0] ?? 0))).toBeLessThan(1e-4)
    expect(Math.abs((line[1] ?? 0) - (end[1] ?? 0))).toBeLessThan(1e-4)
    end = [...line.slice(-2)]
  }
  expect(path.map(arc => r.name(r.target(arc))).at(-1)).toBe('Naples')
})

test('no road leads over the sea', () => {
  const tree = r.tree(r.town('Rome'), 'heavy')
  expect(() => r.path(tree, r.town('Cagliari'))).toThrow('no road')
  expect(() => r.path(tree, r.town('Palermo'))).toThrow('no road')
  expect(() => r.town('Atlantis')).toThrow('no town Atlantis')
})
