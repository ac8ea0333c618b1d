// Random sequences of a book; and every change of its rows is found.
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { always } from '@flotta/core/by-time.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  auditDay,
  auditOpen,
  type Fault,
  firstDifference,
  type SealedDay,
  type StoredRow,
} from './audit.ts'
import {
  advanceBook,
  type Book,
  type ClosedDay,
  type CurrentRow,
  closePage,
  correctRows,
  GRACE,
  isBookDue,
  isPageFull,
  type Measurements,
  type NewRow,
  newBook,
  type RegisterVehicle,
  resumeBook,
} from './book.ts'
import { CHAIN_START, hashOfRow, marksOf, readMarks } from './chain.ts'

const START = Date.parse('2026-03-27T23:00:00Z')
const vehicle = (known_to: number, more: Partial<RegisterVehicle> = {}): RegisterVehicle => ({
  timezone: 'Europe/Rome',
  log_interval: 900,
  entitled: true,
  known_to,
  ...more,
})
/** A value every `step` minutes of `from`–`to`, except in `silence`. */
function measurementsOf(
  from: number,
  to: number,
  step = 5,
  silence: readonly (readonly [number, number])[] = [],
  value = (at: number) => -18 - (at % 7) / 10,
): Measurements {
  const times = Array.from(
    { length: Math.floor((to - from) / (step * MINUTE)) + 1 },
    (_, i) => from + i * step * MINUTE,
  )
  const measuredTimes = times.filter(at => !silence.some(([a, b]) => at >= a && at < b))
  return {
    temperatures: measuredTimes.map(at => ({
      at,
      data: { T1: value(at), T2: null, T3: null, T4: null },
    })),
    units: measuredTimes.map(at => ({
      at,
      data: { setpoint_t1: -20, setpoint_t2: null, setpoint_t3: null },
    })),
    configurations: always({ configurations: {} }),
  }
}
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
interface Register {
  book: Book
  rows: NewRow[]
  days: (ClosedDay & { signature: Buffer })[]
}
/** Runs the job's steps until nothing is due. */
function keep(
  register: Register,
  registerVehicle: RegisterVehicle,
  measurements: Measurements,
  now: number,
): Register {
  let { book } = register
  const [rows, days] = [[...register.rows], [...register.days]]
  while (isBookDue(book, registerVehicle, now)) {
    if (book.day === null) book = resumeBook(book, registerVehicle, now)
    const after = advanceBook(book, registerVehicle, measurements, now)
    book = after.book
    rows.push(...after.rows)
    if (!isPageFull(book, registerVehicle, now)) continue
    const page = rows.filter(r => r.day === book.day)
    const closing = closePage(book, page, registerVehicle, 'k', now)
    days.push({ ...closing.closed, signature: sign(null, closing.closed.digest, privateKey) })
    book = closing.book
  }
  return { book, rows, days }
}
const newRegister = (at = START): Register => ({
  book: newBook(1, at, at - 31 * DAY, vehicle(at)),
  rows: [],
  days: [],
})
/** The first fault in all pages, as the audit of a vehicle finds it. */
function audit({
  book,
  rows,
  days,
}: {
  book: Book
  rows: readonly StoredRow[]
  days: readonly (ClosedDay & { signature: Buffer })[]
}): Fault | null {
  let expected: Buffer = CHAIN_START
  const inOrder = (day: string) => rows.filter(r => r.day === day).toSorted((a, b) => a.n - b.n)
  for (const day of days) {
    const sealed: SealedDay = {
      ...day,
      forgotten_at: null,
      signed: verify(null, day.digest, publicKey, day.signature),
    }
    const fault = auditDay(sealed, inOrder(day.day), expected)
    if (fault !== null) return fault
    expected = day.digest
  }
  return book.day === null
    ? null
    : auditOpen({ ...book, day: book.day }, inOrder(book.day), expected)
}

