import { expect, test } from 'vitest'
import { differBy, flagReading, numberOf, numberReading, source, textOf } from './reading.ts'
import { recordValuesOf } from './record-values.ts'
import type { Values, Word } from './telemetry.ts'

const from = (...names: string[]) =>
  names.map(name => source(name.replace('!', '') as Word, name.startsWith('!')))

test.each([
  [12, 12.2, 0.2, true],
  [12, 12.19, 0.2, false],
  [4, 4.1, 0.1, true],
  [null, 4, 0.1, true],
  [null, null, 0.1, false],
  [undefined, null, 0.1, false],
  [undefined, 4, 0.1, true],
])('%f and %f differ by %f: %o', (a, b, least, expected) => {
  expect(differBy(a, b, least)).toBe(expected)
})

test.each<[string, object, string[], number | null]>([
  ['the first source with a value is used', { temp1: 4, ble_temp1: 5 }, ['temp1', 'ble_temp1'], 4],
  [
    'a later source is used when the first has no value',
    { ble_temp1: 5 },
    ['temp1', 'ble_temp1'],
    5,
  ],
  ['a record without the source has no value', {}, ['temp1'], null],
  ['a reading without a source has no value', { temp1: 4 }, [], null],
  ['text is no number', { rfid: '17' }, ['rfid'], null],
  ['off is on where the wiring inverts it', { in1: 0 }, ['!in1'], 1],
  ['on is off where the wiring inverts it', { in1: 1 }, ['!in1'], 0],
  ['a missing value has no opposite', {}, ['!in1'], null],
])('%s', (_, values, sources, expected) => {
  expect(numberOf(recordValuesOf(values), from(...sources))).toBe(expected)
})
test('a text is returned as it is, even when it is empty', () => {
  const texts = (values: Values, sources?: ReturnType<typeof from>) =>
    textOf(recordValuesOf(values), sources)
  expect([
    texts({ rfid: '17' }, from('rfid')),
    texts({ rfid: '' }, from('rfid')),
    texts({}, from('rfid')),
    texts({ rfid: '17' }),
  ]).toEqual(['17', '', null, null])
})

