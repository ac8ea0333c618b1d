import { DAY } from '@flotta/core/time.ts'
import { addDays, dayBegin } from '@flotta/core/zones.ts'
import { describe, expect, test } from 'vitest'
import {
  type Grid,
  isSameSample,
  momentsIn,
  momentsOf,
  nextMoment,
  regrid,
  type Sample,
  sampleAt,
  secondsAt,
  sensorsOutOfRange,
  type Temperatures,
} from './rules.ts'

const BEGIN = Date.parse('2026-11-20T00:00:00Z')
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
const times = (moments: readonly number[]) =>
  moments.map(m => new Date(m).toISOString().slice(11, 16))
const quarters: Grid = [[BEGIN, 900]]

describe('moments', () => {
  test.each<[string, number, string, string[]]>([
    ['are at whole quarters [register.7]', 900, '10:05', ['10:15', '10:30', '10:45', '11:00']],
    ['at whole halves [register.8]', 1_800, '10:05', ['10:30', '11:00']],
    ['at three quarters, counted from midnight [register.9]', 2_700, '10:05', ['10:30']],
    ['at whole hours [register.10]', 3_600, '10:05', ['11:00']],
    ['include the first one when the period begins with it', 900, '10:45', ['10:45', '11:00']],
  ])('%s', (_, seconds, from, expected) => {
    expect(times(momentsOf([[BEGIN, seconds]], at(from), at('11:00'), BEGIN, BEGIN + DAY))).toEqual(
      expected,
    )
  })
  test.each<[string, string, number]>([
    ['a usual day has 96', '2026-11-20', 96],
    ['the day on which clocks go forward 92', '2026-03-29', 92],
    ['the day on which they go back 100', '2026-10-25', 100],
  ])('%s', (_, day, expected) => {
    const begin = dayBegin(day, 'Europe/Rome')
    const end = addDays(begin, 1, 'Europe/Rome')
    expect(momentsOf([[begin, 900]], begin, end, begin, end)).toHaveLength(expected)
  })
  test.each<[string, number]>([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('follow the changes of the clocks on any page: %s', (day, expected) => {
    const begin = dayBegin(day, 'Europe/Rome')
    const moments = momentsIn(begin - DAY, addDays(begin, 2, 'Europe/Rome') - 1, 900, 'Europe/Rome')
    expect([
      moments.length,
      moments.filter(m => m >= begin && m < addDays(begin, 1, 'Europe/Rome')).length,
    ]).toEqual([192 + expected, expected])
  })
  test('give midnight to the day that begins with it', () => {
    expect([
      nextMoment(quarters, at('23:46'), BEGIN, BEGIN + DAY),
      nextMoment(quarters, BEGIN, BEGIN, BEGIN + DAY),
    ]).toEqual([BEGIN + DAY, BEGIN])
  })
  test('follow another interval from the first moment without a row', () => {
    const hourly = regrid(quarters, at('10:15'), 3_600)
    expect(times(momentsOf(hourly, at('09:30'), at('12:00'), BEGIN, BEGIN + DAY))).toEqual([
      '09:30',
      '09:45',
      '10:00',
      '11:00',
      '12:00',
    ])
    expect([secondsAt(hourly, at('10:00')), secondsAt(hourly, at('11:00'))]).toEqual([900, 3_600])
    expect(regrid(hourly, at('10:15'), 900)).toEqual(quarters)
    expect(regrid(quarters, at('10:15'), 900)).toBe(quarters)
    expect(regrid(quarters, BEGIN, 1_800)).toEqual([[BEGIN, 1_800]])
  })
})

const temperatures = (T1: number | null, T2: number | null = null): Temperatures => ({
  T1,
  T2,
  T3: null,
  T4: null,
})
const unit = (setpoint_t1: number | null, setpoint_t2: number | null = null) => ({
  setpoint_t1,
  setpoint_t2,
  setpoint_t3: null,
})

describe('the values at a moment', () => {
  const readings = [
    { at: at('10:00'), data: temperatures(-18) },
    { at: at('10:10'), data: temperatures(-17.5) },
    { at: at('12:00'), data: temperatures(null) },
  ]
  test.each<[string, string, number, number | null]>([
    ['are the last ones before it', '10:15', 900, -17.5],
    ['include one of the same instant', '10:10', 900, -17.5],
    ['are twenty minutes old at most', '10:30', 900, -17.5],
    ['are unknown when they are older', '10:31', 900, null],
    ['speak for a whole hour where rows are an hour apart', '11:00', 3_600, -17.5],
    ['speak for no more than that hour', '11:11', 3_600, null],
    ['are unknown before the first reading', '09:59', 900, null],
    ['make no row when no sensor has a value', '12:01', 900, null],
  ])('%s', (_, time, seconds, expected) => {
    expect(sampleAt(at(time), readings, [], {}, seconds)?.T1 ?? null).toBe(expected)
  })
  test.each<[string, Temperatures, ReturnType<typeof unit>, Record<string, string>, string[]]>([
    ['are not marked when they are five degrees off', temperatures(-15), unit(-20), {}, []],
    [
      'are marked when they are more than five degrees off',
      temperatures(-14.9),
      unit(-20),
      {},
      ['T1'],
    ],
    [
      'are marked by the vehicle’s own tolerance',
      temperatures(5),
      unit(2),
      { temperature_tolerance_c: '2' },
      ['T1'],
    ],
    ['are marked when they are too cold', temperatures(-4), unit(2), {}, ['T1']],
    [
      'are marked for each sensor by its compartment',
      temperatures(2, -10),
      unit(2, -20),
      { fridge_compartments_number: '2' },
      ['T2'],
    ],
    [
      'belong to one compartment when there is only one',
      temperatures(2, -10),
      unit(2, -20),
      {},
      ['T2'],
    ],
    ['are not marked without a setpoint', temperatures(40), unit(null), {}, []],
  ])('%s', (_, T, setpoints, configurations, expected) => {
    const moment = at('10:00')
    const sample = sampleAt(
      moment,
      [{ at: moment, data: T }],
      [{ at: moment, data: setpoints }],
      configurations,
      900,
    )
    expect(sensorsOutOfRange(sample?.out ?? -1)).toEqual(expected)
  })
  test('are stored with the lowest and highest value since the row before and their times, and of equal values the first [register.13]', () => {
    const since = [
      ['10:00', -30],
      ['10:01', -12],
      ['10:04', -27.6],
      ['10:09', -10.9],
      ['10:12', -10.9],
      ['10:15', -20],
    ] as const
    const readings = since.map(([time, T1]) => ({ at: at(time), data: temperatures(T1) }))
    const sample = sampleAt(at('10:15'), readings, [{ at: at('10:00'), data: unit(-20) }], {}, 900)
    expect(sample?.extremes).toEqual({
      T1: {
        last_at: at('10:15'),
        min: -27.6,
        min_at: at('10:04'),
        max: -10.9,
        max_at: at('10:09'),
      },
    })
    expect([sample?.T1, sensorsOutOfRange(sample?.out ?? 0)]).toEqual([-20, ['T1']])
  })
  test('of a silent sensor are the last ones, with their time', () => {
    const readings = [
      { at: at('10:02'), data: temperatures(-18, 4) },
      { at: at('10:12'), data: temperatures(-18, null) },
    ]
    const sample = sampleAt(at('10:15'), readings, [], {}, 900)
    expect([
      sample?.T2,
      sample?.extremes?.T2?.last_at,
      sample?.extremes?.T1?.last_at,
      sample?.measured_at,
    ]).toEqual([4, at('10:02'), at('10:12'), at('10:12')])
    expect(sampleAt(at('10:22'), readings.slice(0, 1), [], {}, 300)?.extremes?.T1).toEqual({
      last_at: at('10:02'),
      min: null,
      min_at: null,
      max: null,
      max_at: null,
    })
  })
  test('agree with others of equal values and extremes, and what version 1 lacks is not compared', () => {
    const row = (T1: number, max: number) =>
      sampleAt(
        at('10:15'),
        [
          { at: at('10:05'), data: temperatures(max) },
          { at: at('10:10'), data: temperatures(T1) },
        ],
        [],
        {},
        900,
      )
    expect([
      isSameSample(row(-18, -10), row(-18, -10)),
      isSameSample(row(-18, -10), row(-18, -9)),
      isSameSample(row(-18, -10), row(-17, -10)),
    ]).toEqual([true, false, false])
    const old = { ...(row(-18, -10) as Sample), extremes: null }
    expect([
      isSameSample(old, row(-18, -9)),
      isSameSample(old, row(-17, -9)),
      isSameSample(null, row(-18, -9)),
    ]).toEqual([true, false, false])
  })
  test('do not count a setpoint that is too old', () => {
    const sample = sampleAt(at('10:15'), readings, [{ at: at('09:00'), data: unit(-30) }], {}, 900)
    expect([sample?.setpoint_t1, sample?.out, sample?.measured_at]).toEqual([null, 0, at('10:10')])
  })
})
