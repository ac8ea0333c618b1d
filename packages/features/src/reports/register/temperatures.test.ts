// Figures of the temperatures of a period: tables of readings and results.
import { always, type ByTime } from '@flotta/core/by-time.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beyondIn, excursionsOf, limitStretches, minutesOf, verdictOf } from './excursions.ts'
import { figuresOf } from './sensor-figures.ts'
import {
  type At,
  type Celsius,
  type TimelineSource,
  timelineOf,
  type UnitState,
} from './timeline.ts'

const BEGIN = Date.parse('2026-11-20T00:00:00Z')
const at = (minute: number) => BEGIN + minute * MINUTE
const minuteOf = (moment: number) => (moment - BEGIN) / MINUTE
const celsius = (T1: number | null, T2: number | null = null): Celsius => ({
  T1,
  T2,
  T3: null,
  T4: null,
})
const readingsAt = (
  ...readings: (readonly [minute: number, T1: number | null, T2?: number | null])[]
): At<Celsius>[] => readings.map(([minute, T1, T2]) => ({ at: at(minute), data: celsius(T1, T2) }))
const silentUnit: UnitState = {
  ...{ setpoint_t1: null, setpoint_t2: null, setpoint_t3: null, overall_status: 1 },
  ...{ operation_status_c1: null, operation_status_c2: null, operation_status_c3: null },
}
const unit = (minute: number, state: Partial<UnitState>): At<UnitState> => ({
  at: at(minute),
  data: { ...silentUnit, ...state },
})
/** A setpoint of −20 all the time. */
const steady = Array.from({ length: 30 }, (_, i) =>
  unit(i * 15 - 60, { setpoint_t1: -20, setpoint_t2: 4 }),
)
const settings = (configurations: Record<string, string>): TimelineSource['configurations'] =>
  always({ configurations })
const period = (from: number, to: number): TimelineSource['period'] => ({
  from: at(from),
  to: at(to),
  last: at(to),
})
const timelineSource = (
  readings: readonly At<Celsius>[],
  more: Partial<TimelineSource> = {},
): TimelineSource => ({
  ...{
    period: period(0, 120),
    since: 0,
    readings,
    rows: [],
    units: steady,
    configurations: settings({ fridge_compartments_number: '2' }),
  },
  ...more,
})
const line = (...source: Parameters<typeof timelineSource>) => timelineOf(timelineSource(...source))
const stretches = (ranges: readonly { from: number; to: number }[]) =>
  ranges.map(({ from, to }) => [minuteOf(from), minuteOf(to)])
const figures = (...source: Parameters<typeof timelineSource>) => figuresOf([line(...source)])
const excursions = (...source: Parameters<typeof timelineSource>) =>
  excursionsOf([line(...source)]).map(e => [
    e.sensor,
    minuteOf(e.from),
    minuteOf(e.to),
    e.peak.value,
    minuteOf(e.peak.at),
  ])
const every = (step: number, from: number, to: number, value: number) =>
  readingsAt(
    ...Array.from(
      { length: Math.floor((to - from) / step) + 1 },
      (_, i) => [from + i * step, value] as const,
    ),
  )
/** Nine minutes, three, two; an hour of silence; then as it should be. */
const wire = [
  ...readingsAt(
    ...Array.from({ length: 9 }, (_, i) => [i, -12.4] as const),
    ...[9, 10, 11].map(m => [m, -10.9] as const),
    [12, -27.6],
    [13, -27.6],
  ),
  ...every(1, 73, 120, -20),
]

describe('a reading each minute, an hour of silence', () => {
  test('have the lowest and the highest reading, with their times [register.30]', () => {
    const [T1] = figures(wire)
    expect([
      T1?.min.value,
      minuteOf(T1?.min.at ?? 0),
      T1?.max.value,
      minuteOf(T1?.max.at ?? 0),
    ]).toEqual([-27.6, 12, -10.9, 9])
  })
  test('have a gap as long as the silence', () =>
    expect(stretches(line(wire).gaps)).toEqual([[13, 73]]))
  test('are beyond the limits only for the time with readings', () =>
    expect(excursions(wire)).toEqual([['T1', 0, 14, -10.9, 9]]))
  test('lack one hour of two', () => expect(figures(wire)[0]?.completeness).toBe(50))
  test('count each reading in the mean until the next, a quarter of an hour at most [register.31]', () => {
    expect(figures(wire)[0]?.average).toBe(
      Math.round((100 * (9 * -12.4 + 3 * -10.9 + 16 * -27.6 + 47 * -20)) / (9 + 3 + 16 + 47)) / 100,
    )
  })
})

