// The provider's commands, as typed, against a running app: what they create, what they refuse, and that the app sees it at once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { Problem } from '@flotta/core/problem.ts'
import { pins } from '@flotta/features/map/global-map/contract.ts'
import { login, profile, resetPassword } from '@flotta/features/people/auth/contract.ts'
import { type TestApp, testApp } from '@flotta/features/testing/app.ts'
import { type Command, type ParsedCommand, parseCommandLine } from '@flotta/platform/cli.ts'
import { runAudited } from '@flotta/platform/cli-trail.ts'
import { profiles } from '@flotta/protocols/protocols.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { batchCommand, runBatch } from './batch-command.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { replayCommand } from './replay-command.ts'
import { readArguments } from './simulator/arguments.ts'

const commands = Object.values(
  import.meta.glob<readonly Command[]>('../../features/src/[a-z]*/[a-z]*/cli.ts', {
    eager: true,
    import: 'commands',
  }),
).flat()
let app: TestApp
let dir: string
beforeAll(async () => {
  app = await testApp()
  dir = mkdtempSync(join(tmpdir(), 'flotta-commands-'))
})
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true })
  await app.close()
})

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}
async function runCommand<T = Row>(...argv: readonly (string | number)[]): Promise<T> {
  const request = parseCommandLine(argv.map(String), commands)
  if (request.kind === 'help') throw new Error(request.text)
  return (await runAudited(request, {
    ...app.ctx,
    profiles: new Map(profiles.map(p => [p.code, p])),
  })) as T
}
const typing = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
  const keyboard = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value: Readable.from([text]), configurable: true })
  return work().finally(() => Object.defineProperty(process, 'stdin', keyboard))
}
/** Text keys of a refused command: of the sentence and of each field. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return [
        error.words.key,
        ...Object.entries(error.fields).map(
          ([field, words]) => `${field}: ${words.map(w => w.key).join(' ')}`,
        ),
      ]
    },
  )
const file = (name: string, content: string | Buffer) => {
  const path = join(dir, name)
  writeFileSync(path, content)
  return path
}

/** A workbook of 60 kB that unpacks to 60 MB. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(60 * 1_048_576))
  const local = Buffer.alloc(31)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(1, 26)
  const entry = Buffer.alloc(47)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(1_000, 24)
  entry.writeUInt16LE(1, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, entry, end])
}
test('a vehicle is configured parameter by parameter; what is wrong is named, and nothing of it is stored [installation.36, telemetry.15]', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Verdi')
  const { id } = await runCommand(
    'vehicle',
    'create',
    '--customer',
    customer.id,
    '--plate',
    'CF100AA',
    '--type',
    'T',
    '--speed-limit',
    85,
  )
  const configure = (configurations: string) =>
    runCommand('vehicle', 'configure', id, '--configurations', configurations)
  const set = await configure(
    'max_load_kg=12000, fuel_table=0:0;4095:600,tandt_authorized=A1|B2,cmd_on=setdigout 1,{value}',
  )
  const valid = {
    speed_limit_kmh: '85',
    max_load_kg: '12000',
    fuel_table: '0:0;4095:600',
    tandt_authorized: 'A1|B2',
    cmd_on: 'setdigout 1,{value}',
  }
  expect(set.configurations).toEqual(valid)
  expect(await refusal(configure('speed_limit_kmh=900,max_load_kg=1'))).toEqual([
    'api.invalid',
    'configurations: vehicles.wrong.whole',
  ])
  expect(await refusal(configure('colour_of_the_sky=blue'))).toEqual([
    'api.invalid',
    'configurations: vehicles.wrong.unknown',
  ])
  expect(() =>
    parseCommandLine(['vehicle', 'configure', String(id), '--configurations', 'speed'], commands),
  ).toThrow(/--configurations speed is not allowed/)
  expect((await configure('speed_limit_kmh=')).configurations).toEqual({
    ...valid,
    speed_limit_kmh: undefined,
  })
  expect(
    await refusal(
      runCommand('vehicle', 'configure', 2_000_000_000, '--configurations', 'max_load_kg=1'),
    ),
  ).toEqual(['command_line.no_vehicle'])
})
test.each([
  ['max_users=many', 'max_users: validation.whole'],
  ['retention_months=241', 'retention_months: validation.max'],
  ['t_check=yes', 't_check: validation.choice'],
  ['second_factor=always', 'second_factor: validation.choice'],
])('a customer is not configured with %s', async (configurations, fault) => {
  const before = await runCommand<Row[]>('customer', 'list')
  const create = runCommand('customer', 'create', '--name', 'X', '--configurations', configurations)
  expect(await refusal(create)).toEqual(['api.invalid', fault])
  expect(await runCommand('customer', 'list')).toEqual(before)
  const { id } = await runCommand('customer', 'create', '--name', 'Gialli')
  const configure = runCommand('customer', 'configure', id, '--configurations', configurations)
  expect(await refusal(configure)).toEqual(['api.invalid', fault])
})
test('what is wrong with an option is said without names of texts', () => {
  const argv = ['device', 'create', '--identifier', '', '--protocol', 'jt808']
  expect(() => parseCommandLine(argv, commands)).toThrow(
    /--identifier {2}is not allowed \(15 digits, or the name/,
  )
})

test('a customer, its user, vehicle, device, agreement and fleet; the user signs in and sees the vehicle [installation.28]', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Rossi')
  const user = await runCommand(
    'user',
    'create',
    '--customer',
    customer.id,
    '--email',
    'Anna@Rossi.example',
    '--role',
    'edit',
    '--password',
    'Una-buona-1',
  )
  expect(user).toMatchObject({
    name: 'anna',
    email: 'anna@rossi.example',
    role: 'edit',
    language: 'it',
  })
  expect(JSON.stringify(user)).not.toContain('argon2')
  const vehicle = await runCommand(
    'vehicle',
    'create',
    '--customer',
    customer.id,
    '--plate',
    'fr123kl',
    '--type',
    'T',
  )
  expect(vehicle).toMatchObject({ plate: 'FR123KL', vehicle_type: 'T' })
  const device = await runCommand(
    'device',
    'create',
    '--vehicle',
    vehicle.id,
    '--imei',
    '354018110000017',
    '--profile',
    'fmb1xx',
  )
  expect(device).toMatchObject({ vehicle_id: vehicle.id, connected: false })
  const agreement = await runCommand(
    'agreement',
    'create',
    '--vehicle',
    vehicle.id,
    '--customer',
    customer.id,
    '--agreement',
    2,
  )
  expect(agreement).toMatchObject({ agreement_id: 2, code: 'eyegeo', active_to: null })
  const fleet = await runCommand('fleet', 'create', '--customer', customer.id, '--code', 'NORD')
  await runCommand('fleet', 'assign', '--fleet', fleet.id, '--vehicle', vehicle.id)

  const { data } = await app
    .with(null)
    .call(login, { body: { email: 'anna@rossi.example', password: 'Una-buona-1' } })
  const anna = app.with(data.token)
  expect((await anna.call(pins, {})).data).toMatchObject([
    { plate: 'FR123KL', fleet_id: fleet.id, active_agreements: [2] },
  ])

  await runCommand(
    'vehicle',
    'create',
    '--customer',
    customer.id,
    '--plate',
    'FR124KL',
    '--type',
    'V',
  )
  await vi.waitFor(async () => expect((await anna.call(pins, {})).data).toHaveLength(2))
  await runCommand('vehicle', 'remove', vehicle.id)
  await vi.waitFor(async () =>
    expect((await anna.call(pins, {})).data.map(p => p.plate)).toEqual(['FR124KL']),
  )
  expect(await runCommand<Row[]>('vehicle', 'list', '--customer', customer.id)).toHaveLength(1)
  await runCommand('user', 'remove', user.id)
  expect((await anna.call(profile, {})).status).toBe(401)
  await runCommand('agreement', 'remove', agreement.id)
  // The device was removed with its vehicle.
  await expect(runCommand('device', 'remove', device.id)).rejects.toMatchObject({
    code: 'not_found',
  })
  await runCommand('fleet', 'remove', fleet.id)
  await runCommand('customer', 'remove', customer.id)
  for (const noun of ['user', 'vehicle', 'fleet', 'agreement'])
    expect(
      (await runCommand<Row[]>(noun, 'list')).filter(
        r => r.customer_id === customer.id && noun !== 'vehicle',
      ),
    ).toEqual([])
  expect((await runCommand<Row[]>('customer', 'list')).map(c => c.id)).not.toContain(customer.id)
})

describe('refused, with nothing stored', () => {
  test('records that do not exist, values that are taken, passwords that are weak', async () => {
    const customer = await runCommand('customer', 'create', '--name', 'Bianchi')
    const options = ['--customer', customer.id] as const
    const vehicle = await runCommand(
      'vehicle',
      'create',
      ...options,
      '--plate',
      'BB001BB',
      '--type',
      'M',
    )
    await runCommand(
      'user',
      'create',
      ...options,
      '--email',
      'b@bianchi.example',
      '--role',
      'view',
      '--password',
      'Una-buona-1',
    )
    await runCommand(
      'device',
      'create',
      '--vehicle',
      vehicle.id,
      '--imei',
      '354018110000025',
      '--profile',
      'fmx6',
    )
    expect(
      await refusal(
        runCommand('vehicle', 'create', '--customer', 999_999, '--plate', 'X', '--type', 'M'),
      ),
    ).toEqual(['command_line.no_customer'])
    expect(
      await refusal(
        runCommand('vehicle', 'create', ...options, '--plate', 'bb001bb', '--type', 'M'),
      ),
    ).toEqual(['command_line.plate_taken', 'plate: command_line.plate_taken'])
    expect(
      await refusal(
        runCommand(
          'vehicle',
          'create',
          ...options,
          '--plate',
          'BB002BB',
          '--type',
          'M',
          '--subtype',
          'suv',
        ),
      ),
    ).toEqual(['api.invalid', 'subtype: command_line.subtype_of_cars'])
    expect(
      await refusal(
        runCommand(
          'user',
          'create',
          ...options,
          '--email',
          'B@bianchi.example',
          '--role',
          'view',
          '--password',
          'Una-buona-1',
        ),
      ),
    ).toEqual(['api.invalid', 'email: validation.taken'])
    expect(
      await refusal(
        runCommand(
          'user',
          'create',
          ...options,
          '--email',
          'c@bianchi.example',
          '--role',
          'view',
          '--password',
          'debole',
        ),
      ),
    ).toContain('api.invalid')
    expect(
      await refusal(
        runCommand(
          'device',
          'create',
          '--vehicle',
          vehicle.id,
          '--imei',
          '354018110000033',
          '--profile',
          'fmx6',
        ),
      ),
    ).toContain('command_line.vehicle_has_device')
    expect(
      await refusal(
        runCommand(
          'device',
          'create',
          '--vehicle',
          vehicle.id,
          '--imei',
          '354018110000033',
          '--profile',
          'fmb9',
        ),
      ),
    ).toContain('profile: command_line.unknown_profile')
    expect(
      await refusal(
        runCommand('agreement', 'create', '--vehicle', vehicle.id, ...options, '--agreement', 7),
      ),
    ).toEqual(['command_line.unknown_agreement'])
    expect(
      await refusal(
        runCommand(
          'agreement',
          'create',
          '--vehicle',
          vehicle.id,
          ...options,
          '--agreement',
          2,
          '--from',
          '2026-02-01',
          '--to',
          '2026-01-01',
        ),
      ),
    ).toEqual(['command_line.period_turned'])
    expect(
      await refusal(runCommand('customer', 'create', '--name', 'X', '--parent', 999_999)),
    ).toEqual(['command_line.no_customer'])
    for (const [noun, verb] of [
      ['customer', 'remove'],
      ['user', 'remove'],
      ['vehicle', 'remove'],
      ['fleet', 'remove'],
      ['device', 'remove'],
      ['agreement', 'remove'],
      ['mail', 'show'],
    ] as const)
      expect(await refusal(runCommand(noun, verb, 999_999))).toEqual([`command_line.no_${noun}`])
    expect(await runCommand<Row[]>('vehicle', 'list', ...options)).toHaveLength(1)
    expect(await runCommand<Row[]>('user', 'list', ...options)).toHaveLength(1)
  })
})

describe('vehicles from a sheet', () => {
  test('CSV with devices and fleets; XLSX; a wrong row stores none [installation.30]', async () => {
    const customer = await runCommand('customer', 'create', '--name', 'Verdi')
    const options = ['--customer', customer.id] as const
    const fleet = await runCommand('fleet', 'create', ...options, '--code', 'SUD')
    const csv = file(
      'vehicles.csv',
      '\uFEFFplate,type,fleet,imei,profile\ncc001cc,T,sud,354018110000041,fmx6\nCC002CC,V,,,\n',
    )
    expect(await runCommand<Row[]>('vehicle', 'import', csv, ...options)).toMatchObject([
      { plate: 'CC001CC', imei: '354018110000041' },
      { plate: 'CC002CC', imei: null },
    ])
    expect(await runCommand<Row[]>('device', 'list')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ imei: '354018110000041', plate: 'CC001CC' }),
      ]),
    )
    expect(
      (await runCommand<Row[]>('fleet', 'list', ...options)).find(f => f.id === fleet.id),
    ).toMatchObject({
      vehicles: 1,
    })
    const xlsx = file('vehicles.xlsx', Buffer.from(SHEET, 'base64'))
    expect(await runCommand<Row[]>('vehicle', 'import', xlsx, ...options)).toMatchObject([
      { plate: 'XL001AA', vehicle_type: 'V' },
    ])
    const wrong = file('wrong.csv', 'plate,type\nDD001DD,T\nCC001CC,T\nDD002DD,Z\n')
    expect(await refusal(runCommand('vehicle', 'import', wrong, ...options))).toEqual([
      'command_line.rows_wrong',
      'row 3: plate: command_line.plate_taken',
      'row 4: type: validation.choice',
    ])
    expect(
      await refusal(runCommand('vehicle', 'import', join(dir, 'none.csv'), ...options)),
    ).toEqual(['command_line.file_unreadable'])
    expect(await refusal(runCommand('vehicle', 'import', file('x.txt', ''), ...options))).toEqual([
      'command_line.file_kind',
    ])
    expect(
      await refusal(runCommand('vehicle', 'import', file('broken.xlsx', 'no zip'), ...options)),
    ).toEqual(['command_line.file_unreadable'])
    expect(
      await refusal(runCommand('vehicle', 'import', file('empty.xlsx', ''), ...options)),
    ).toEqual(['command_line.file_empty'])
    expect(
      await refusal(runCommand('vehicle', 'import', file('empty.csv', ''), ...options)),
    ).toEqual(['command_line.file_empty'])
    expect(
      await refusal(runCommand('vehicle', 'import', file('bomb.xlsx', bomb()), ...options)),
    ).toEqual(['command_line.file_too_large'])
    expect(await runCommand<Row[]>('vehicle', 'list', ...options)).toHaveLength(3)
  })
})

/** A workbook with one sheet: plate, type, model; XL001AA, V, Fiat Ducato. */
const SHEET =
  'UEsDBBQAAAAIAA0adV1bma6u5QAAAAsCAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbK2RvVLDMBCEX0WjNhOdk4KCsZ0i0AYKXuCQz7HG+hudEszbIzuBggnQUN1Iu3vfalTvJmfFmRKb4Bu5UZXctfXLeyQWRfHcyCHneA/AeiCHrEIkX5Q+JIe5HNMRIuoRjwTbqroDHXwmn9d53iHb+oF6PNksHqdyfaEksizF/mKcWY3EGK3RmIsOZ999o6yvBFWSi4cHE3lVDBJuEmblZ8A191SenUxH4hlTPqArLpgsvIU0voYwqt+X3GgZ+t5o6oI+uRJRHBNhxwNRdlYtUzk0fvU3fzEzLGPzz0W+9n/2gOW72w9QSwMEFAAAAAgADRp1XXQ+DyqUAAAAAwEAAAsAAABfcmVscy8ucmVsc43PPQ7CMAwF4KtEPkDdMjCgpF1YWBEXCMH9UZs4cgKU25ORIgZGPz99lnW3+kU9SNLEwUBT1dC1+kyLzSVI4xSTKo2QDIw5xwNiciN5myqOFMqmZ/E2l1EGjNbNdiDc1fUe5dOAralONwPSgLq8Iv0jc99Pjo7s7p5C/nHgq1FkKwNlA+uCT5b5yjxXBQVsNW7ea99QSwMEFAAAAAgADRp1XcS7oMifAAAA9gAAAA8AAAB4bC93b3JrYm9vay54bWyNjzkOgzAQRa9izQEwpEiBjGnSpMghHBhiC7xoxlnE6WNB6FPN8jXvz1f9xy/ihcQuhg6aqoZeq3ek+R7jLIoYuAObc2ql5MGiN1zFhKEoUyRvchnpITkRmpEtYvaLPNX1WXrjAuyElv5hxGlyA17i8PQY8g4hXEwur7F1iUGrzYF/VQTjsYMbrqsDsa2uYwkBglpXGmpAaiWPG3nE0l9QSwMEFAAAAAgADRp1Xe23n8KYAAAABAEAABoAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc43POw7CMAwG4KtEPkDdMjCgpl1YWCsuEAW3qdo8ZIfX7YkYEJUYmCz/tj7Lbf/wq7oRyxyDhqaqoe/agVaTSyBuTqLKRhANLud0QBTryBupYqJQJmNkb3JpecJk7GImwl1d75G/Ddia6nTRwA2o8zPRP3Icx9nSMdqrp5B/HMB75EUcUS6o4Ymyhk8k+C5NVVTArsXNf90LUEsDBBQAAAAIAA0adV1rgUGkzAAAANABAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sdZHLbsMgEEV/BfEBGexFFxEmcht11V2lKtuRM61ReQkmTfP3IVFktZLZwZ174Aj07tc78UO52BgG2W2U3Bl9jvm7zEQs6jSUQc7MaQtQppk8lk1MFOrkM2aPXLf5C0rKhMc75B30Sj2BRxuk0fdsj4xG53gWud5S0+m2GDspeJA2OBvonXPNbTGaTXLIpIGNhlsA0wN4bgF8SWv9l1bfxyO5/wBUu0WxXxT7xgmHN6W6cVyTbCEfa4at8qtFFvvThBzXPOHPs8LyX+YKUEsBAhQDFAAAAAgADRp1XVuZrq7lAAAACwIAABMAAAAAAAAAAAAAAIABAAAAAFtDb250ZW50X1R5cGVzXS54bWxQSwECFAMUAAAACAANGnVddD4PKpQAAAADAQAACwAAAAAAAAAAAAAAgAEWAQAAX3JlbHMvLnJlbHNQSwECFAMUAAAACAANGnVdxLugyJ8AAAD2AAAADwAAAAAAAAAAAAAAgAHTAQAAeGwvd29ya2Jvb2sueG1sUEsBAhQDFAAAAAgADRp1Xe23n8KYAAAABAEAABoAAAAAAAAAAAAAAIABnwIAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxzUEsBAhQDFAAAAAgADRp1XWuBQaTMAAAA0AEAABgAAAAAAAAAAAAAAIABbwMAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAABQAFAEUBAABxBAAAAAA='

describe('the first password of a user', () => {
  const who = async () =>
    [
      '--customer',
      (await runCommand('customer', 'create', '--name', 'Verdi')).id,
      '--role',
      'view',
    ] as const
  const signIn = (email: string, password: string) =>
    app.with(null).call(login, { body: { email, password } })

  test('is chosen by an invitation link, mailed and printed, when none is given', async () => {
    const user = await runCommand(
      'user',
      'create',
      ...(await who()),
      '--email',
      'invited@verdi.example',
      '--name',
      'Ida Verdi',
    )
    const [, token = '', email = ''] =
      /^http:\/\/localhost\/reset\/([^/]+)\/(.+)$/.exec(String(user.invitation)) ?? []
    const { rows } = await app.ctx.pool.query(
      'select recipient, subject, body from mails where recipient = $1',
      ['invited@verdi.example'],
    )
    expect(rows).toEqual([
      {
        recipient: 'invited@verdi.example',
        subject: 'Il tuo accesso a Flotta',
        body: expect.stringContaining(String(user.invitation)),
      },
    ])
    expect((await signIn('invited@verdi.example', '')).status).toBe(422)
    expect((await signIn('invited@verdi.example', 'null')).status).toBe(401)
    const form = {
      token,
      email: decodeURIComponent(email),
      password: 'Una-buona-1',
      password_confirmation: 'Una-buona-1',
    }
    expect((await app.with(null).call(resetPassword, { body: form })).status).toBe(200)
    expect((await signIn('invited@verdi.example', 'Una-buona-1')).status).toBe(200)
  })
  test('is read from standard input where it is -', async () => {
    const options = await who()
    const user = await typing('Una-buona-2\n', () =>
      runCommand('user', 'create', ...options, '--email', 'typed@verdi.example', '--password', '-'),
    )
    expect(user).not.toHaveProperty('invitation')
    expect((await signIn('typed@verdi.example', 'Una-buona-2')).status).toBe(200)
    expect(
      await refusal(
        typing('debole\n', () =>
          runCommand(
            'user',
            'create',
            ...options,
            '--email',
            'weak@verdi.example',
            '--password',
            '-',
          ),
        ),
      ),
    ).toContain('api.invalid')
  })
})