test('numbers are rounded, missing ones are null, and a record without any of them gives no reading', () => {
  const { read, changed, shape, meanings } = numberReading({
    volts: { words: ['power'], decimals: 2, least: 0.5 },
    level: { words: [], least: 5 },
  })
  expect(meanings).toEqual({ volts: ['power'], level: [] })
  expect(read(recordValuesOf({ power: 12.3456 }), { volts: from('power'), level: [] })).toEqual({
    volts: 12.35,
    level: null,
  })
  expect(read(recordValuesOf({ power: 12.3456 }), { level: from('battery_level') })).toBeNull()
  const [one, other] = [
    read(recordValuesOf({ power: 1 }), { volts: from('power') }),
    read(recordValuesOf({ power: 2 }), { volts: from('power') }),
  ]
  expect([one, other]).toEqual([
    { volts: 1, level: null },
    { volts: 2, level: null },
  ])
  expect(shape.parse(one)).toEqual(one)
  expect(changed({ volts: 12, level: 50 }, { volts: 12.4, level: 54 })).toBe(false)
  expect(changed({ volts: 12, level: 50 }, { volts: 12.5, level: 50 })).toBe(true)
  expect(changed({ volts: 12, level: 50 }, { volts: 12, level: null })).toBe(true)
})
test('unchanged flags are the previous object', () => {
  const { read } = flagReading({ door_1: ['in1'], armed: ['in2'] })
  const sources = { door_1: from('in1'), armed: from('in2') }
  const stored = { door_1: true, armed: null }
  expect(read(recordValuesOf({ in1: 1 }), sources, stored)).toBe(stored)
  expect(read(recordValuesOf({ in1: 0 }), sources, stored)).toEqual({ door_1: false, armed: null })
  expect(read(recordValuesOf({ in1: 1, in2: 0 }), sources, stored)).toEqual({
    door_1: true,
    armed: false,
  })
  expect(read(recordValuesOf({}), sources, stored)).toBeNull()
})
test('a number above the largest value becomes the largest value', () => {
  const { read } = numberReading({ alarm: { words: ['reefer_alarm'], least: 1, most: 2 } })
  expect(
    [1, 2, 7].map(
      reefer_alarm =>
        read(recordValuesOf({ reefer_alarm }), { alarm: from('reefer_alarm') })?.alarm,
    ),
  ).toEqual([1, 2, 2])
})
test('unchanged numbers are the previous object', () => {
  const { read } = numberReading({
    volts: { words: ['power'], decimals: 1, least: 0.5 },
    level: { words: ['battery_level'], least: 5 },
  })
  const sources = { volts: from('power'), level: from('battery_level') }
  const stored = { volts: 12.3, level: null }
  expect(read(recordValuesOf({ power: 12.34 }), sources, stored)).toBe(stored)
  expect(
    read(recordValuesOf({ power: 12.34 }), sources, { volts: 12.3 } as typeof stored),
  ).toStrictEqual(stored)
  expect(read(recordValuesOf({ power: 12.4 }), sources, stored)).toEqual({
    volts: 12.4,
    level: null,
  })
  expect(read(recordValuesOf({ power: 12.34, battery_level: 0 }), sources, stored)).toEqual({
    volts: 12.3,
    level: 0,
  })
  expect(read(recordValuesOf({ power: 12.34 }), sources, { volts: 12.3, level: 7 })).toEqual(stored)
  expect(read(recordValuesOf({}), sources, stored)).toBeNull()
})
test('a value that only accompanies others makes neither a reading nor a change by itself', () => {
  const { read, changed, accompanying } = numberReading({
    metres: { words: ['odometer'], least: 0, accompanies: true },
    load: { words: ['axle1_load'], least: 100 },
  })
  const sources = { metres: from('odometer'), load: from('axle1_load') }
  expect(accompanying).toEqual(['metres'])
  expect(read(recordValuesOf({ odometer: 5 }), sources)).toBeNull()
  const data = read(recordValuesOf({ odometer: 5, axle1_load: 900 }), sources)
  expect(data).toEqual({ metres: 5, load: 900 })
  expect(changed({ metres: 5, load: 900 }, { metres: 7, load: 900 })).toBe(false)
  expect(changed({ metres: null, load: 900 }, { metres: 7, load: 1000 })).toBe(true)
})
test('a field that has lost its source is null from then on', () => {
  const { read } = numberReading({
    volts: { words: ['power'], least: 0.5 },
    level: { words: ['battery_level'], least: 5 },
  })
  const stored = { volts: 12, level: 80 }
  const values = recordValuesOf({ power: 12, battery_level: 80 })
  expect(read(values, { volts: from('power'), level: from('battery_level') }, stored)).toBe(stored)
  expect(read(values, { volts: from('power') }, stored)).toEqual({ volts: 12, level: null })
})
test('a number can be wired by a name that differs from its field', () => {
  const { read, meanings } = numberReading({
    volts: { words: ['power'], meaning: 'power', least: 0.5 },
  })
  expect(meanings).toEqual({ power: ['power'] })
  expect(read(recordValuesOf({ adc1: 12 }), { power: from('adc1') })).toEqual({ volts: 12 })
})

test('missing flags are null, a record without any gives no reading, and every change enters the history', () => {
  const { read, changed, shape, meanings, kept_every } = flagReading({ open: [], armed: ['in3'] })
  expect([meanings, kept_every]).toEqual([{ open: [], armed: ['in3'] }, Number.POSITIVE_INFINITY])
  expect(read(recordValuesOf({ in1: 1 }), { open: from('in1'), armed: from('in3') })).toEqual({
    open: true,
    armed: null,
  })
  expect(
    read(recordValuesOf({ in1: 1, in3: 0 }), { open: from('!in1'), armed: from('in3') }),
  ).toEqual({
    open: false,
    armed: false,
  })
  expect(read(recordValuesOf({ in2: 1 }), { open: from('in1'), armed: [] })).toBeNull()
  expect(shape.parse({ open: true, armed: null })).toEqual({ open: true, armed: null })
  expect(changed({ open: true, armed: null }, { open: true, armed: null })).toBe(false)
  expect(changed({ open: true, armed: null }, { open: true, armed: false })).toBe(true)
})