describe('a reading from before the period that still holds as it begins', () => {
  const warmBefore = readingsAt([-5, -10], [5, -20], [15, -20], [25, -20])
  const half = { period: period(0, 25) }
  test('is an extreme from the begin on, as it is part of the mean [register.51]', () => {
    const [T1] = figures(warmBefore, half)
    expect(T1).toMatchObject({ max: { value: -10, at: at(0) }, min: { value: -20, at: at(5) } })
    expect(T1?.average).toBe((5 * -10 + 20 * -20) / 25)
  })
  test('counts in a day as in a period of its own [register.51]', () => {
    const timelines = [line([...every(5, -30, 0, -18), ...warmBefore.slice(1)], half)]
    const [day] = figuresOf(timelines, { from: at(3), to: at(25) })
    expect(day?.max).toMatchObject({ value: -18, at: at(3) })
  })
  test('is none of the readings that were taken in the period', () =>
    expect(figures(warmBefore, half)[0]?.readings).toBe(3))
  test('counts no more once the sensor was silent for too long [register.12]', () =>
    expect(figures(readingsAt([-21, -10], [5, -20]), half)[0]?.max.value).toBe(-20))
  test('counts no more where another is taken at the very begin', () =>
    expect(figures(readingsAt([-5, -10], [0, -20]), half)[0]?.max.value).toBe(-20))
  test('makes no figures of a sensor that measured nothing in the period', () =>
    expect(figures(readingsAt([-5, -10]), half)).toEqual([]))
})
test('the means and peaks of a period lie within its extremes, whatever was read before it [register.51]', () => {
  const reading = fc.tuple(fc.integer({ min: -40, max: 400 }), fc.integer({ min: -300, max: 0 }))
  fc.assert(
    fc.property(
      fc.array(reading, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 359 }),
      (list, cut) => {
        const readings = readingsAt(
          ...list.toSorted((a, b) => a[0] - b[0]).map(([m, tenths]) => [m, tenths / 10] as const),
        )
        const timelines = [line(readings, { period: period(0, 360) })]
        const all = figuresOf(timelines)
        for (const figures of [all, figuresOf(timelines, { from: at(cut), to: at(360) })])
          for (const { min, max, average, mean_kinetic } of figures)
            for (const mean of [average, mean_kinetic]) {
              expect(mean).toBeGreaterThanOrEqual(min.value)
              expect(mean).toBeLessThanOrEqual(max.value)
            }
        for (const { peak } of excursionsOf(timelines)) {
          const [T1] = all
          expect(peak.value).toBeGreaterThanOrEqual(T1?.min.value ?? 0)
          expect(peak.value).toBeLessThanOrEqual(T1?.max.value ?? 0)
        }
      },
    ),
  )
})

test('a reading that another replaces at the very begin of a period makes no excursion in it', () =>
  expect(excursions(readingsAt([-5, -10], [0, -20], [10, -20]), { period: period(0, 15) })).toEqual(
    [],
  ))

describe('silence', () => {
  test.each<[string, At<Celsius>[], Partial<TimelineSource>, [number, number][]]>([
    [
      'of twenty minutes is no gap',
      readingsAt([0, -20], [20, -20], [40, -20]),
      { period: period(0, 60) },
      [],
    ],
    [
      'of more than twenty minutes is a gap',
      readingsAt([0, -20], [21, -20], [40, -20]),
      { period: period(0, 60) },
      [[0, 21]],
    ],
    [
      'does not begin while a reading before the period still counts',
      readingsAt([-15, -20], [5, -20]),
      { period: period(0, 20) },
      [],
    ],
    [
      'that began before the period counts from its beginning',
      readingsAt([-25, -20], [5, -20]),
      { period: period(0, 20) },
      [[0, 5]],
    ],
    [
      'that continues counts until the end of the period',
      readingsAt([0, -20]),
      { period: period(0, 60) },
      [[0, 60]],
    ],
    [
      'does not exist before a device was on the vehicle',
      readingsAt([40, -20], [60, -20]),
      { period: period(0, 60), since: at(40) },
      [],
    ],
    [
      'counts from the last reading before the device',
      readingsAt([0, -20], [40, -20], [60, -20]),
      { period: period(0, 60), since: at(30) },
      [[0, 40]],
    ],
  ])('%s', (_, readings, more, expected) =>
    expect(stretches(line(readings, more).gaps)).toEqual(expected),
  )
  test('is that of each sensor, and that of the vehicle when all are silent', () => {
    const readings = [...every(10, 0, 120, -20), { at: at(0), data: celsius(-20, 4) }].sort(
      (a, b) => a.at - b.at,
    )
    expect(line(readings).gaps).toEqual([])
    expect(figures(readings).map(f => [f.sensor, f.completeness])).toEqual([
      ['T1', 100],
      ['T2', 0],
    ])
  })
  test('keeps completeness below a hundred percent, however short it is', () => {
    expect(
      figures([...every(10, 0, 43_000, -20), ...every(10, 43_021, 43_200, -20)], {
        period: period(0, 43_200),
      })[0]?.completeness,
    ).toBe(99.9)
  })
})

