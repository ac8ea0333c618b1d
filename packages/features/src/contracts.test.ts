// Fields, numbers, codes and calls that the specification names, to the letter.
import { type Endpoint, Role } from '@flotta/core/contract.ts'
import { languages } from '@flotta/core/languages.ts'
import { palette, severityColor } from '@flotta/core/palette.ts'
import { problemStatus } from '@flotta/core/problem.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ActiveAlert, AlertDefinition } from './alerts/incidents/contract.ts'
import { endpoints } from './features.ts'
import { ActiveAgreement, agreements } from './fleet/agreements/contract.ts'
import { Driver } from './fleet/drivers/contract.ts'
import { contractedKmTerm, OwnershipType, Rent } from './fleet/rents/contract.ts'
import {
  connectionStatus,
  setLogInterval,
  setTireOwnership,
  Vehicle,
} from './fleet/vehicles/contract.ts'
import { Pin } from './map/global-map/contract.ts'
import { Customer } from './people/customers/contract.ts'
import { Notification } from './people/notifications/contract.ts'
import { User } from './people/users/contract.ts'
import { Report, ReportType } from './reports/reports/contract.ts'
import { rhythms } from './reports/schedules/rules.ts'
import { Command } from './services/commands/contract.ts'
import { services } from './services/services.ts'
import { Position } from './telemetry/trips/contract.ts'
import type { TextTree } from './texts/text-tree.ts'
import { loadTexts } from './texts/texts.ts'

/** The record in the answer of a list that can be searched. Rows of a board are filtered by several fleets at once. */
const listedRecord = (e: Endpoint): z.ZodObject | null =>
  e.query?.shape.search !== undefined &&
  !e.path.startsWith('/services/') &&
  e.reply instanceof z.ZodArray &&
  e.reply.element instanceof z.ZodObject
    ? e.reply.element
    : null
test('lists carry an ETag, whether in pages or whole, and so do counts and the records of a vehicle [api.70]', () => {
  const lists = endpoints.filter(
    e =>
      (e.meta instanceof z.ZodObject && 'total_pages' in e.meta.shape) ||
      e.path.endsWith('/all') ||
      /\/(statistics|authorized_drivers|type_activities\/:id\/vehicle|eyeshare\/:id)$/.test(
        e.path,
      ) ||
      (e.method === 'GET' &&
        /\/(factors|providers|private_trips|keys|backups|visits\/:id\/vehicles)$/.test(e.path)),
  )
  expect(lists.length).toBeGreaterThan(70)
  expect(lists.filter(({ etag }) => etag !== true).map(({ path }) => path)).toEqual([])
})
test('lists are filtered by vehicle, fleet, driver and activity where their records have them [api.54]', () => {
  const lists = endpoints.flatMap(e => {
    const record = listedRecord(e)
    return record === null ? [] : [{ ...e, record }]
  })
  expect(lists.length).toBeGreaterThan(20)
  const without = lists.flatMap(({ path, query, record }) =>
    ['fleet_id', 'vehicle_id', 'driver_id', 'active']
      .filter(field => field in record.shape && !(field in (query?.shape ?? {})))
      .map(field => `${path} ${field}`),
  )
  expect(without).toEqual([])
})

const WORDS = /[\w.]+/g
/** `pivot.vehicle_id` for a field of an object within the record. */
const fieldsOf = (record: z.ZodObject, before = ''): string[] =>
  Object.entries(record.shape).flatMap(([name, type]) => [
    `${before}${name}`,
    ...(type instanceof z.ZodObject ? fieldsOf(type, `${before}${name}.`) : []),
  ])
