import { atOnce } from '@flotta/platform/work-slicer.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeColumns, encodeColumns, fixColumns, isSameDay } from './codec.ts'
import { IntegerReader, IntegerWriter, readColumn, readIntegers, writeColumn } from './integers.ts'
import { DamagedPack, packDay, unpackDay, unpackFixes } from './pack.ts'
import { rawColumns, recordsOfRawColumns } from './raw-columns.ts'
import { chance, dayOfSamples, drive, madeDay, type PositionSample } from './testing.ts'

const MORNING = Date.parse('2026-11-20T00:00:00Z')
test('a column of any integers is read back exactly [telemetry.69]', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.integer()),
        fc.array(fc.integer({ min: -(2 ** 47), max: 2 ** 47 })),
        fc
          .array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 1, max: 40 })))
          .map(runs => runs.flatMap(([value, length]) => Array<number>(length).fill(value))),
      ),
      values => {
        const writer = new IntegerWriter()
        writeColumn(writer, values)
        const reader = new IntegerReader(writer.take())
        expect(Array.from(readColumn(reader), v => v + 0)).toEqual(values.map(v => v + 0))
        expect(reader.atEnd).toBe(true)
      },
    ),
  ))

test('a column of integers of four bytes is read back exactly, however far they jump [telemetry.69]', () =>
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1))),
      values => {
        const writer = new IntegerWriter()
        writeColumn(writer, values)
        const reader = new IntegerReader(writer.take())
        expect(Array.from(readIntegers(reader))).toEqual(values.map(v => v + 0))
        expect(reader.atEnd).toBe(true)
      },
    ),
  ))

test('any raw parameters are read back byte by byte, even those without a known layout [telemetry.69]', () => {
  const readable = fc
    .array(
      fc.oneof(
        fc.tuple(fc.constantFrom(8, 16, 21 * 8, 24), fc.uint8Array({ minLength: 1, maxLength: 1 })),
        fc.tuple(fc.constantFrom(9, 17), fc.uint8Array({ minLength: 2, maxLength: 2 })),
        fc.tuple(fc.constant(10), fc.uint8Array({ minLength: 4, maxLength: 4 })),
        fc.tuple(fc.constant(11), fc.uint8Array({ minLength: 8, maxLength: 8 })),
        fc.tuple(fc.constant(12), fc.uint8Array({ maxLength: 20 })),
      ),
    )
    .map(parameters =>
      Buffer.concat(
        parameters.map(([key, value]) =>
          Buffer.from([
            ...(key < 128 ? [key] : [(key % 128) + 128, key >> 7]),
            ...(key % 8 === 4 ? [0, value.length] : []),
            ...value,
          ]),
        ),
      ),
    )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(readable, readable, fc.uint8Array({ minLength: 1, maxLength: 30 }))),
      ios => {
        const records = atOnce(recordsOfRawColumns(new IntegerReader(atOnce(rawColumns(ios)))))
        expect(records.map(io => Buffer.from(io).toString('hex'))).toEqual(
          ios.map(io => Buffer.from(io).toString('hex')),
        )
      },
    ),
  )
})

const samples = fc.array(
  fc.record({
    at: fc.oneof(
      fc.integer({ min: 0, max: 86_399 }).map(s => MORNING + s * 1_000),
      fc.integer({ min: 0, max: 86_399_999_999 }).map(us => MORNING + us / 1_000),
    ),
    seq: fc.integer({ min: -32_768, max: 32_767 }),
    latitude_e7: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    longitude_e7: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    altitude: fc.option(fc.integer({ min: -32_768, max: 32_767 })),
    direction: fc.option(fc.integer({ min: 0, max: 360 })),
    speed: fc.option(fc.integer({ min: 0, max: 300 })),
    satellites: fc.option(fc.integer({ min: 0, max: 40 })),
    io: fc.option(fc.uint8Array({ maxLength: 40 })),
  }),
)
test('any day is unpacked as it was, with every value, null, empty text and byte [telemetry.69]', () =>
  fc.assert(
    fc.property(samples, drawn => {
      const day = dayOfSamples(drawn)
      expect(atOnce(isSameDay(unpackDay(atOnce(packDay(day))), day))).toBe(true)
    }),
  ))

test('of any day a reader unpacks only the columns that it needs, with the same values [telemetry.69]', () =>
  fc.assert(
    fc.property(samples, fc.subarray([...fixColumns]), (drawn, asked) => {
      const day = dayOfSamples(drawn)
      const fixes = unpackFixes(atOnce(packDay(day)), asked)
      expect(fixes).toMatchObject({ micros: day.micros, seq: day.seq, nulls: day.nulls, io: [] })
      for (const name of fixColumns)
        expect(fixes[name]).toEqual(asked.includes(name) ? day[name] : new Int32Array(0))
    }),
  ))

test.for(['munich-car-1hz.gpx', 'myanmar-truck.gpx'])(
  'the real drive %s takes less than eight bytes a fix, and is exact [telemetry.69]',
  (name, { skip }) => {
    const fixes = drive(name)
    if (fixes === null) return skip()
    const day = dayOfSamples(fixes)
    const packedDay = atOnce(packDay(day))
    expect(atOnce(isSameDay(unpackDay(packedDay), day))).toBe(true)
    expect(packedDay.data.length / fixes.length).toBeLessThan(8)
  },
)

test('a day of 86,400 fixes with raw parameters is exact, and small [telemetry.69]', () => {
  const day = dayOfSamples(madeDay(MORNING, 86_400, 1_000, chance(1)))
  const packedDay = atOnce(packDay(day))
  expect(atOnce(isSameDay(unpackDay(packedDay), day))).toBe(true)
  expect((packedDay.data.length + (packedDay.raw?.length ?? 0)) / 86_400).toBeLessThan(10)
})

test('a day that lost its raw parameters has empty ones, and a record without any still has none [telemetry.66]', () => {
  const samples: PositionSample[] = [
    { at: MORNING, io: Uint8Array.of(8, 1) },
    { at: MORNING + 1_000, io: null },
    { at: MORNING + 2_000, io: new Uint8Array(0) },
  ]
  const packedDay = atOnce(packDay(dayOfSamples(samples)))
  const thinned = unpackDay({ ...packedDay, raw: null, raw_checksum: null })
  expect(thinned.io.map(io => io?.length ?? null)).toEqual([0, null, 0])
  expect(atOnce(isSameDay(unpackDay(atOnce(packDay(thinned))), thinned))).toBe(true)
})

test('a changed bit anywhere in a pack is found by its checksum [telemetry.70]', () => {
  const packedDay = atOnce(packDay(dayOfSamples(madeDay(MORNING, 50, 10_000, chance(2)))))
  for (const part of ['data', 'raw'] as const) {
    const bytes = packedDay[part] ?? Buffer.alloc(0)
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => unpackDay({ ...packedDay, [part]: changed })).toThrow(DamagedPack)
    }
  }
})
test('a pack of a later version is refused', () => {
  expect(() => atOnce(decodeColumns(2, atOnce(encodeColumns(dayOfSamples([]))), null))).toThrow(
    'packs of version 2 are unknown',
  )
})

test('a long day is packed in many short steps, so that others are served between them [telemetry.79]', () => {
  const day = dayOfSamples(madeDay(MORNING, 12_000, 5_000, chance(3)))
  const steps = packDay(day)
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect(count).toBeGreaterThan(50)
  expect(step.value.data.equals(atOnce(packDay(day)).data)).toBe(true)
})
