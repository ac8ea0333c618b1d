// Lists of an object's values: reading gives back what was written, whatever the values.
import { expect, test } from 'vitest'
import { listCodec, storedText } from './state-codec.ts'

interface Way {
  readonly at: number
  readonly name: string | null
  readonly place: { readonly latitude: number } | null
}
const way = listCodec<Way | null>({ at: 0, name: 0, place: 0 })
const codec = listCodec<{ readonly on: boolean | null; readonly way: Way | null }>({ on: 0, way })

test.each([
  [
    { on: true, way: { at: 1_795_245_675_000, name: 'A "1"', place: { latitude: -45.4 } } },
    '[true,[1795245675000,"A \\"1\\"",{"latitude":-45.4}]]',
  ],
  [{ on: null, way: { at: 0.1, name: null, place: null } }, '[null,[0.1,null,null]]'],
  [{ on: false, way: null }, '[false,null]'],
])('%j', (state, text) => {
  expect(storedText(codec, state)).toBe(text)
  expect(codec.read(JSON.parse(text))).toEqual(state)
})
test('a number without a form in JSON is stored as null', () => {
  expect(storedText(way, { at: Number.NaN, name: null, place: null })).toBe('[null,null,null]')
})
test('a state that was stored as an object is read unchanged', () => {
  expect(codec.read({ on: true, way: null })).toEqual({ on: true, way: null })
})
