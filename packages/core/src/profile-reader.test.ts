// Names, signs, units and missing values of raw parameters, and the properties of the record itself.
import { describe, expect, test } from 'vitest'
import { EVENT_IO, GENERATION_IO, IoWriter, PRIORITY_IO } from './io.ts'
import { profileReader } from './profile-reader.ts'
import type { Parameter } from './protocol.ts'
import { recordValuesOf, valuesOf } from './record-values.ts'

const reader = (...parameters: Parameter[]) =>
  profileReader({ code: 'x', name: 'x', protocol: 'x', reporting_interval: 60, parameters })
function io(
  ...elements: readonly (readonly [id: number, bytes: readonly number[], text?: boolean])[]
): Uint8Array {
  const writer = new IoWriter()
  for (const [id, bytes, text] of elements)
    writer.put(id, Uint8Array.from(bytes), 0, bytes.length, text)
  return writer.take()
}

describe('values', () => {
  test.each([
    [0.001, 12_345, 12.345],
    [0.001, 1, 0.001],
    [0.01, 2_901, 29.01],
    [0.1, 3, 0.3],
    [0.5, 201, 100.5],
    [0.05, 499, 24.95],
    [1, 65_535, 65_535],
    [5, 7, 35],
    [60, 60, 3600],
  ])('scale %d of %d is %d and nothing more', (scale, raw, value) => {
    expect(reader({ id: 9, word: 'adc1', scale }).read(io([9, [raw >> 8, raw & 255]]))).toEqual({
      adc1: value,
    })
  })
  test.each([
    [[0xff], -1],
    [[0xff, 0xfe], -2],
    [[0x80, 0, 0, 0], -2_147_483_648],
    [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd], -3],
  ])('%j is signed by its own width', (bytes, value) => {
    expect(reader({ id: 17, word: 'axis_x', signed: true }).read(io([17, bytes]))).toEqual({
      axis_x: value,
    })
  })
  test('that mean a missing value are compared with the sign applied', () => {
    const lls = reader({ id: 201, word: 'lls_fuel1', signed: true, missing: [-1] })
    expect(lls.read(io([201, [0xff, 0xff]]))).toEqual({})
    expect(lls.read(io([201, [0, 0]]))).toEqual({ lls_fuel1: 0 })
  })
  test('of one id can have two meanings by their width', () => {
    const ble = reader(
      { id: 701, word: 'temp1', width: 1, scale: 0.1 },
      { id: 701, word: 'temp2', width: 2, scale: 0.01 },
    )
    expect(ble.read(io([701, [50]], [701, [0, 50]], [701, [0, 0, 0, 50]]))).toEqual({
      temp1: 5,
      temp2: 0.5,
    })
    expect(ble.raw(io([701, [50]], [701, [0, 0, 0, 50]]))).toEqual([
      { id: 701, width: 4, value: 50 },
    ])
  })
  test('can be the bits of one number, each with a word of its own', () => {
    const doors = reader(
      { id: 90, word: 'can_door1', width: 2, bit: 8 },
      { id: 90, word: 'can_trunk', width: 2, bit: 13 },
      { id: 91, word: 'can_hood', bit: 0 },
    )
    const elements = io([90, [0x20, 1]], [91, [0, 0, 0, 3]])
    expect(doors.read(elements)).toEqual({ can_door1: 0, can_trunk: 1, can_hood: 1 })
    expect(doors.raw(elements)).toEqual([])
  })
  test('of the later of two elements count', () => {
    expect(
      reader({ id: 1, word: 'in1' }, { id: 300, word: 'in1' }).read(io([1, [1]], [300, [0]])),
    ).toEqual({ in1: 0 })
  })
  test('of the previous record are cleared', () => {
    const into = recordValuesOf({ in2: 1, rfid: '17' })
    reader({ id: 1, word: 'in1' }).fill(io([1, [1]]), into)
    expect(valuesOf(into)).toEqual({ in1: 1 })
  })
  test('include the reason for which the record was sent', () => {
    const ownElements = io([PRIORITY_IO, [2]], [EVENT_IO, [0x2a, 0x30]], [GENERATION_IO, [5]])
    expect(reader().read(ownElements)).toEqual({ priority: 2, event: 10_800, generation: 5 })
    expect(reader().raw(ownElements)).toEqual([])
  })
})

describe('a text', () => {
  const text = reader(
    { id: 1, word: 'plate_a', text: 'ascii' },
    { id: 2, word: 'rfid', text: 'hex' },
    { id: 3, word: 'ibutton', text: 'hex_reversed' },
  )
  test('is read from bytes and from numbers', () => {
    expect(
      text.read(
        io([1, [0x41, 0x42, 0, 0x20]], [2, [1, 2, 3], true], [3, [0, 0, 0, 0, 0, 0, 0, 0x1f]]),
      ),
    ).toEqual({
      plate_a: 'AB',
      rfid: '010203',
      ibutton: '1f00000000000000',
    })
  })
  test('is empty when its bytes are zeros', () => {
    expect(text.read(io([1, [0, 0]], [2, [0, 0, 0, 0]], [3, [0]]))).toEqual({
      plate_a: '',
      rfid: '',
      ibutton: '',
    })
  })
  test('that is too long means nothing', () => {
    const textOfBytes = (bytes: number) =>
      text.read(io([2, Array.from({ length: bytes }, () => 0xab), true]))
    expect([textOfBytes(512), textOfBytes(513)]).toEqual([{ rfid: 'ab'.repeat(512) }, {}])
  })
  test('in the place of a number stays raw', () => {
    const numbers = reader({ id: 1, word: 'in1' })
    expect(numbers.read(io([1, [1, 2, 3], true]))).toEqual({})
    expect(numbers.raw(io([1, [1, 2, 3], true]))).toEqual([{ id: 1, width: 3, value: '010203' }])
  })
})

test('a value without a name is kept by its id [telemetry.6]', () => {
  const rawValues = reader({ id: 1, word: 'in1' }).raw(
    io(
      [1, [1]],
      [2, [7]],
      [65_535, [0xff, 0xff, 0xff, 0xff]],
      [5, [255, 255, 255, 255, 255, 255, 255, 255]],
      [6, [0xab], true],
    ),
  )
  expect(rawValues).toEqual([
    { id: 2, width: 1, value: 7 },
    { id: 65_535, width: 4, value: 4_294_967_295 },
    { id: 5, width: 8, value: '18446744073709551615' },
    { id: 6, width: 1, value: 'ab' },
  ])
})

test.each([
  [[0x88]],
  [[0x08]],
  [[0x09, 1]],
  [[0x0c, 0]],
  [[0x0c, 0, 2, 1]],
  [[0x0d, 1]],
  [[0xff, 0xff, 0xff, 0xff, 0xff, 1]],
])('bytes of another form are reported: %j', bytes => {
  expect(() => reader().read(Uint8Array.from(bytes))).toThrow(RangeError)
})
test('empty bytes give no values', () =>
  expect(reader({ id: 1, word: 'in1' }).read(new Uint8Array(0))).toEqual({}))