describe('excursions', () => {
  test.each<[string, At<Celsius>[], Partial<TimelineSource>, ReturnType<typeof excursions>]>([
    ['need more than five degrees', every(5, 0, 120, -15), {}, []],
    [
      'are readings that are too warm [register.34]',
      readingsAt([0, -20], [5, -14.9], [10, -14], [15, -20]),
      { period: period(0, 20) },
      [['T1', 5, 15, -14, 10]],
    ],
    [
      'are readings that are too cold [register.35]',
      readingsAt([0, -20], [5, -25.1], [15, -20]),
      { period: period(0, 20) },
      [['T1', 5, 15, -25.1, 5]],
    ],
    [
      'belong to each sensor by its compartment [register.32]',
      readingsAt([0, -20, -1.5], [5, -20, 4]),
      { period: period(0, 15) },
      [['T2', 0, 5, -1.5, 0]],
    ],
    [
      'follow the tolerance of the vehicle',
      readingsAt([0, -17.5], [10, -20]),
      { configurations: settings({ temperature_tolerance_c: '2' }) },
      [['T1', 0, 10, -17.5, 0]],
    ],
    ['need a setpoint', every(5, 0, 120, 30), { units: [] }, []],
    ['that continue end with the period', every(5, 0, 120, -10), {}, [['T1', 0, 120, -10, 0]]],
    [
      'that began before the period begin with it',
      every(5, -15, 10, -10).concat(readingsAt([15, -20])),
      { period: period(0, 20) },
      [['T1', 0, 15, -10, 0]],
    ],
    [
      'end in a silence, in which a reading counts as long as the ones before',
      readingsAt([0, -20], [10, -10], [70, -10], [80, -20]),
      {},
      [
        ['T1', 10, 20, -10, 10],
        ['T1', 70, 80, -10, 70],
      ],
    ],
    [
      'of a single reading last a quarter of an hour',
      readingsAt([30, -10]),
      {},
      [['T1', 30, 45, -10, 30]],
    ],
    [
      'end with another setpoint, at its time',
      every(10, 0, 60, 4),
      {
        period: period(0, 60),
        units: [
          unit(0, { setpoint_t1: -20 }),
          unit(15, { setpoint_t1: -20 }),
          unit(25, { setpoint_t1: 4 }),
          unit(40, { setpoint_t1: 4 }),
          unit(55, { setpoint_t1: 4 }),
        ],
      },
      [['T1', 0, 25, 4, 0]],
    ],
    [
      'do not follow a setpoint that is too old',
      every(5, 0, 60, -10),
      { period: period(0, 60), units: [unit(0, { setpoint_t1: -20 })] },
      [['T1', 0, 20, -10, 0]],
    ],
  ])('%s', (_, readings, more, expected) => {
    const result = excursions(readings, more)
    expect(
      result.map(([s, from, to, ...peak]) => [
        s,
        Math.floor(Number(from)),
        Math.floor(Number(to)),
        ...peak,
      ]),
    ).toEqual(expected)
  })
  test('use a changed tolerance from its time on [register.33]', () => {
    const configurations: ByTime<{ configurations: Record<string, string> }> = [
      { until: at(30), value: { configurations: { temperature_tolerance_c: '2' } } },
      { until: Number.POSITIVE_INFINITY, value: { configurations: {} } },
    ]
    expect(excursions(every(10, 0, 60, -17), { period: period(0, 60), configurations })).toEqual([
      ['T1', 0, 30, -17, 0],
    ])
  })
  const warm = readingsAt([0, -20], [10, -10], [20, -8], [30, -20])
  const at30 = { period: period(0, 30) }
  test.each<[string, Partial<TimelineSource>, [number, boolean][], string | null]>([
    ['none is known', at30, [], null],
    [
      'a door that was open until shortly before',
      at30,
      [
        [-60, true],
        [5, false],
      ],
      'door',
    ],
    [
      'no door that was closed long ago',
      at30,
      [
        [-60, true],
        [-10, false],
      ],
      null,
    ],
    ['no door that was opened after the peak', at30, [[25, true]], null],
    [
      'a defrost',
      {
        ...at30,
        units: [
          unit(0, { setpoint_t1: -20, operation_status_c1: 6 }),
          unit(15, { setpoint_t1: -20, operation_status_c1: 2 }),
          unit(30, {}),
        ],
      },
      [],
      'defrost',
    ],
    [
      'no defrost of another compartment',
      {
        ...at30,
        units: [
          unit(0, { setpoint_t1: -20, operation_status_c2: 6 }),
          unit(15, { setpoint_t1: -20 }),
        ],
      },
      [],
      null,
    ],
    [
      'a unit that is off',
      {
        ...at30,
        units: [unit(0, { setpoint_t1: -20, overall_status: 0 }), unit(15, { setpoint_t1: -20 })],
      },
      [],
      'off',
    ],
    [
      'a compartment that is off',
      {
        ...at30,
        units: [
          unit(0, { setpoint_t1: -20, operation_status_c1: 1 }),
          unit(15, { setpoint_t1: -20 }),
        ],
      },
      [],
      'off',
    ],
    [
      'the door before a unit that is off',
      {
        ...at30,
        units: [unit(0, { setpoint_t1: -20, overall_status: 0 }), unit(15, { setpoint_t1: -20 })],
      },
      [[0, true]],
      'door',
    ],
  ])('name their cause: %s [register.37]', (_, more, doors, expected) => {
    const result = excursionsOf(
      [line(warm, more)],
      doors.map(([minute, data]) => ({ at: at(minute), data })),
    )
    expect(result.map(e => e.cause)).toEqual([expected])
  })
  test('count for the verdict when they last longer than the alert waits [register.38]', () => {
    const verdict = (readings: At<Celsius>[], more: Partial<TimelineSource> = {}) => {
      const timelines = [line(readings, more)]
      return verdictOf(timelines, excursionsOf(timelines), () => 5 * MINUTE)
    }
    expect([
      verdict(readingsAt([0, -10], [5, -20])),
      verdict(readingsAt([0, -10], [6, -20])),
      verdict(readingsAt([0, -10]), { units: [] }),
    ]).toEqual(['within', 'outside', 'unknown'])
    expect(verdict([])).toBe('unknown')
  })
  test('are listed for each interval by their sensors', () => {
    const beyond = beyondIn(
      excursionsOf([
        line(readingsAt([0, -20], [16, -10], [20, -20], [31, -10], [40, -20]), {
          period: period(0, 60),
        }),
      ]),
    )
    expect([15, 30, 45, 60].map(minute => beyond(at(minute - 15), at(minute)))).toEqual([
      [],
      ['T1'],
      ['T1'],
      [],
    ])
  })
})

