import { sameJson } from '@flotta/core/derivation.ts'
import { thin } from '@flotta/core/geo.ts'
import { packMessage, unpackMessage } from '@flotta/core/message-bytes.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { source } from '@flotta/core/reading.ts'
import { recordValuesOf } from '@flotta/core/record-values.ts'
import {
  DAY,
  dayOf,
  dayOfText,
  dayText,
  monthOf,
  monthText,
  startOfMonth,
} from '@flotta/core/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readings } from '../../kinds.ts'
import { plausibleFixes } from '../plausible-fixes.ts'
import type { Mount } from '../registry/rules.ts'
import { isDataError } from './ingest.ts'
import { initialMotion, type Motion, updateMotion } from './motion.ts'
import { meaningsOf, normalise } from './normalise.ts'
import { admissionLimits, mountOrRefusal } from './place.ts'
import { storableFix } from './record.ts'
import { fixAt, io, message, testProfile } from './testing.ts'

describe('a record', () => {
  test('comes whole out of the quarantine [telemetry.27]', () => {
    for (const m of [
      message(1_700_000_000_123, fixAt(-45.5, -9.25, 88, { altitude: -12 }), { power: 1 }),
      message(-5, null),
      message(4e15, fixAt(0, 0), {}),
    ])
      expect(unpackMessage(packMessage(m))).toEqual(m)
  })
  test('loses a fix that is not on earth, and has values cut that exceed their column', () => {
    expect(storableFix({ ...fixAt(0, 0), latitude_e7: 900_000_001 })).toBeNull()
    expect(storableFix(fixAt(45, 9, 65_535, { direction: 40_000 }))).toMatchObject({
      speed: 32_767,
      direction: 32_767,
    })
  })
})

describe('an error while records are stored', () => {
  test.each([
    ['a number beyond its column', '22003', true],
    ['a key that is there', '23505', true],
    ['a row that no key holds', '54000', true],
    ['a lost connection', '08006', false],
    ['somebody else was first', '40001', false],
    ['no room on the disk', '53100', false],
    ['the server goes down', '57P01', false],
    ['a socket that ended', 'ECONNRESET', false],
  ])('%s (%s): is the record to blame? %s', (_, code, blame) => {
    expect(isDataError(Object.assign(new Error('refused'), { code }))).toBe(blame)
  })
  test('that our own code raises on a record is blamed on the record', () => {
    expect(
      [new RangeError('io: key is cut'), new TypeError('x'), new Error('timeout')].map(isDataError),
    ).toEqual([true, true, false])
  })
})

describe('a place', () => {
  const mounts: Mount[] = [
    { vehicle_id: 7, from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 4, 1) },
    { vehicle_id: 8, from: Date.UTC(2026, 5, 1), to: null },
  ]
  const now = Date.UTC(2026, 10, 21, 12)
  test.each([
    ['now', now, 8],
    ['ten minutes ahead', now + 600_000, 8],
    ['further ahead [telemetry.24]', now + 600_001, 'future'],
    ['before the change of vehicle', Date.UTC(2026, 3, 1), 7],
    ['in the workshop', Date.UTC(2026, 4, 1), 'unmounted'],
    ['before the first vehicle', Date.UTC(2025, 11, 31), 'unmounted'],
    ['older than what is kept [telemetry.26]', Date.UTC(2023, 9, 31), 'retention'],
    ['before there were trackers [telemetry.25]', Date.UTC(2009, 11, 31), 'ancient'],
    ['at no time', Number.NaN, 'future'],
  ])('%s: %s', (_, at, expected) => {
    const placed = mountOrRefusal(at, mounts, admissionLimits(now, 36))
    expect(typeof placed === 'string' ? placed : placed.vehicle_id).toBe(expected)
  })
  test('of an unknown device is on no vehicle', () => {
    expect(mountOrRefusal(now, undefined, admissionLimits(now, 36))).toBe('unmounted')
  })
})