test.each<[string, z.ZodObject, string]>([
  [
    'a vehicle [vehicles.1]',
    Vehicle,
    `id, plate, serial, model, color, vehicle_type, vehicle_subtype, unit_code, fleet_id, status, km_offset, log_interval, ownership_type,
    tire_ownership, axles_number, configurations, rent, tire_rent, driver_activities, active_agreements, alerts`,
  ],
  [
    'an agreement of a vehicle [vehicles.57]',
    ActiveAgreement,
    'agreement_id, customer_id, code, active_from, active_to',
  ],
  [
    'a rent [rents.2]',
    Rent,
    `vehicle_id, rent_start, rent_end, initial_km_contract, initial_km_period, contracted_km, contracted_km_term, renter_name`,
  ],
  [
    'a driver [drivers.1]',
    Driver,
    'id, name, surname, license, license_expiration_date, ibutton_id, phone_number, email, note, active',
  ],
  ['a user [users.7]', User, 'id, name, email, role, customer_id, max_users'],
  [
    'a customer [customers.3]',
    Customer,
    'name, vat_id, address, city, zip_code, region, email, phone, configurations',
  ],
  [
    'a pin [map.4]',
    Pin,
    `id, vehicle_id, plate, serial, model, color, vehicle_type, vehicle_subtype, fleet_id, status, latitude, longitude,
    message_datetime, gps_datetime, direction, moving, driver, unit_code`,
  ],
  [
    'a position [eyegeo.4]',
    Position,
    'id, latitude, longitude, altitude, km, direction, speed, moving, message_datetime',
  ],
  [
    'a command [commands.5]',
    Command,
    'id, message_datetime, status, user, action, command, command_data',
  ],
  ['a report [reports.2]', Report, 'id, period_from, period_to'],
  [
    'an active alert [alerts.13]',
    ActiveAlert,
    'alert_id, customer_id, created_at, pivot.vehicle_id',
  ],
  ['an alert [alerts.4]', AlertDefinition, 'id, name, description, severity, agreement_id'],
  [
    'a notification [notifications.1]',
    Notification,
    'id, type, read_at, data.message, data.datetime, data.url',
  ],
])('the fields of %s', (_, record, names) =>
  expect(fieldsOf(record)).toEqual(expect.arrayContaining(names.match(WORDS) ?? [])),
)

const accepted = (type: z.ZodType, values: readonly unknown[]) =>
  values.filter(value => type.safeParse(value).success)
/** A field of the form that creates a record. */
function formField(path: string | undefined, field = ''): z.ZodType {
  const body = endpoints.find(e => e.method === 'POST' && e.path === path)?.body
  return (body instanceof z.ZodObject ? body.shape[field] : undefined) ?? z.never()
}
const numbers = [-1, 0, 1, 2, 3, 4, 900, 1800, 2700, 3600, 5400]
test.each<[string, z.ZodType, readonly unknown[], readonly unknown[]]>([
  ['0 event, 1 warning or 2 alarm [alerts.4]', AlertDefinition.shape.severity, numbers, [0, 1, 2]],
  [
    'user, report, other [notifications.1]',
    Notification.shape.type,
    ['user', 'report', 'other', 'alert', ''],
    ['user', 'report', 'other'],
  ],
  [
    'the logging interval of a vehicle [vehicles.47]',
    setLogInterval.body.shape.value,
    numbers,
    [900, 1800, 2700, 3600],
  ],
  ['the term of contracted kilometres', Rent.shape.contracted_km_term, numbers, [0, 1, 2]],
  [
    'the ownership of tyres [vehicles.51]',
    setTireOwnership.body.shape.tire_ownership,
    numbers,
    [0, 1],
  ],
  ...[
    ['/drivers', 'license_expiration_date'],
    ['/type_activities', 'date'],
    ['/vehicle_rents', 'rent_start'],
    ['/vehicle_rents', 'rent_end'],
  ].map(([path, field]): [string, z.ZodType, readonly unknown[], readonly unknown[]] => [
    'a day without a time is YYYY-MM-DD [api.59]',
    formField(path, field),
    ['2026-11-27', '27/11/2026', '2026-11-27T00:00:00Z', '2026-1-2', 20_261_127],
    ['2026-11-27'],
  ]),
])('%s', (_, type, values, expected) => expect(accepted(type, values)).toEqual(expected))

const textAt = (texts: TextTree, key: string) =>
  key
    .split('.')
    .reduce<TextTree | string | undefined>(
      (tree, word) => (typeof tree === 'object' ? tree[word] : undefined),
      texts,
    )