describe('the register', () => {
  const row = (
    minute: number,
    readings: [number, number][],
    within: readonly [number, number] | null,
  ) => ({
    at: at(minute),
    seconds: 900,
    sensors: [
      {
        sensor: 'T1' as const,
        readings: readings.map(([m, value]) => ({ at: at(m), value })),
        within,
      },
    ],
  })
  test('supplies the values that the database has deleted, and counts none twice', () => {
    const rows = [
      row(
        15,
        [
          [3, -27.6],
          [9, -10.9],
          [14, -20],
        ],
        [-27.6, -10.9],
      ),
    ]
    const [forgotten] = figures([], { rows, period: period(0, 15) })
    expect([
      forgotten?.readings,
      forgotten?.min.value,
      forgotten?.max.value,
      minuteOf(forgotten?.max.at ?? 0),
    ]).toEqual([3, -27.6, -10.9, 9])
    const [both] = figures(readingsAt([3, -27.6], [5, -22], [9, -10.9], [14, -20]), {
      rows,
      period: period(0, 15),
    })
    expect([both?.readings, both?.max.registered]).toEqual([4, true])
  })
  test('does not cover values beyond those of its rows, or beside any row', () => {
    const rows = [
      row(
        15,
        [
          [3, -22],
          [9, -18],
          [14, -20],
        ],
        [-22, -18],
      ),
    ]
    const flags = (readings: At<Celsius>[], registeredRows = rows) => {
      const [T1] = figures(readings, { rows: registeredRows, period: period(0, 60) })
      return [T1?.min.registered, T1?.max.registered]
    }
    expect(flags(readingsAt([3, -22], [5, -10], [9, -18], [14, -20]))).toEqual([true, false])
    expect(flags(readingsAt([3, -22], [9, -18], [14, -20], [40, -30]))).toEqual([false, true])
    // a row of version 1 has only its own reading
    expect(flags(readingsAt([5, -22], [14, -20]), [row(15, [[14, -20]], null)])).toEqual([
      false,
      true,
    ])
  })
  test('has no silence between some readings of each interval', () => {
    const rows = [row(15, [[1, -20]], [-20, -20]), row(30, [[29, -20]], [-20, -20])]
    expect(stretches(line([], { rows, period: period(0, 30) }).gaps)).toEqual([[0, 1]])
  })
})