describe('meaning', () => {
  const reader = profileReader(testProfile)
  const sampleOf = (
    raw: Parameters<typeof io>[0],
    wiring = {},
    fix = fixAt(45, 9, 50) as ReturnType<typeof fixAt> | null,
  ) => {
    const { readings: told, ...own } = normalise(
      fix,
      recordValuesOf(reader.read(io(raw))),
      meaningsOf(wiring, reader),
    )
    return {
      ...own,
      ...Object.fromEntries(told.map(({ index, data }) => [readings[index]?.kind, data])),
    }
  }
  test.each([
    [
      'the device’s word for movement counts more than the speed',
      { movement: 0 },
      {},
      { moving: false },
    ],
    ['without a movement word, faster than 3 km/h is moving', {}, {}, { moving: true }],
    [
      'volts are read to the millivolt',
      { power: 12_345, battery: 3_999, battery_level: 80 },
      {},
      { power: { external_voltage: 12.345, battery_voltage: 3.999, battery_capacity: 80 } },
    ],
    ['the ignition', { ignition: 1 }, {}, { ignition: { ignition: true } }],
    [
      'a word has its opposite value where the wiring inverts it [telemetry.9]',
      { movement: 0 },
      { ignition: '!movement' },
      { ignition: { ignition: true } },
    ],
    [
      'degrees below zero',
      { temp1: 0xff38 },
      {},
      { temperature: { T1: -20, T2: null, T3: null, T4: null } },
    ],
    [
      'a wireless sensor where there is no wired one',
      { ble_temp2: 412 },
      {},
      { temperature: { T1: null, T2: 4.12, T3: null, T4: null } },
    ],
    [
      'wiring maps a sensor to another [telemetry.8]',
      { ble_temp2: 412 },
      { T1: 'ble_temp2', T2: 'temp1' },
      { temperature: { T1: 4.12, T2: null, T3: null, T4: null } },
    ],
    [
      'wiring that names nothing known is not followed',
      { temp1: 30 },
      { T1: 'oven' },
      { temperature: { T1: 3, T2: null, T3: null, T4: null } },
    ],
    [
      'a total that no column holds is dropped',
      { odometer: 4_000_000_000 },
      {},
      { odometer: null },
    ],
  ])('%s', (_, raw, wiring, expected) => {
    expect(sampleOf(raw, wiring)).toMatchObject(expected)
  })
  test('of an input or output is what its wiring says, and nothing else [telemetry.10]', () => {
    const usualWords = readings.flatMap(({ meanings }) => Object.values(meanings).flat())
    expect(usualWords.length).toBeGreaterThan(20)
    expect(usualWords.filter(word => /^(in|out|adc)\d/.test(word))).toEqual([])
  })
  const FLAGS =
    `door_1 door_2 door_3 door_4 armed siren cap start_enabled start_blocked lock_open red_warning amber_warning
    brake_lining_alarm axle1_left_brake_lining axle1_right_brake_lining`.split(/\s+/)
  test('is one that wiring may give: doors, alarms, locks, warnings, linings, a beacon, sensors and the supply [telemetry.14]', () => {
    const meanings = new Set(readings.flatMap(reading => Object.keys(reading.meanings)))
    for (const meaning of [...FLAGS, 'beacon', 'T1', 'T2', 'T3', 'T4', 'power'])
      expect([meaning, meanings.has(meaning)]).toEqual([meaning, true])
  })
  test.each([0, 1])(
    'of a wired input with %i is closed and off, or open and on [telemetry.14]',
    value => {
      const sample = sampleOf(
        { ignition: value },
        Object.fromEntries(FLAGS.map(meaning => [meaning, 'ignition'])),
      )
      const values = Object.values(sample).flatMap(data =>
        typeof data === 'object' && data !== null
          ? Object.entries(data).filter(([name]) => FLAGS.includes(name))
          : [],
      )
      expect(new Set(values.map(([name]) => name))).toEqual(new Set(FLAGS))
      expect(values.filter(([, state]) => Number(state) !== value)).toEqual([])
    },
  )
  test('of an empty record, or without a profile, is no reading', () => {
    expect(sampleOf({})).toEqual({ position: expect.any(Object), moving: true, odometer: null })
    const { readings: told } = normalise(
      null,
      recordValuesOf(reader.read(io({ power: 12_000 }))),
      meaningsOf({}, null),
    )
    expect(told).toEqual([])
  })
  test.each(readings.map(reading => [reading.kind, reading] as const))(
    '%s is in no record without one of its words',
    (_, reading) => {
      const sources = Object.fromEntries(
        Object.entries(reading.meanings).map(([meaning, usual]) => [
          meaning,
          (usual.length === 0 ? (['ignition'] as const) : usual).map(word => source(word)),
        ]),
      )
      expect(reading.read(recordValuesOf({}), sources, null)).toBeNull()
    },
  )
  test('uses only the parameters that the profile of the device has', () => {
    const only = {
      ...testProfile,
      parameters: testProfile.parameters.filter(p => p.word === 'temp1'),
    }
    expect(
      meaningsOf({}, { profile: only }).readings.map(r => [
        r.reading.kind,
        r.sources.T1,
        r.sources.T2,
      ]),
    ).toEqual([['temperature', [source('temp1')], []]])
  })
  test('is shared by the devices of a profile, apart from what their own wiring changes', () => {
    const [usual, wired] = [meaningsOf({}, reader), meaningsOf({ T1: 'ble_temp2' }, reader)]
    expect(meaningsOf({}, reader)).toBe(usual)
    const readingOf = ({ readings }: typeof usual, kind: string) =>
      readings.find(r => r.reading.kind === kind)
    expect(readingOf(wired, 'power')).toBe(readingOf(usual, 'power'))
    expect(readingOf(wired, 'temperature')?.sources.T1).toEqual([source('ble_temp2')])
    expect(readingOf(usual, 'temperature')?.sources.T1).toEqual([source('temp1')])
  })
  test('of a wired code replaces the usual one, so that a beacon is not taken for a driver’s card', () => {
    const card = { ibutton: 0x11a2b3c4 }
    expect(sampleOf(card)).toMatchObject({ driver_card: { ibutton_id: 'c4b3a21100000000' } })
    expect(sampleOf(card, { beacon: 'ibutton' })).toEqual(
      expect.not.objectContaining({ driver_card: expect.anything() }),
    )
    expect(sampleOf(card, { beacon: 'ibutton' })).toMatchObject({
      beacon: { beacon_code: 'c4b3a21100000000' },
    })
    expect(sampleOf({ ibutton: 0 }, { beacon: 'ibutton' })).toMatchObject({
      beacon: { beacon_code: '' },
    })
  })
  test('of a record without a fix or a word leaves the movement unknown', () => {
    expect(sampleOf({}, {}, null)).toMatchObject({ position: null, moving: null })
  })
})