test('a vehicle is owned, rented or leased [vehicles.49]', async () => {
  expect(accepted(OwnershipType, numbers)).toEqual([0, 1, 2])
  expect(textAt(await loadTexts('en'), 'vehicles.ownership_type')).toEqual({
    0: 'Owned',
    1: 'Rental',
    2: 'Leasing',
  })
})
test('a vehicle type is named in the reader’s language [general.33]', async () => {
  expect(textAt(await loadTexts('it'), 'vehicles.type')).toEqual({
    M: 'Motrice',
    P: 'Transpallet',
    R: 'Rimorchio',
    S: 'Semirimorchio',
    V: 'Van',
    T: 'Trattore/Motrice',
    C: 'Centinato',
    U: 'Autovettura',
  })
  for (const language of languages)
    expect(Object.keys(textAt(await loadTexts(language), 'vehicles.type') ?? {}).length).toBe(8)
})

test.each<[string, unknown, unknown]>([
  ['the roles [users.8]', Role.options, ['view', 'edit', 'control', 'printing']],
  [
    'the codes of failures [api.9]',
    Object.keys(problemStatus).sort(),
    `bad_request conflict forbidden gone invalid link_expired link_used locked method_not_allowed not_found
    second_factor second_factor_enrol session_ended step_up_required too_large too_many unauthorized unavailable`.match(
      WORDS,
    ),
  ],
  [
    'the connection status [vehicles.2]',
    connectionStatus,
    { standby: 0, connected: 1, disconnected: 2 },
  ],
  ['the rhythms of a schedule [schedules.2]', rhythms, ['day', 'week', 'month']],
  [
    'the types of reports [reports.1]',
    [...ReportType.options].sort(),
    'custom drivers eyefuel eyegeo eyeway ignition_events ignition_trips master stays tandt tco temp'.split(
      ' ',
    ),
  ],
  [
    'the terms of contracted kilometres [rents.3, eyecar.22]',
    contractedKmTerm,
    { none: 0, yearly: 1, monthly: 2 },
  ],
  [
    'the colours of states [general.35]',
    palette,
    {
      red: '#D32929',
      blue: '#2e51bb',
      green: '#13B176',
      yellow: '#FBC500',
      orange: '#F78B00',
      white: '#FFFFFF',
      black: '#000000',
    },
  ],
  [
    'severity 0 is blue, 1 yellow and 2 red [map.44, alerts.116]',
    severityColor,
    { 0: palette.blue, 1: palette.yellow, 2: palette.red },
  ],
  [
    'the catalogue of agreements [agreements.1, services.1]',
    agreements,
    {
      2: 'eyegeo',
      3: 'eyecold',
      4: 'eyedoor',
      5: 'eyefuel',
      8: 'eyeway',
      16: 'eyecontrol',
      17: 'fridge',
      21: 'recorder',
      22: 'fridge_service',
      23: 'fgas',
      24: 'tandt',
      25: 'reverse_geocoding',
      27: 'eyepower',
      28: 'maintenance',
      29: 'expenses',
      30: 'rent',
      31: 'eyesafe_ignition',
      32: 'eyesafe_lock',
      101: 'crono',
      102: 'eyecar',
      103: 'carbontax',
      104: 'eyeshare',
      105: 'directions',
      106: 'eyeservice',
    },
  ],
])('%s', (_, value, expected) => expect(value).toEqual(expected))

test('a vehicle has one tab for each service, in a fixed order [map.72, services.2]', () =>
  expect(services.map(({ code }) => code)).toEqual(
    'system eyegeo eyesafe eyecold eyedoor crono eyefuel eyepower eyeway eyecar eyeservice carbontax eyecontrol eyeshare tandt directions'.split(
      ' ',
    ),
  ))
