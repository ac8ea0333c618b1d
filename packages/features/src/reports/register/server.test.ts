import { Problem } from '@flotta/core/problem.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { dayAt, dayBegin } from '@flotta/core/zones.ts'
import { parseCommandLine } from '@flotta/platform/cli.ts'
import { problemLines } from '@flotta/platform/cli-output.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visibleVehicle } from '../../fleet/access/vehicles.ts'
import { purge } from '../../house/purge/jobs.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { auditVehicle } from './audit-vehicle.ts'
import { commands } from './cli.ts'
import { readCode, shortCode } from './code.ts'
import { keys, verify } from './contract.ts'
import { keepRegister } from './jobs.ts'
import { rotateKey } from './keys.ts'
import { registerOf, signReceipt } from './queries.ts'

const ZONE = 'Europe/Rome'
/** Noon of a day in Rome. Each test has its own minute of the limits. */
const NOON = Date.parse('2026-11-20T11:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.clock.now = NOON
})

/** A vehicle of a company that has the register. */
async function cold({ t_check = '1', agreement_id = 3 } = {}) {
  const customer = await app.make.customer({ configurations: { t_check } })
  const user = await app.make.user(customer.id, 'printing')
  const vehicle = await app.make.vehicle(customer.id)
  await app.make.agreement(vehicle.id, customer.id, agreement_id, NOON - 1_000 * DAY)
  const owner = { customer_id: customer.id, user_id: user.id }
  const visible = await visibleVehicle(vehicle.id, owner, app.ctx)
  if (visible === null) throw new Error('it is its own')
  return { ...owner, vehicle: visible, id: vehicle.id, plate: vehicle.plate }
}
type Cold = Awaited<ReturnType<typeof cold>>
/** Stores readings of the vehicle as the pipeline does. */
async function storeReadings(
  vehicle: Cold,
  readings: readonly (readonly [at: number, T1: number | null, setpoint?: number])[],
): Promise<void> {
  const { pool } = app.ctx
  const rows = readings.flatMap(([at, T1, setpoint]) => [
    { at: new Date(at), kind: 'temperature', data: { T1, T2: null, T3: null, T4: null } as object },
    ...(setpoint === undefined
      ? []
      : [
          {
            at: new Date(at),
            kind: 'fridge',
            data: { setpoint_t1: setpoint, setpoint_t2: null, setpoint_t3: null },
          },
        ]),
  ])
  await pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data) select at, $1, 0, kind, data from unnest($2::timestamptz[], $3::text[], $4::json[]) as r (at, kind, data)`,
    [vehicle.id, rows.map(r => r.at), rows.map(r => r.kind), rows.map(r => JSON.stringify(r.data))],
  )
  const newest = new Date(Math.max(...readings.map(r => r[0])))
  await pool.query(
    `insert into vehicle_state (vehicle_id, version, message_datetime, seq, updated_at) values ($1, 1, $2, 0, $2)
     on conflict (vehicle_id) do update set message_datetime = greatest(vehicle_state.message_datetime, excluded.message_datetime)`,
    [vehicle.id, newest],
  )
}
/** A value every five minutes, up to `to`. */
const steadily = (
  from: number,
  to: number,
  value: (at: number) => number | null = () => -18.4,
  setpoint = -20,
) =>
  Array.from(
    { length: Math.floor((to - from) / (5 * MINUTE)) + 1 },
    (_, i) => from + i * 5 * MINUTE,
  ).map(at => [at, value(at), setpoint] as const)
const rowsOf = async (vehicle: Cold) =>
  (await registerOf(app.ctx, vehicle.vehicle, app.clock.now - 31 * DAY, app.clock.now))?.stored ??
  []
const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
/** Changes rows as only the owner of the tables can. */
async function tamper(sql: string, values: unknown[] = []): Promise<void> {
  const { pool } = app.ctx
  const guards = async (state: 'enable' | 'disable') => {
    for (const table of ['register_rows', 'register_days', 'receipts'])
      await pool.query(`alter table ${table} ${state} trigger user`)
  }
  await guards('disable')
  try {
    await pool.query(sql, values)
  } finally {
    await guards('enable')
  }
}

describe('the rows of the register', () => {
  test('are one for each quarter of an hour with data, by the setpoint and the tolerance of that time [register.5]', async () => {
    const reefer = await cold()
    await storeReadings(
      reefer,
      steadily(NOON - HOUR, NOON, at => (at < NOON - 30 * MINUTE ? -18.4 : -12)),
    )
    await keepRegister(app.ctx)
    expect((await rowsOf(reefer)).map(r => [clock(r.at), r.T1, r.setpoint_t1, r.out])).toEqual([
      ['10:00', -18.4, -20, 0],
      ['10:15', -18.4, -20, 0],
      ['10:30', -12, -20, 1],
      ['10:45', -12, -20, 1],
      ['11:00', -12, -20, 1],
    ])
  })
  test('have a gap for silence, and carry no value on for more than twenty minutes [register.12]', async () => {
    const reefer = await cold()
    await storeReadings(reefer, [
      [NOON - 3 * HOUR + MINUTE, -18],
      [NOON - HOUR, -17],
      [NOON, null],
    ])
    const extract = await registerOf(app.ctx, reefer.vehicle, NOON - 3 * HOUR, NOON)
    expect(extract?.register.rows.map(r => [r.at.slice(11, 16), r.T1])).toEqual([
      ['08:15', -18],
      ['10:00', -17],
    ])
    expect(extract?.register.gaps.map(g => [g.from.slice(11, 16), g.to.slice(11, 16)])).toEqual([
      ['08:00', '08:01'],
      ['08:01', '10:00'],
      ['10:00', '11:00'],
    ])
    expect(extract?.register.statistics).toMatchObject([
      { sensor: 'T1', min: -18, max: -17, average: -17.5, samples: 2, completeness: 0 },
    ])
  })
  test.each([3, 17, 21])(
    'cover every vehicle whose temperatures its company sees: by agreement %i [customers.29, register.3]',
    async agreement_id => {
      const reefer = await cold({ agreement_id })
      await storeReadings(reefer, steadily(NOON - HOUR, NOON))
      await keepRegister(app.ctx)
      expect((await rowsOf(reefer)).length).toBe(5)
    },
  )
  test('cover a vehicle of another company that shares its temperatures too [register.4]', async () => {
    const reefer = await cold({ t_check: '0' })
    const guest = await app.make.customer({ configurations: { t_check: '1' } })
    await app.make.agreement(reefer.id, guest.id, 3, NOON - DAY)
    await storeReadings(reefer, steadily(NOON - HOUR, NOON))
    await keepRegister(app.ctx)
    expect((await rowsOf(reefer)).length).toBe(5)
  })
  test('are missing for a company without the register, and for a vehicle without temperatures [customers.29, register.1]', async () => {
    for (const values of [{ t_check: '0' }, { agreement_id: 2 }]) {
      const reefer = await cold(values)
      await storeReadings(reefer, steadily(NOON - HOUR, NOON))
      await keepRegister(app.ctx)
      expect([
        await registerOf(app.ctx, reefer.vehicle, NOON - HOUR, NOON),
        (await rowsOf(reefer)).length,
      ]).toEqual([null, 0])
    }
  })
  test('are written once, by however many processes at the same moment', async () => {
    const reefer = await cold()
    await storeReadings(reefer, steadily(NOON - 2 * DAY, NOON))
    await Promise.all([
      keepRegister(app.ctx),
      rowsOf(reefer),
      keepRegister(app.ctx),
      rowsOf(reefer),
    ])
    await keepRegister(app.ctx)
    const rows = await rowsOf(reefer)
    expect([rows.length, new Set(rows.map(r => r.at)).size]).toEqual([193, 193])
    expect(await auditVehicle(app.ctx, reefer.id)).toMatchObject({ fault: null, days: 2 })
  })
  test('follow a new interval from the next row on [register.6, register.11, vehicles.16]', async () => {
    const reefer = await cold()
    await storeReadings(reefer, steadily(NOON - HOUR, NOON - 20 * MINUTE))
    await rowsOf(reefer)
    await app.ctx.pool.query('update vehicles set log_interval = 3600 where id = $1', [reefer.id])
    await storeReadings(reefer, steadily(NOON - 15 * MINUTE, NOON + HOUR))
    app.clock.now = NOON + HOUR
    expect((await rowsOf(reefer)).map(r => clock(r.at))).toEqual([
      '10:00',
      '10:15',
      '10:30',
      '11:00',
      '12:00',
    ])
  })
})

describe('a late reading', () => {
  test('is added with a reference to the row that it replaces, and the earlier row remains [register.17]', async () => {
    const reefer = await cold()
    await storeReadings(reefer, [
      ...steadily(NOON - 2 * HOUR, NOON - HOUR - 30 * MINUTE),
      ...steadily(NOON - 15 * MINUTE, NOON),
    ])
    expect((await rowsOf(reefer)).map(r => clock(r.at))).toEqual([
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '10:45',
      '11:00',
    ])
    // the device had buffered them: they are derived again, and the replay ends
    await storeReadings(
      reefer,
      steadily(NOON - HOUR - 20 * MINUTE, NOON - 20 * MINUTE, () => -15),
    )
    await app.ctx.pool.query(
      'insert into replays (vehicle_id, from_at, to_at, first_marked_at, last_marked_at) values ($1, $2, $3, $3, $3)',
      [reefer.id, new Date(NOON - HOUR - 20 * MINUTE), new Date(NOON - 20 * MINUTE)],
    )
    await app.ctx.pool.query('delete from replays where vehicle_id = $1', [reefer.id])
    expect(
      (await rowsOf(reefer)).map(r => [clock(r.at), r.T1, r.reason, r.corrects?.n ?? null]),
    ).toEqual([
      ['09:00', -18.4, null, null],
      ['09:15', -18.4, null, null],
      ['09:30', -18.4, null, null],
      ['09:45', -15, 'corrected', 4],
      ['10:00', -15, 'late', null],
      ['10:15', -15, 'late', null],
      ['10:30', -15, 'late', null],
      // the temperature stays, and the highest value changes
      ['10:45', -18.4, 'corrected', 5],
      ['11:00', -18.4, null, null],
    ])
    const { rows } = await app.ctx.pool.query(
      'select n from register_rows where vehicle_id = $1 order by n',
      [reefer.id],
    )
    expect(rows.map(r => r.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect((await auditVehicle(app.ctx, reefer.id)).fault).toBeNull()
  })
  test('of a signed day is entered on the open page [register.18]', async () => {
    const reefer = await cold()
    const midnight = dayBegin(dayAt(NOON, ZONE), ZONE)
    await storeReadings(reefer, [
      ...steadily(midnight - 6 * HOUR, midnight - 3 * HOUR),
      ...steadily(midnight + HOUR, midnight + 2 * HOUR),
    ])
    await keepRegister(app.ctx)
    await storeReadings(
      reefer,
      steadily(midnight - 2 * HOUR, midnight - HOUR, () => -16),
    )
    await app.ctx.pool.query('insert into register_late values ($1, $2, $3)', [
      reefer.id,
      new Date(midnight - 2 * HOUR),
      new Date(midnight - HOUR),
    ])
    const late = (await rowsOf(reefer)).filter(r => r.reason === 'late')
    expect(late.map(r => [clock(r.at), r.day])).toEqual(
      ['21:00', '21:15', '21:30', '21:45', '22:00', '22:15'].map(time => [time, '2026-11-20']),
    )
    expect((await auditVehicle(app.ctx, reefer.id)).fault).toBeNull()
  })
})

describe('the register', () => {
  const registered = async () => {
    const reefer = await cold()
    const midnight = dayBegin(dayAt(NOON, ZONE), ZONE)
    await storeReadings(reefer, steadily(midnight - 2 * DAY, NOON))
    await keepRegister(app.ctx)
    return reefer
  }
  test('takes no update, no delete and no truncate of its rows, days and receipts [register.19]', async () => {
    const reefer = await registered()
    for (const table of ['register_rows', 'register_days'])
      for (const sql of [
        `update ${table} set hash = '\\x00' where vehicle_id = ${reefer.id}`,
        `delete from ${table} where vehicle_id = ${reefer.id}`,
        `truncate ${table}`,
      ])
        await expect(app.ctx.pool.query(sql)).rejects.toThrow('only added to')
    await expect(app.ctx.pool.query('truncate receipts')).rejects.toThrow('only added to')
  })
  test('may delete rows older than a year and no younger ones, keeps their days in the chain, and its receipts mention the deletion [register.20]', async () => {
    app.clock.now = NOON - 500 * DAY
    const receipt = await printedReceipt(app.clock.now)
    const forget = (before: string) =>
      app.ctx.pool.query('select register_forget($1, $2)', [receipt.id, before])
    await expect(forget('2026-11-01')).rejects.toThrow('a year at least')
    await storeReadings(receipt, steadily(app.clock.now + DAY, app.clock.now + DAY))
    app.clock.now += DAY
    await keepRegister(app.ctx)
    await forget('2025-07-09')
    expect((await rowsOf(receipt)).filter(r => r.at < NOON - 500 * DAY)).toEqual([])
    expect(await auditVehicle(app.ctx, receipt.id)).toMatchObject({ fault: null, days: 1 })
    expect((await app.with(null).call(verify, { query: { c: receipt.code } })).data).toMatchObject({
      outcome: 'forgotten',
      receipt: { plate: receipt.plate },
    })
  })
  test('is deleted with a vehicle that is removed for good [register.47]', async () => {
    const reefer = await registered()
    await app.ctx.pool.query('update vehicles set deleted_at = $2 where id = $1', [
      reefer.id,
      new Date(NOON - 31 * DAY),
    ])
    await purge(app.ctx)
    for (const table of ['register_rows', 'register_days', 'register_books'])
      expect(
        (await app.ctx.pool.query(`select from ${table} where vehicle_id = $1`, [reefer.id]))
          .rowCount,
      ).toBe(0)
  })
  test.each([
    [
      'a row is altered',
      `update register_rows set "T1" = -5 where vehicle_id = $1 and day = '2026-11-19' and n = 20`,
      { kind: 'altered', n: 20, at: '2026-11-19T03:45' },
    ],
    [
      'a row is removed',
      `delete from register_rows where vehicle_id = $1 and day = '2026-11-19' and n = 20`,
      { kind: 'removed', n: 20, at: '2026-11-19T03:45' },
    ],
    [
      'the last row of a day is removed',
      `delete from register_rows where vehicle_id = $1 and day = '2026-11-19' and n = 96`,
      { kind: 'removed', n: 96, at: '2026-11-19T22:45' },
    ],
    [
      'a row is inserted',
      `insert into register_rows select vehicle_id, day, 97, at + interval '1 minute', seconds, measured_at, written_at, "T1", "T2", "T3", "T4", setpoint_t1, setpoint_t2, setpoint_t3, out, reason, corrects_day, corrects_n, hash
       from register_rows where vehicle_id = $1 and day = '2026-11-19' and n = 96`,
      { kind: 'inserted', n: 97, at: '2026-11-19T22:46' },
    ],
    [
      'two rows change places',
      `update register_rows set n = case n when 20 then 1021 else 20 end where vehicle_id = $1 and day = '2026-11-19' and n in (20, 21)`,
      { kind: 'moved', n: 20, at: '2026-11-19T04:00' },
    ],
    [
      'a row of the open page is altered',
      `update register_rows set "T1" = -5 where vehicle_id = $1 and day = '2026-11-20' and n = 3`,
      { kind: 'altered', n: 3, at: '2026-11-19T23:30' },
    ],
    [
      'the last rows of the open page are removed',
      `delete from register_rows where vehicle_id = $1 and day = '2026-11-20' and n > 40`,
      { kind: 'removed', n: 41, at: null },
    ],
    [
      'a whole day is removed',
      `with d as (delete from register_days where vehicle_id = $1 and day = '2026-11-19') delete from register_rows where vehicle_id = $1 and day = '2026-11-19'`,
      { kind: 'day_removed', n: null, at: null },
    ],
    [
      'the first day is removed',
      `with d as (delete from register_days where vehicle_id = $1 and day = '2026-11-18') delete from register_rows where vehicle_id = $1 and day = '2026-11-18'`,
      { kind: 'day_removed', n: null, at: null },
    ],
    [
      'a seal is removed',
      `delete from register_days where vehicle_id = $1 and day = '2026-11-19'`,
      { kind: 'unsealed', n: null, at: null },
    ],
    [
      'the signed content is altered',
      `update register_days set rows = 95 where vehicle_id = $1 and day = '2026-11-19'`,
      { kind: 'signature', n: null, at: null },
    ],
    [
      'a young day is declared deleted',
      `update register_days set forgotten_at = now() where vehicle_id = $1 and day = '2026-11-19'`,
      { kind: 'forgotten', n: null, at: null },
    ],
  ])('reveals that %s [register.21]', async (_, sql, { kind, n, at }) => {
    const reefer = await registered()
    expect((await auditVehicle(app.ctx, reefer.id)).fault).toBeNull()
    await tamper(sql, [reefer.id])
    const { fault } = await auditVehicle(app.ctx, reefer.id)
    expect([
      fault?.kind,
      fault?.n,
      fault?.at == null ? null : new Date(fault.at).toISOString().slice(0, 16),
    ]).toEqual([kind, n, at])
  })
  test('reveals a chain that somebody with the database made anew, because that person cannot sign [register.22]', async () => {
    const reefer = await registered()
    const { generateKeyPairSync, sign, createHash } = await import('node:crypto')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    const id = createHash('sha256').update(raw).digest('hex').slice(0, 8)
    const { rows } = await app.ctx.pool.query<{ digest: Buffer }>(
      `select digest from register_days where vehicle_id = $1 and day = '2026-11-19'`,
      [reefer.id],
    )
    await tamper(
      `insert into register_keys (id, public_key, since, retired_at) values ($1, $2, now(), now())`,
      [id, raw],
    )
    await tamper(
      `update register_days set key_id = $2, signature = $3 where vehicle_id = $1 and day = '2026-11-19'`,
      [reefer.id, id, sign(null, rows[0]?.digest ?? Buffer.of(), privateKey)],
    )
    expect((await auditVehicle(app.ctx, reefer.id)).fault).toMatchObject({
      kind: 'signature',
      day: '2026-11-19',
    })
  })
})

/** A receipt of the last five hours. */
const printedReceipt = async (at = NOON) => {
  const reefer = await cold()
  await storeReadings(reefer, steadily(at - 6 * HOUR, at))
  const extract = await registerOf(app.ctx, reefer.vehicle, at - 5 * HOUR, at)
  if (extract === null) throw new Error('it has the register')
  return {
    ...reefer,
    found: extract,
    ...(await signReceipt(app.ctx, reefer, reefer.vehicle, extract)),
  }
}

describe('receipts', () => {
  const ask = async (c: string) => (await app.with(null).call(verify, { query: { c } })).data

  test('are genuine to anybody who reads the code, who sees their content without a sign-in [register.25]', async () => {
    app.clock.now = NOON
    const receipt = await printedReceipt()
    expect(receipt.url).toBe(`http://localhost/verify?c=${receipt.code}`)
    expect(receipt.code).toHaveLength(124)
    const answer = await ask(receipt.code)
    expect(answer).toMatchObject({
      outcome: 'genuine',
      fault: null,
      receipt: {
        plate: receipt.plate,
        period_from: '2026-11-20T06:00:00.000Z',
        period_to: '2026-11-20T11:00:00.000Z',
        samples: 21,
        timezone: ZONE,
      },
    })
    expect(answer.receipt?.statistics).toEqual([
      {
        ...{
          sensor: 'T1',
          min: -18.4,
          min_at: '2026-11-20T06:00:00.000Z',
          max: -18.4,
          max_at: '2026-11-20T06:00:00.000Z',
          average: -18.4,
          mean_kinetic: -18.4,
        },
        ...{ samples: 61, minutes_outside: 0, completeness: 100, registered: true },
      },
    ])
    expect([answer.receipt?.verdict, answer.receipt?.excursions]).toEqual(['within', []])
    // nothing else of the company
    expect(Object.keys(answer.receipt ?? {}).sort()).toEqual([
      ...[
        'company',
        'excursions',
        'issued_at',
        'period_from',
        'period_to',
        'plate',
        'samples',
        'statistics',
        'timezone',
        'verdict',
      ],
    ])
  })
  test('are found by the short number in any spelling, and a mistyped or unknown number has its own answer [register.49]', async () => {
    app.clock.now = NOON
    const receipt = await printedReceipt()
    const number = shortCode(readCode(receipt.code)?.receipt_id ?? '')
    const byCode = await ask(receipt.code)
    for (const typed of [number, number.toLowerCase(), ` ${number.replaceAll('-', ' ')} `])
      expect(await ask(typed)).toEqual(byCode)
    const wrong = `${number.startsWith('0') ? '1' : '0'}${number.slice(1)}`
    expect((await ask(wrong)).outcome).toBe('unreadable')
    expect((await ask(shortCode('00000000000000ff'))).outcome).toBe('foreign')
  })
  test('stay genuine after additions to the register [register.28]', async () => {
    app.clock.now = NOON
    const receipt = await printedReceipt()
    await app.ctx.pool.query(
      `update readings set data = '{"T1": -2}' where vehicle_id = $1 and kind = 'temperature' and message_datetime = $2`,
      [receipt.id, new Date(NOON - 3 * HOUR)],
    )
    await app.ctx.pool.query('insert into register_late values ($1, $2, $2)', [
      receipt.id,
      new Date(NOON - 3 * HOUR),
    ])
    expect((await rowsOf(receipt)).some(r => r.reason === 'corrected')).toBe(true)
    expect((await ask(receipt.code)).outcome).toBe('genuine')
  })
  test.each([
    [
      'altered',
      `update register_rows set "T1" = -20 where vehicle_id = $1 and at = '2026-11-20T09:15:00Z'`,
    ],
    ['removed', `delete from register_rows where vehicle_id = $1 and at = '2026-11-20T09:15:00Z'`],
    [
      'inserted',
      `insert into register_rows select vehicle_id, day, 0, '2026-11-20T09:15:30Z', seconds, measured_at, written_at, "T1", "T2", "T3", "T4", setpoint_t1, setpoint_t2, setpoint_t3, out, reason, corrects_day, corrects_n, hash
       from register_rows where vehicle_id = $1 and at = '2026-11-20T09:15:00Z'`,
    ],
  ] as const)('name a row that was %s since', async (kind, sql) => {
    app.clock.now = NOON
    const receipt = await printedReceipt()
    await tamper(sql, [receipt.id])
    expect((await ask(receipt.code)).fault).toEqual({
      kind,
      at: kind === 'inserted' ? '2026-11-20T09:15:30.000Z' : '2026-11-20T09:15:00.000Z',
    })
  })
  test('whose own record was changed are refused, without their content', async () => {
    const receipt = await printedReceipt()
    await tamper(`update receipts set company = 'Altra S.r.l.' where vehicle_id = $1`, [receipt.id])
    const number = shortCode(readCode(receipt.code)?.receipt_id ?? '')
    for (const text of [receipt.code, number])
      expect(await ask(text)).toEqual({
        outcome: 'altered',
        receipt: null,
        fault: { kind: 'receipt', at: null },
      })
  })
  test('with a code that is cut, mistyped, forged or of another installation have their own answer', async () => {
    const { code } = await printedReceipt()
    const bytes = Buffer.from(code, 'base64url')
    const changed = (i: number) =>
      Buffer.from(bytes.map((b, k) => (k === i ? b ^ 1 : b))).toString('base64url')
    const outcomes = [
      '',
      'x',
      'http://example.com',
      code.slice(0, -3),
      `${code}AA`,
      `${code.slice(0, 50)} ${code.slice(50)}`,
      changed(0),
      changed(2),
      changed(8),
      changed(20),
      changed(60),
    ]
    expect(await Promise.all(outcomes.map(async c => (await ask(c)).outcome))).toEqual([
      ...[
        'unreadable',
        'unreadable',
        'unreadable',
        'unreadable',
        'unreadable',
        'unreadable',
        'unreadable',
      ],
      ...['foreign', 'forged', 'forged', 'forged'],
    ])
  })
  test('can be verified thirty times in a row, and then the reader has to wait [register.29]', async () => {
    app.clock.now = NOON + HOUR
    const answers: number[] = []
    for (let i = 0; i < 31; i++)
      answers.push((await app.with(null).call(verify, { query: { c: 'x' } })).status)
    expect([answers.filter(s => s === 200).length, answers.at(-1)]).toEqual([30, 429])
  })
})