describe('pages', () => {
  test('days of 23 and 24 hours follow each other, each beginning with the digest of the one before [register.16]', () => {
    const end = START + 3 * DAY
    const { rows, days, book } = keep(newRegister(), vehicle(end), measurementsOf(START, end), end)
    expect(days.map(d => [d.day, d.rows])).toEqual([
      ['2026-03-28', 96],
      ['2026-03-29', 92],
      ['2026-03-30', 96],
    ])
    expect([
      days[0]?.previous.equals(CHAIN_START),
      days[1]?.previous.equals(days[0]?.digest ?? CHAIN_START),
      book.previous.equals(days[2]?.digest ?? CHAIN_START),
    ]).toEqual([true, true, true])
    expect([book.day, rows.length]).toEqual(['2026-03-31', 96 + 92 + 96 + 5])
    expect(audit({ book, rows, days })).toBeNull()
  })
  test('records that come in pieces make the same rows as records that come at once', () => {
    const end = START + 30 * HOUR
    const measurements = measurementsOf(START, end)
    let pieces = newRegister()
    for (let at = START; at <= end; at += 7 * MINUTE)
      pieces = keep(pieces, vehicle(at), measurements, end)
    pieces = keep(pieces, vehicle(end), measurements, end)
    const register = keep(newRegister(), vehicle(end), measurements, end)
    expect(pieces.rows.map(r => r.hash.toString('hex'))).toEqual(
      register.rows.map(r => r.hash.toString('hex')),
    )
  })
  test('a row is written once its values are known, and only once', () => {
    const measurements = measurementsOf(START, START + 2 * HOUR)
    const half = keep(newRegister(), vehicle(START + HOUR), measurements, START + 2 * HOUR)
    expect(half.rows).toHaveLength(5)
    expect(keep(half, vehicle(START + HOUR), measurements, START + 2 * HOUR).rows).toHaveLength(5)
  })
  test('a silent vehicle has its day closed two hours after the day’s end, and a vehicle that never sent anything has no rows', () => {
    const register = keep(
      newRegister(),
      vehicle(START + HOUR),
      measurementsOf(START, START + HOUR),
      START + HOUR,
    )
    expect(
      keep(
        register,
        vehicle(START + HOUR),
        measurementsOf(START, START + HOUR),
        START + DAY + GRACE - 1,
      ).days,
    ).toHaveLength(0)
    const later = keep(
      register,
      vehicle(START + HOUR),
      measurementsOf(START, START + HOUR),
      START + 2 * DAY,
    )
    // values until twenty minutes after its last reading, then none
    expect(later.days.map(d => [d.day, d.rows])).toEqual([['2026-03-28', 6]])
    expect(audit(later)).toBeNull()
  })
  test('losing the register closes its page, and a register that is given again goes on with that day', () => {
    const measurements = measurementsOf(START, START + 6 * DAY)
    const before = keep(newRegister(), vehicle(START + HOUR), measurements, START + HOUR)
    const without = vehicle(START + 4 * DAY, { entitled: false })
    const rests = keep(before, without, measurements, START + 4 * DAY)
    expect([rests.book.day, rests.days.map(d => d.rows)]).toEqual([null, [5]])
    const again = keep(rests, vehicle(START + 5 * DAY + HOUR), measurements, START + 5 * DAY + HOUR)
    expect(again.book.day).toBe('2026-04-02')
    expect(audit(again)).toBeNull()
  })
})

describe('late records', () => {
  const standingOf = (rows: readonly NewRow[]) =>
    new Map<number, CurrentRow>(rows.map(r => [r.at, r]))
  test('fill gaps and correct the rows that they contradict, and leave the other rows alone', () => {
    const silent = measurementsOf(START, START + 2 * HOUR, 5, [
      [START + HOUR, START + 100 * MINUTE],
    ])
    const { book, rows } = keep(newRegister(), vehicle(START + 2 * HOUR), silent, START + 2 * HOUR)
    const moments = Array.from({ length: 9 }, (_, i) => ({
      at: START + i * 15 * MINUTE,
      seconds: 900,
    }))
    const after = correctRows(
      book,
      moments,
      standingOf(rows),
      measurementsOf(START, START + 2 * HOUR),
      START + 3 * HOUR,
    )
    expect(after.rows.map(r => [(r.at - START) / MINUTE, r.reason, r.corrects?.n ?? null])).toEqual(
      [
        [60, 'corrected', 5],
        [75, 'corrected', 6],
        [90, 'late', null],
        // the last value stays, and the lowest since the row before changes
        [105, 'corrected', 7],
      ],
    )
    expect(audit({ book: after.book, rows: [...rows, ...after.rows], days: [] })).toBeNull()
    const again = correctRows(
      after.book,
      moments,
      standingOf([...rows, ...after.rows]),
      measurementsOf(START, START + 2 * HOUR),
      START + 3 * HOUR,
    )
    expect(again.rows).toEqual([])
  })
})