test('the figures of two parts make those of the whole period, wherever it is cut', () => {
  const reading = fc.tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: -30, max: 0 }))
  fc.assert(
    fc.property(
      fc.array(reading, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 359 }),
      (list, cut) => {
        const readings = readingsAt(...list.toSorted((a, b) => a[0] - b[0]))
        const timelines = [line(readings, { period: { from: at(0), to: at(360), last: at(360) } })]
        const figures = figuresOf(timelines)
        const parts = [
          figuresOf(timelines, { from: at(0), to: at(cut) }),
          figuresOf(timelines, { from: at(cut), to: at(360) }),
        ]
        for (const { sensor, min, max, readings: count, outside } of figures) {
          const ofSensor = parts.flatMap(part => part.filter(f => f.sensor === sensor))
          // a reading where it is cut counts in both parts
          const atCut = readings.filter(r => r.at === at(cut)).length
          expect(ofSensor.reduce((sum, f) => sum + f.readings, 0)).toBe(count + atCut)
          // a part without any reading of its own has no figures
          if (ofSensor.length < 2) continue
          expect(Math.min(...ofSensor.map(f => f.min.value))).toBe(min.value)
          expect(Math.max(...ofSensor.map(f => f.max.value))).toBe(max.value)
          expect(ofSensor.reduce((sum, f) => sum + f.outside, 0)).toBe(outside)
        }
        const sum = excursionsOf(timelines).reduce((all, e) => all + e.to - e.from, 0)
        expect(sum).toBe(figures.reduce((all, f) => all + f.outside, 0))
      },
    ),
  )
})
test('each change of a setpoint or tolerance begins limits of its own, even where nothing was beyond them [register.32, register.33]', () => {
  const units = [0, 15, 30, 45, 60].map(minute =>
    unit(minute, { setpoint_t1: minute === 30 ? -18 : -20 }),
  )
  const configurations: TimelineSource['configurations'] = [
    { until: at(20), value: { configurations: { temperature_tolerance_c: '5' } } },
    {
      until: Number.POSITIVE_INFINITY,
      value: { configurations: { temperature_tolerance_c: '4' } },
    },
  ]
  const limits = limitStretches([
    line(every(5, 0, 75, -19), { period: period(0, 75), units, configurations }),
  ])
  expect(
    limits.map(({ from, to, setpoint, tolerance }) => [
      ...[minuteOf(from), minuteOf(to)],
      ...[setpoint, tolerance],
    ]),
  ).toEqual([
    [0, 20, -20, 5],
    [20, 30, -20, 4],
    [30, 45, -18, 4],
    [45, 75, -20, 4],
  ])
})
test('minutes are rounded in one place', () => {
  expect([
    minutesOf({ from: 0, to: 39.52 * MINUTE }),
    minutesOf({ from: 0, to: 29_000 }),
    minutesOf({ from: 0, to: HOUR }),
  ]).toEqual([40, 0, 60])
})