describe('the command line', () => {
  const run = (argv: readonly string[]) => {
    const request = parseCommandLine(['register', ...argv], commands)
    if (request.kind !== 'run') throw new Error('it asks for help')
    return request.command.run(request.args, app.ctx)
  }
  test('verifies that all rows are untouched, and otherwise fails with the first changed row [register.23]', async () => {
    const reefer = await cold()
    await storeReadings(reefer, steadily(NOON - 30 * HOUR, NOON))
    await keepRegister(app.ctx)
    expect(await run(['verify', '--vehicle', String(reefer.id)])).toEqual([
      { vehicle: reefer.id, plate: reefer.plate, days: 1, rows: 121, untouched: 'yes' },
    ])
    await tamper(
      `update register_rows set "T1" = 3 where vehicle_id = $1 and at = '2026-11-19T12:15:00Z'`,
      [reefer.id],
    )
    const problem: unknown = await run(['verify', '--vehicle', String(reefer.id)]).catch(
      error => error,
    )
    expect(problem).toBeInstanceOf(Problem)
    expect(problemLines(problem as Problem, 'en', app.ctx.say)).toBe(
      `The register of 1 vehicle of 1 is not as it was written\n  ${reefer.plate} (${reefer.id}): 2026-11-19: row 30, of 2026-11-19T12:15:00.000Z, was altered`,
    )
    // a day before or after it is untouched
    expect(
      await run(['verify', '--vehicle', String(reefer.id), '--from', '2026-11-20']),
    ).toMatchObject([{ untouched: 'yes' }])
  })
  test('shows the days and the keys that sign them, and refuses to delete young rows', async () => {
    const reefer = await cold()
    await storeReadings(reefer, steadily(NOON - 30 * HOUR, NOON))
    await keepRegister(app.ctx)
    expect(await run(['show', '--vehicle', String(reefer.id)])).toMatchObject([
      { day: '2026-11-19', rows: 72 },
      { day: '2026-11-20', rows: 49, sealed_at: null },
    ])
    expect(await run(['keys'])).toEqual(
      expect.arrayContaining([expect.objectContaining({ trusted: 'yes' })]),
    )
    await expect(
      run(['forget', '--vehicle', String(reefer.id), '--before', '2026-11-01']),
    ).rejects.toThrow('register.too_young')
    await expect(run(['verify', '--vehicle', '999999'])).rejects.toThrow('command_line.no_vehicle')
  })
})

describe('keys', () => {
  test('vouch for the key before: receipts signed by the old key stay genuine, and both keys are public [register.24]', async () => {
    const receipt = await printedReceipt()
    const otherKey = 'MC4CAQAwBQYDK2VwBCIEIAcAAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
    const ctx = { ...app.ctx, config: { ...app.ctx.config, FLOTTA_REGISTER_KEY: otherKey } }
    const { verifyCode } = await import('./queries.ts')
    expect((await verifyCode(ctx, receipt.code)).outcome).toBe('foreign')
    // anybody with access to the database may have written the key into the table
    await expect(rotateKey(ctx)).rejects.toThrow('register.not_own_key')
    const { rows } = await ctx.pool.query<{ id: string }>(
      'select id from register_keys where retired_at is null',
    )
    const { key_id, replaced } = await rotateKey(ctx, rows[0]?.id)
    expect((await verifyCode(ctx, receipt.code)).outcome).toBe('genuine')
    const listedKeys = (await app.with(null).call(keys, {})).data
    expect(
      listedKeys
        .filter(k => [key_id, replaced].includes(k.id))
        .map(k => [k.id, k.retired_at === null]),
    ).toEqual([
      [replaced, false],
      [key_id, true],
    ])
  })
})