describe('motion', () => {
  interface Heard {
    readonly s: number
    readonly lat?: number
    readonly speed?: number
    readonly odometer?: number
  }
  const go = (heard: readonly Heard[]) => {
    let motion: Motion = initialMotion
    return heard.map(({ s, lat, speed = 50, odometer }) => {
      const position =
        lat === undefined
          ? null
          : {
              latitude: lat,
              longitude: 9,
              altitude: 0,
              direction: 0,
              speed,
              satellites: 9,
              moving: speed > 3,
            }
      const moved = updateMotion(motion, s * 1000, {
        position,
        moving: null,
        odometer: odometer ?? null,
        readings: [],
      })
      motion = moved.motion
      return {
        believed: moved.isPlausible,
        travelled: Math.round(moved.travelled),
        total: motion.total === null ? null : Math.round(motion.total),
      }
    })
  }
  const totals = (heard: readonly Heard[]) => go(heard).map(m => m.total)
  test.each<[string, Heard[], (number | null)[]]>([
    [
      'without a total the way between the fixes counts [telemetry.33]',
      [
        { s: 0, lat: 45 },
        { s: 60, lat: 45.009 },
        { s: 120, lat: 45.018 },
      ],
      [0, 1001, 2002],
    ],
    [
      'the wandering of a standing vehicle does not [telemetry.35]',
      [
        { s: 0, lat: 45, speed: 0 },
        { s: 60, lat: 45.0004, speed: 0 },
        { s: 120, lat: 44.9996, speed: 1 },
      ],
      [0, 0, 0],
    ],
    [
      'a vehicle that was moved in between did go',
      [
        { s: 0, lat: 45, speed: 0 },
        { s: 900, lat: 45.09, speed: 0 },
      ],
      [0, 10_008],
    ],
    [
      'the device’s total is shown [telemetry.32]',
      [
        { s: 0, odometer: 5000 },
        { s: 60, odometer: 5900 },
      ],
      [5000, 5900],
    ],
    [
      'a total continues when the device starts anew',
      [
        { s: 0, odometer: 5000 },
        { s: 60, odometer: 100 },
        { s: 120, odometer: 700 },
      ],
      [5000, 5000, 5600],
    ],
    [
      'a total continues after one wrong value',
      [
        { s: 0, odometer: 5000 },
        { s: 60, odometer: 900_000_000 },
        { s: 120, odometer: 5100 },
        { s: 180, odometer: 5600 },
      ],
      [5000, 5000, 5000, 5500],
    ],
    [
      'between two totals the fixes count, but not twice',
      [
        { s: 0, lat: 45, odometer: 5000 },
        { s: 60, lat: 45.009 },
        { s: 120, lat: 45.018, odometer: 7200 },
      ],
      [5000, 6001, 7200],
    ],
  ])('%s', (_, heard, expected) => {
    expect(totals(heard)).toEqual(expected)
  })
  test('a jump is not believed, unless the fixes after it agree [telemetry.36]', () => {
    expect(
      go([
        { s: 0, lat: 45 },
        { s: 10, lat: 48 },
        { s: 20, lat: 45.001 },
      ]).map(m => m.believed),
    ).toEqual([true, false, true])
    expect(
      go([
        { s: 0, lat: 45 },
        { s: 10, lat: 48 },
        { s: 20, lat: 48.001 },
        { s: 30, lat: 48.002 },
      ]).map(m => m.believed),
    ).toEqual([true, false, false, true])
  })
  test('a track leaves out the jumps that were not believed', () => {
    const way = [45, 48, 45.001, 47, 47.001, 47.002, 47.003]
    expect(
      plausibleFixes(
        Float64Array.from(way, (_, i) => i * 10e6),
        Int32Array.from(way, degrees => degrees * 1e7),
        Int32Array.from(way, () => 9e7),
      ),
    ).toEqual(Uint32Array.of(0, 2, 5, 6))
  })
})

