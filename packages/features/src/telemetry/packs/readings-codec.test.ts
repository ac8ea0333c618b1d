// Packed readings come back byte by byte, whatever they contain.
import { expect, test } from 'vitest'
import { decodeReadings, encodeReadings } from './readings-codec.ts'

const rows = (...texts: string[]) => ({
  micros: texts.map((_, i) => i * 60_000_000),
  seqs: texts.map(() => 0),
  texts,
})
test.each([
  ['one form', rows('{"T1":-18.2,"T2":4}', '{"T1":-18.3,"T2":4.1}')],
  ['fields that come and go', rows('{"T1":1}', '{"T1":1,"T2":2}', '{"T2":3}', '{"T1":4}')],
  ['another order of fields', rows('{"a":1,"b":2}', '{"b":2,"a":1}')],
  ['an empty reading', rows('{}', '{"a":null}', '{}')],
  ['values within values', rows('{"list":[{"id":1,"on":true},[]],"text":"\\u0001 \\" é €"}')],
  ['other than objects', rows('null', '[1,2]', '"text"', '3', 'true')],
])('%s [telemetry.73]', (_, day) => {
  const { micros, seqs, values } = decodeReadings(encodeReadings(day))
  expect(values.map(value => JSON.stringify(value))).toEqual(day.texts)
  expect({ micros, seqs }).toEqual({ micros: day.micros, seqs: day.seqs })
})

test('a pack keeps every text letter by letter, even where JavaScript would write it in another way [telemetry.73]', () => {
  const texts = ['{ "x" : 1.0, "x": 2 }', '[1, 2]', '{"y":1e3}']
  const pack = encodeReadings(rows(...texts))
  for (const text of texts) expect(pack).toContain(text)
})

test('times are exact to the microsecond, even where several readings share one instant [telemetry.73]', () => {
  const micros = [0, 0, 1, 1_000, 43_200_000_000, 86_399_999_999]
  const seqs = [0, 1, -3, 0, 32_767, 0]
  const texts = micros.map(() => '{"a":1}')
  const decoded = decodeReadings(encodeReadings({ micros, seqs, texts }))
  expect({ micros: decoded.micros, seqs: decoded.seqs }).toEqual({ micros, seqs })
})

test('a day of three temperatures a minute takes few bytes even before it is compressed [telemetry.73]', () => {
  const texts = Array.from({ length: 1_440 }, (_, i) =>
    JSON.stringify({ T1: -18 + (i % 7) / 10, T2: -19 + (i % 5) / 10, T3: -17 }),
  )
  const pack = encodeReadings(rows(...texts))
  expect(pack.length).toBeLessThan(texts.join().length * 0.7)
})