test('a unit has a code of its own, or its IMEI stands for it [devices.10]', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Codici')
  const vehicle = await runCommand(
    'vehicle',
    'create',
    '--customer',
    customer.id,
    '--plate',
    'UC001UC',
    '--type',
    'V',
  )
  const device = await runCommand(
    'device',
    'create',
    '--vehicle',
    vehicle.id,
    '--imei',
    '354018110000777',
    '--profile',
    'fmx6',
    '--unit-code',
    'EB-1',
  )
  expect(device.unit_code).toBe('EB-1')
  expect(
    (await runCommand('device', 'configure', device.id, '--unit-code', 'EB-2')).unit_code,
  ).toBe('EB-2')
  expect(
    (await runCommand('device', 'configure', device.id, '--unit-code', '')).unit_code,
  ).toBeNull()
  expect(
    await refusal(runCommand('device', 'configure', 2_000_000_000, '--unit-code', 'x')),
  ).toEqual(['command_line.no_device'])
})

test('a device is wired meaning by meaning; a word that its family does not speak is named, and nothing is stored [devices.11, devices.12, telemetry.12, telemetry.13]', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Cavi')
  const vehicle = await runCommand(
    'vehicle',
    'create',
    '--customer',
    customer.id,
    '--plate',
    'WI001WI',
    '--type',
    'V',
  )
  const { id } = await runCommand(
    'device',
    'create',
    '--vehicle',
    vehicle.id,
    '--imei',
    '354018110000785',
    '--profile',
    'fmb1xx',
  )
  const wire = (wiring: string) => runCommand('device', 'wire', id, '--wiring', wiring)
  expect((await wire('door_1=in1, start_blocked=!out2')).wiring).toEqual({
    door_1: 'in1',
    start_blocked: '!out2',
  })
  expect((await wire('door_1=,T1=ble_temp2')).wiring).toEqual({
    start_blocked: '!out2',
    T1: 'ble_temp2',
  })
  expect(await refusal(wire('lock_open=out3,door_2=in9'))).toEqual([
    'api.invalid',
    'wiring: command_line.unknown_word',
  ])
  expect(
    await refusal(runCommand('device', 'wire', 2_000_000_000, '--wiring', 'door_1=in1')),
  ).toEqual(['command_line.no_device'])
  expect(() =>
    parseCommandLine(['device', 'wire', String(id), '--wiring', 'door_1'], commands),
  ).toThrow(/--wiring door_1 is not allowed/)
  expect((await runCommand<Row[]>('device', 'list', '--vehicle', vehicle.id))[0]?.wiring).toEqual({
    start_blocked: '!out2',
    T1: 'ble_temp2',
  })
})