describe('days and months of UTC', () => {
  test('count up', () => {
    const at = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
    expect(dayText(dayOf(at))).toBe('2026-11-30')
    expect(dayOf(at + 1)).toBe(dayOf(at) + 1)
    expect(dayOfText('2026-11-30')).toBe(dayOf(at))
    expect(monthText(monthOf(at))).toBe('202611')
    expect(monthText(monthOf(at) + 2)).toBe('202701')
    expect(startOfMonth(monthOf(at) + 1)).toBe(at + 1)
  })
  test('a day is found again by its text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        day => dayOfText(dayText(day)) === day && dayOf(day * DAY) === day,
      ),
    )
  })
})

test('JSON values are equal whatever the order of their keys', () => {
  expect(sameJson({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] })).toBe(true)
  for (const [a, b] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [[1], { 0: 1 }],
    [null, {}],
    [[1, 2], [1]],
    [{ a: 1 }, { a: 1, b: 2 }],
  ])
    expect(sameJson(a, b)).toBe(false)
})

test('a thinned path keeps its ends, its peaks and its corners', () => {
  const n = 90_000
  // A square with long sides.
  const side = n / 4
  const x = Array.from(
    { length: n },
    (_, i) => (i < side ? i : i < 2 * side ? side : i < 3 * side ? 3 * side - i : 0) / side,
  )
  const y = Array.from(
    { length: n },
    (_, i) => (i < side ? 0 : i < 2 * side ? i - side : i < 3 * side ? side : 4 * side - i) / side,
  )
  const peaks = [10_001, 50_000]
  const indices = thin(y, x, 100, peaks)
  expect(indices.length).toBeLessThanOrEqual(100)
  expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b))
  expect(indices).toEqual(expect.arrayContaining([0, n - 1, ...peaks]))
  for (const corner of [side, 2 * side, 3 * side])
    expect(Math.min(...indices.map(i => Math.abs(i - corner)))).toBeLessThan(n / 100)
  expect(thin([1, 2], [3, 4], 5)).toEqual([0, 1])
})
