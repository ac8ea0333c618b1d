import { expect, test } from 'vitest'
import { coordinatesOf, coordinatesText, exclusionsOf } from './rules.ts'

test.each<[string, string | [number, number][]]>([
  [
    '9.19,45.46;12.48,41.89',
    [
      [9.19, 45.46],
      [12.48, 41.89],
    ],
  ],
  [
    '-9,38.7;9.19,45.46;0,0',
    [
      [-9, 38.7],
      [9.19, 45.46],
      [0, 0],
    ],
  ],
  ['', 'routing.two_places'],
  ['9.19,45.46', 'routing.two_places'],
  ['9.19,45.46;', 'routing.coordinates'],
  ['9.19,45.46;12.48', 'routing.coordinates'],
  ['9.19,45.46,3;12.48,41.89', 'routing.coordinates'],
  ['45.46,9.19;41.89,120', 'routing.coordinates'],
  ['9.19,45.46;181,41.89', 'routing.coordinates'],
  ['9.19,45.46;1e1,41.89', 'routing.coordinates'],
  ['9.19,45.46; 12.48,41.89', 'routing.coordinates'],
  ['9.19,45.46;NaN,41.89', 'routing.coordinates'],
  ['a,b;c,d', 'routing.coordinates'],
  [Array(25).fill('9,45').join(';'), Array(25).fill([9, 45])],
  [Array(26).fill('9,45').join(';'), 'routing.many_places'],
])('places %s', (text, expected) => {
  const points = coordinatesOf(text)
  expect(typeof points === 'string' ? points : points.map(p => [p.longitude, p.latitude])).toEqual(
    expected,
  )
})
test('places are written in the form in which they are read, to ten centimetres', () => {
  expect(
    coordinatesText([
      { longitude: 9.190000049, latitude: 45.4642 },
      { longitude: -0.0000001, latitude: 41 },
    ]),
  ).toBe('9.19,45.4642;0,41')
})
test.each<[string, string[] | null]>([
  ['', []],
  ['ferry', ['ferry']],
  ['motorway,ferry,toll,ferry', ['ferry', 'toll', 'motorway']],
  [' toll , motorway ', ['toll', 'motorway']],
  ['tunnel', null],
  ['toll,tunnel', null],
])('exclusions %j', (text, expected) => expect(exclusionsOf(text)).toEqual(expected))