test('what was changed is kept, with who did it and without secrets; nobody edits the trail [installation.32]', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Neri')
  const options = ['--customer', customer.id, '--role', 'view'] as const
  const user = await runCommand(
    'user',
    'create',
    ...options,
    '--email',
    'a@neri.example',
    '--password',
    'Una-buona-1',
  )
  await refusal(
    runCommand(
      'user',
      'create',
      ...options,
      '--email',
      'a@neri.example',
      '--password',
      'Una-buona-2',
    ),
  )
  await runCommand('user', 'remove', user.id)
  await runCommand<Row[]>('user', 'list')
  const trail = await runCommand<Row[]>('audit', 'list', '--limit', 4)
  expect(trail).toMatchObject([
    { command: 'user remove', arguments: { id: user.id }, record_id: user.id, error: null },
    {
      command: 'user create',
      arguments: { email: 'a@neri.example', password: '…' },
      record_id: null,
      error: 'api.invalid',
    },
    {
      command: 'user create',
      arguments: { email: 'a@neri.example', password: '…' },
      record_id: user.id,
      error: null,
    },
    {
      command: 'customer create',
      arguments: { name: 'Neri' },
      record_id: customer.id,
      account: userInfo().username,
      host: hostname(),
    },
  ])
  expect(JSON.stringify(trail)).not.toContain('Una-buona')
  for (const statement of [
    'delete from provider_commands',
    `update provider_commands set account = 'nobody'`,
    'truncate provider_commands',
  ])
    await expect(app.ctx.pool.query(statement)).rejects.toThrow('trail is not changed')
})