describe('the audit of a register', () => {
  const end = START + 2 * DAY + 3 * HOUR
  const register = keep(newRegister(), vehicle(end), measurementsOf(START, end, 15), end)
  const numbers = [
    'T1',
    'setpoint_t1',
    'at',
    'seconds',
    'measured_at',
    'written_at',
    'out',
  ] as const
  const anyRow = fc.nat({ max: register.rows.length - 1 })

  test('finds nothing in an unchanged register', () => expect(audit(register)).toBeNull())
  test('finds any changed value of any row', () => {
    fc.assert(
      fc.property(
        anyRow,
        fc.constantFrom(...numbers),
        fc.integer({ min: 1, max: 1_000 }),
        (i, name, by) => {
          const rows = register.rows.map(
            (r, k): StoredRow => (k === i ? { ...r, [name]: Number(r[name]) + by } : r),
          )
          const { day, n } = register.rows[i] as NewRow
          expect(audit({ ...register, rows })).toMatchObject({ day, n })
        },
      ),
    )
  })
  test('names a row that was changed with every hash behind it, where its day is signed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 95 }), i => {
        let previous = (register.days[0] as ClosedDay).previous
        const rows = register.rows.map((r, k): StoredRow => {
          if (r.day !== '2026-03-28') return r
          const row = k === i ? { ...r, T1: -5 } : r
          previous = hashOfRow(previous, row)
          return { ...row, hash: previous }
        })
        expect(audit({ ...register, rows })).toEqual({
          kind: 'altered',
          day: '2026-03-28',
          n: i + 1,
          at: register.rows[i]?.at,
        })
      }),
    )
  })
  test('finds a missing row', () => {
    fc.assert(
      fc.property(anyRow, i => {
        const { day, n, at } = register.rows[i] as NewRow
        const fault = audit({ ...register, rows: register.rows.filter((_, k) => k !== i) })
        expect(fault).toMatchObject({ kind: 'removed', day, n })
        if (day !== register.book.day) expect(fault?.at).toBe(at)
      }),
    )
  })
  test('finds two rows that changed places', () => {
    fc.assert(
      fc.property(anyRow, anyRow, (i, j) => {
        const [a, b] = [register.rows[i] as NewRow, register.rows[j] as NewRow]
        fc.pre(i < j && a.day === b.day)
        const rows = register.rows.map(
          (r, k): StoredRow => (k === i ? { ...r, n: b.n } : k === j ? { ...r, n: a.n } : r),
        )
        expect(audit({ ...register, rows })).toMatchObject({ day: a.day, n: a.n })
      }),
    )
  })
  test('finds an additional row', () => {
    fc.assert(
      fc.property(anyRow, fc.integer({ min: 1, max: 14 }), (i, minutes) => {
        const r = register.rows[i] as NewRow
        const page = register.rows.filter(row => row.day === r.day)
        const more: StoredRow = {
          ...r,
          n: page.length + 1,
          at: (page.at(-1) as NewRow).at + minutes * MINUTE,
        }
        expect(audit({ ...register, rows: [...register.rows, more] })).toMatchObject({
          kind: 'inserted',
          day: r.day,
          n: page.length + 1,
        })
      }),
    )
  })
  test('finds a missing day, with its rows or without', () => {
    const withoutEntries = (day: string) => ({
      ...register,
      days: register.days.filter(d => d.day !== day),
      rows: register.rows.filter(r => r.day !== day),
    })
    expect(audit(withoutEntries('2026-03-28'))).toMatchObject({
      kind: 'day_removed',
      day: '2026-03-29',
    })
    expect(audit(withoutEntries('2026-03-29'))).toMatchObject({
      kind: 'day_removed',
      day: '2026-03-30',
    })
  })
  test('finds any changed byte of what was signed', () => {
    const fields = ['previous', 'hash', 'marks', 'digest', 'signature'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.nat({ max: 31 }),
        fc.integer({ min: 1, max: 255 }),
        (name, i, by) => {
          const days = register.days.map((d, k) =>
            k === 0
              ? { ...d, [name]: Buffer.from(d[name].map((b, at) => (at === i ? b ^ by : b))) }
              : d,
          )
          expect(audit({ ...register, days })).toMatchObject({
            kind: 'signature',
            day: '2026-03-28',
          })
        },
      ),
    )
  })
})

test('marks are read as they were written, and two lists that differ name the first difference', () => {
  const hash = (byte: number) => Buffer.alloc(32, byte)
  const marks = (...of: readonly (readonly [minute: number, byte: number])[]) =>
    readMarks(
      marksOf(of.map(([minute, byte]) => ({ at: START + minute * MINUTE, hash: hash(byte) }))),
    )
  const signedMarks = marks([0, 1], [15, 2], [30, 3])
  expect(firstDifference(signedMarks, marks([0, 1], [15, 2], [30, 3]))).toBeNull()
  expect(firstDifference(signedMarks, marks([0, 1], [15, 9], [30, 3]))).toMatchObject({
    kind: 'altered',
    i: 1,
  })
  expect(firstDifference(signedMarks, marks([0, 1], [30, 3]))).toMatchObject({
    kind: 'removed',
    i: 1,
    at: START + 15 * MINUTE,
  })
  expect(firstDifference(signedMarks, marks([0, 1], [7, 9], [15, 2], [30, 3]))).toMatchObject({
    kind: 'inserted',
    i: 1,
    at: START + 7 * MINUTE,
  })
  expect(firstDifference(signedMarks, marks([15, 2], [0, 1], [30, 3]))).toMatchObject({
    kind: 'moved',
    i: 0,
  })
})