test.each<[string, string, string]>([
  ['position [map.59]', 'eyegeo', 'speed_limit hub_enter hub_exit poi_enter poi_exit'],
  [
    'refrigeration [map.60]',
    'eyecold',
    'cooling_system_off temperature_out_of_range setpoint_out_of_range local_unit_override cooling_system_alarm cooling_door_open',
  ],
  ['doors [map.61]', 'eyedoor', 'door_open door_siren door_locking'],
  ['fuel [map.62]', 'eyefuel', 'cap_open fuel_alarm fuel_running_low'],
  ['tyres [map.63]', 'eyeway', 'brake tyres overload'],
  ['sharing [map.64]', 'eyeshare', 'sub_agreement_ends'],
  ['maintenance [map.65]', 'eyeservice', 'service fgas recorder maintenance'],
  ['track and trace [map.66]', 'tandt', 'tandt_locked tandt_unlocked tandt_unauthorized'],
])('the features of %s', (_, code, features) =>
  expect(services.find(service => service.code === code)?.features).toEqual([
    'active',
    ...features.split(' '),
  ]),
)

const callsAt = (path: string) =>
  endpoints.filter(e => e.path === path).map(({ method }) => `${method} ${path}`)
test.each<[string, string]>([
  ['users [users.1]', 'users'],
  ['customers [customers.1]', 'customers'],
  ['rents [rents.1]', 'vehicle_rents tire_rents'],
  ['types of costs [costs.6]', 'types'],
  ['planned trips [planner.2]', 'trips'],
  [
    'the generic pattern [api.29, api.30]',
    'fleets hubs pois drivers types type_activities users customers vehicle_rents tire_rents reports agreements',
  ],
])('the six calls of %s', (_, names) => {
  for (const name of names.split(' '))
    expect([`/${name}`, `/${name}/all`, `/${name}/:id`].flatMap(callsAt).sort()).toEqual(
      expect.arrayContaining([
        `DELETE /${name}/:id`,
        `GET /${name}`,
        `GET /${name}/:id`,
        `GET /${name}/all`,
        `POST /${name}`,
        `PUT /${name}/:id`,
      ]),
    )
})
test('vehicles are read and changed by all, and made and removed by the provider or a company that serves itself [api.34]', () => {
  const calls = endpoints.filter(e => /^(\/provider)?\/vehicles(\/all|\/:id)?$/.test(e.path))
  expect(calls.map(e => [`${e.method} ${e.path}`, e.allow, e.switch !== undefined]).sort()).toEqual(
    [
      ['DELETE /provider/vehicles/:id', 'provider', false],
      ['DELETE /vehicles/:id', 'edit', true],
      ['GET /provider/vehicles', 'provider', false],
      ['GET /provider/vehicles/:id', 'provider', false],
      ['GET /provider/vehicles/all', 'provider', false],
      ['GET /vehicles', 'view', false],
      ['GET /vehicles/:id', 'view', false],
      ['GET /vehicles/all', 'view', false],
      ['POST /provider/vehicles', 'provider', false],
      ['POST /vehicles', 'edit', true],
      ['PUT /provider/vehicles/:id', 'provider', false],
      ['PUT /vehicles/:id', 'edit', false],
    ],
  )
})
test('the data of a service, its history and its commands stand at addresses of one form [api.76]', () => {
  const below = endpoints.filter(({ path }) => path.startsWith('/services/'))
  const callsOf = (pattern: RegExp) =>
    below.flatMap(e => {
      const code = pattern.exec(`${e.method} ${e.path}`)?.[1]
      return code === undefined ? [] : [code]
    })
  const all = services.map(({ code }) => code)
  expect(callsOf(/^GET \/services\/(\w+)$/).sort()).toEqual([...all].sort())
  expect(callsOf(/^GET \/services\/(\w+)\/:id$/).sort()).toEqual([...all].sort())
  const histories = below.filter(({ path }) => path.endsWith('/history'))
  expect(callsOf(/^GET \/services\/(\w+)\/:id\/history$/)).toHaveLength(histories.length)
  expect(histories.length).toBeGreaterThan(8)
  for (const { path, query } of histories)
    expect([path, ...Object.keys(query?.shape ?? {})]).toEqual(
      expect.arrayContaining([path, 'period_from', 'period_to']),
    )
  const commands = below.filter(({ allow }) => allow === 'control')
  expect(commands.map(({ path }) => path.split('/')[2])).toEqual(
    expect.arrayContaining(['eyecold', 'eyesafe']),
  )
  expect(
    commands.filter(e => !/^PUT \/services\/\w+\/:id\/\w+$/.test(`${e.method} ${e.path}`)),
  ).toEqual([])
})
test('the histories of a vehicle are not paged [api.51]', () => {
  const histories = endpoints.filter(({ path }) => /\/:id\/(\w+_)?history$/.test(path))
  expect(histories.length).toBeGreaterThan(12)
  expect(
    histories.filter(
      ({ query, meta }) =>
        meta !== undefined || 'page' in (query?.shape ?? {}) || 'per_page' in (query?.shape ?? {}),
    ),
  ).toEqual([])
})
/** What readers may write: marks, and their own records. */
const OWN_WRITES = `PUT /notifications/:id, PUT /notifications/markall, PUT /reports/:id, PUT /reports/markall,
  PUT /profile, POST /change-password, POST /tokens, DELETE /tokens/:id, DELETE /sessions, DELETE /sessions/:id,
  POST /calendar, DELETE /calendar, POST /views, PUT /views/:id, DELETE /views/:id,
  POST /factors/totp, PUT /factors/totp, POST /factors/passkeys, POST /factors/passkeys/options, POST /factors/recovery-codes,
  DELETE /factors/:id, POST /step-up, POST /step-up/providers/:id`