test('a change and its line in the trail are committed together, or not at all', async () => {
  const customer = await runCommand('customer', 'create', '--name', 'Bianchi')
  await app.ctx.pool.query(
    `create function no_trail() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  )
  await app.ctx.pool.query(
    'create trigger no_trail before insert on provider_commands for each row execute function no_trail()',
  )
  const options = ['--customer', customer.id, '--role', 'view'] as const
  await expect(
    runCommand(
      'user',
      'create',
      ...options,
      '--email',
      'a@bianchi.example',
      '--password',
      'Una-buona-1',
    ),
  ).rejects.toThrow('the disk is full')
  await app.ctx.pool.query('drop function no_trail cascade')
  expect(
    (await app.ctx.pool.query(`select from users where email = 'a@bianchi.example'`)).rowCount,
  ).toBe(0)
  const user = await runCommand(
    'user',
    'create',
    ...options,
    '--email',
    'a@bianchi.example',
    '--password',
    'Una-buona-1',
  )
  const { rows } = await app.ctx.pool.query(
    `select record_id, error from provider_commands where command = 'user create' and record_id = $1`,
    [user.id],
  )
  expect(rows).toEqual([{ record_id: user.id, error: null }])
})

test('the catalogue of alerts is printed whole, with who sees each and how it can be sent [installation.33, alerts.3, alert-configurations.14]', async () => {
  const rows = await runCommand<Row[]>('alert', 'list')
  expect(rows).toHaveLength(33)
  expect(rows.find(r => r.id === 20)).toMatchObject({
    code: 'service',
    severity: '1 warning',
    agreement_id: 22,
    agreement: 'fridge_service',
    owner: 'eyeservice',
    channels: 'email',
  })
  expect(rows.filter(r => r.channels === 'email, sms').map(r => r.id)).toEqual([2, 7, 36])
})

test('a batch answers each line in turn, and one that is wrong does not end the others [installation.73]', async () => {
  const lines = [
    '["customer", "create", "--name", "Serie"]',
    '',
    'customer list',
    '["customer", "create"]',
    '["customer", "create", "--help"]',
    '["user", "create", "--password", "-"]',
    '["doctor"]',
    '["batch"]',
    '["vehicle", "show", "2000000000"]',
    '["customer", "list"]',
  ]
  const steps = {
    run: (request: ParsedCommand) => runAudited(request, app.ctx),
    explain: async (error: unknown) => (error as Error).message,
  }
  const answers: { readonly result?: unknown; readonly error?: string }[] = []
  for await (const answer of runBatch(
    Readable.from(lines),
    [...commands, doctorCommand, batchCommand],
    steps,
  ))
    answers.push(JSON.parse(answer))
  expect(answers.map(({ error }) => error)).toEqual([
    undefined,
    expect.stringContaining('a line is a JSON array of words'),
    expect.stringContaining('--name is missing'),
    expect.stringContaining('--name NAME'),
    '"-" cannot be used in a batch',
    'doctor runs alone, not in a batch',
    'batch runs alone, not in a batch',
    expect.any(String),
    undefined,
  ])
  expect(answers[0]?.result).toMatchObject({ name: 'Serie' })
  expect(answers.at(-1)?.result).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Serie' })]),
  )
})

test('customers, users, vehicles, devices, agreements, the demo, backup and restore have a noun of the command line [installation.29]', () => {
  const verbsOf = (noun: string) =>
    commands.filter(command => command.noun === noun).map(({ verb }) => verb)
  for (const noun of ['customer', 'user', 'vehicle', 'device', 'agreement'])
    expect([noun, ...verbsOf(noun)]).toEqual(expect.arrayContaining([noun, 'list']))
  expect(verbsOf('demo')).not.toEqual([])
  expect(verbsOf('backup')).toEqual(expect.arrayContaining(['create', 'restore']))
  expect(new Set(commands.map(({ noun }) => noun)).size).toBeGreaterThan(10)
})

test('what the README and the documents tell to type is understood as printed [installation.27]', () => {
  const texts = ['README.md', 'CONTRIBUTING.md', 'docs/adding.md', 'docs/maps.md'].map(name =>
    readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'),
  )
  const typed = (start: string) =>
    texts
      .flatMap(text => [...text.matchAll(new RegExp(`${start} -- ([^\\n\`#]+)`, 'g'))])
      .map(([, words = '']) =>
        [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
      )
  const { scripts } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  )
  expect(scripts.flotta).toBe('node scripts/flotta.mjs')
  const provider = typed('npm run -s flotta')
  expect(provider.length).toBeGreaterThan(8)
  for (const words of provider)
    expect(parseCommandLine(words, [...commands, replayCommand]).kind).toBe('run')
  const simulated = typed('npm run simulate')
  expect(simulated.length).toBeGreaterThan(0)
  for (const words of simulated) expect(readArguments(words, {}).kind).toBe('run')
})