const writesOf = (...roles: readonly Endpoint['allow'][]) =>
  endpoints
    .filter(e => e.method !== 'GET' && e.reads_only !== true && roles.includes(e.allow))
    .map(({ method, path }) => `${method} ${path}`)
test('the role view may only write marks and what belongs to the person [access.29]', () =>
  expect(writesOf('view', 'signed_in', 'person').sort()).toEqual(
    OWN_WRITES.split(',')
      .map(call => call.trim())
      .sort(),
  ))
test('every endpoint declares who may call it [access.26]', () =>
  expect([...new Set(endpoints.map(({ allow }) => allow))].sort()).toEqual(
    'anyone control edit person printing provider signed_in view'.split(' '),
  ))
test('reports, commands and imports accept an idempotency key [api.71]', () => {
  const calls = endpoints.filter(
    ({ method, path, allow }) =>
      (method === 'POST' && /^\/reports$|\/(import|bulk)$/.test(path)) ||
      (method === 'PUT' && /^\/vehicles\/:id\/report$/.test(path)) ||
      (method === 'PUT' && path.startsWith('/services/') && allow === 'control'),
  )
  expect(calls.length).toBeGreaterThan(15)
  expect(calls.filter(({ heeds }) => !heeds?.includes('Idempotency-Key'))).toEqual([])
})
test('the dashboard is only read [api.32]', () =>
  expect(endpoints.filter(e => /^\/dashboard\b/.test(e.path) && e.method !== 'GET')).toEqual([]))
test('the carbon tax has no history [carbontax.13]', () =>
  expect(endpoints.filter(e => /carbontax.*history/.test(e.path))).toEqual([]))
test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
  [
    'starter and lock [eyesafe.13]',
    'eyesafe',
    { start_unlock: [], start_lock: [], start_reset: [], door_unlock: [] },
  ],
  [
    'the refrigeration unit [eyecold.28]',
    'eyecold',
    { setpoint: ['compartment', 'value'], on: [], off: [], mode: ['mode'] },
  ],
])('the commands to %s', (_, service, expected) => {
  const prefix = `/services/${service}/:id/`
  const commands = endpoints.filter(e => e.method === 'PUT' && e.path.startsWith(prefix))
  expect(
    Object.fromEntries(
      commands.map(({ path, body }) => [
        path.slice(prefix.length),
        body instanceof z.ZodObject ? Object.keys(body.shape) : [],
      ]),
    ),
  ).toMatchObject(expected)
})
