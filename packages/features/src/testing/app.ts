// The whole app for tests of the server, on a database of its own, with factories for people and vehicles, and calls that are typed by the contracts.
import {
  API,
  type CallOf,
  type Endpoint,
  Failure,
  type MetaOf,
  type ReplyOf,
  type Role,
} from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import { listenChanges } from '@flotta/platform/changes.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Tables } from '@flotta/platform/db.ts'
import type { Context, Feature } from '@flotta/platform/feature.ts'
import { type HttpServer, openHttp } from '@flotta/platform/http.ts'
import { lanes } from '@flotta/platform/lanes.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { openLog } from '@flotta/platform/log.ts'
import { startQueue } from '@flotta/platform/queue-runner.ts'
import type { Selectable } from 'kysely'
import { endpoints as allEndpoints, features as allFeatures, schemaNames } from '../features.ts'
import { makeFleet } from '../fleet/fleets/testing.ts'
import { makeVehicle, type Vehicle, type VehicleValues } from '../fleet/vehicles/testing.ts'
import { beginSession } from '../people/auth/sessions.ts'
import { type CustomerValues, makeCustomer } from '../people/customers/testing.ts'
import { makeUser, type User, type UserValues } from '../people/users/testing.ts'
import { loadSay } from '../texts/texts.ts'
import { productDatabase } from './database.ts'
import '../fleet/agreements/tables.ts'
import '../alerts/incidents/tables.ts'
import '../telemetry/registry/tables.ts'
import '../telemetry/pipeline/tables.ts'

export { PASSWORD } from '../people/users/testing.ts'
export type { User, Vehicle }

/** Keys of the tests, so that none is made in the data directory. */
const REGISTER_KEY = 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
const SECRETS_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const NO_QUOTAS = {
  FLOTTA_HTTP_REQUESTS_PER_USER: '1000000',
  FLOTTA_HTTP_REQUESTS_PER_ADDRESS: '1000000',
}

export interface Answer<E extends Endpoint> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The data of a success; reading it from a failure throws. */
  readonly data: ReplyOf<E>
  readonly meta: MetaOf<E>
  /** The error of a failure; reading it from a success throws. */
  readonly failure: Failure
  readonly text: string
}
export interface Caller {
  readonly token: string
  call<E extends Endpoint>(
    endpoint: E,
    args: CallOf<E>,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly language?: Language },
  ): Promise<Answer<E>>
}

export interface TestApp {
  readonly ctx: Context
  readonly server: HttpServer
  /** The test's own clock, epoch ms. */
  readonly clock: { now: number }
  readonly make: Factories
  /** Calls as a signed-in user. */
  as(user: Pick<User, 'id'>): Promise<Caller>
  /** Calls with this token, or none. */
  with(token: string | null): Caller
  close(): Promise<void>
}
export interface Factories {
  customer(values?: CustomerValues): Promise<Selectable<Tables['customers']>>
  user(customer_id: number, role?: Role, values?: UserValues): Promise<User>
  vehicle(customer_id: number, values?: VehicleValues): Promise<Vehicle>
  /** A device that has been mounted on the vehicle for years. */
  device(
    vehicle_id: number,
    values?: { readonly imei?: string; readonly reporting_interval?: number },
  ): Promise<Selectable<Tables['devices']>>
  agreement(
    vehicle_id: number,
    customer_id: number,
    agreement_id: number,
    from?: number,
    to?: number | null,
  ): Promise<void>
  fleet(
    customer_id: number,
    code: string,
    vehicle_ids?: readonly number[],
  ): Promise<Selectable<Tables['fleets']>>
  /** The vehicle's last known state, at the test's clock unless said otherwise. */
  state(vehicle_id: number, values?: Partial<Selectable<Tables['vehicle_state']>>): Promise<void>
  incident(vehicle_id: number, alert_id: number, customer_id?: number | null): Promise<string>
}

/**
 * Opens the app.
 * @param parts only some features and endpoints; default: the whole product
 */
export async function testApp(
  parts: {
    readonly features?: readonly Feature[]
    readonly endpoints?: readonly Endpoint[]
    readonly env?: Readonly<Record<string, string>>
    readonly webDir?: string
    /** Answers heavy calls (`queue-answer.ts`); without it such a call waits for a minute. */
    readonly answers?: true
    /** Families of devices that it knows, by code. */
    readonly profiles?: Context['profiles']
    /** Receives the log from level `info` on. */
    readonly onLog?: (line: Readonly<Record<string, unknown>>) => void
  } = {},
): Promise<TestApp> {
  const database = await productDatabase()
  const clock = { now: Date.now() }
  const { onLog } = parts
  const log = onLog
    ? openLog('info', { destination: { write: line => onLog(JSON.parse(line)) } })
    : openLog(process.env.TEST_LOG_LEVEL ?? 'silent')
  const changes = await listenChanges(database.url, log)
  const say = await loadSay()
  const bus = memoryBus({ log })
  const ctx: Context = {
    // a test's clock stands still, so limits that refill with time would never refill
    config: readConfig({
      FLOTTA_PUBLIC_URL: 'http://localhost',
      FLOTTA_REGISTER_KEY: REGISTER_KEY,
      FLOTTA_SECRETS_KEY: SECRETS_KEY,
      ...NO_QUOTAS,
      ...parts.env,
    }),
    db: database.db,
    pool: database.pool,
    bus,
    changes,
    instance: 'test',
    log,
    // waiting for a limit would take real time
    limits: {
      ...memoryLimits(Date.now),
      ...(({ take, takeNow, untilWhole, give }) => ({ take, takeNow, untilWhole, give }))(
        memoryLimits(() => clock.now),
      ),
    },
    now: () => clock.now,
    say,
    profiles: parts.profiles ?? new Map(),
    demo: null,
    examine: async () => [
      {
        state: 'warn',
        check: { key: 'operation.doctor.check.backup' },
        says: { key: 'operation.doctor.backup_none' },
        do: null,
      },
    ],
  }
  const features = parts.features ?? allFeatures
  const server = await openHttp({
    ctx,
    features,
    endpoints: parts.endpoints ?? allEndpoints,
    schemaNames,
    version: 'test',
    ...(parts.webDir !== undefined && { webDir: parts.webDir }),
  })
  server.ready()
  const stops: (() => Promise<void>)[] = []
  for (const { start } of features) {
    const stop = await start?.api?.(ctx)
    if (stop) stops.unshift(stop)
  }
  if (parts.answers === true) {
    const tasks = features.flatMap(f => f.tasks ?? []).filter(kind => kind.lane === lanes.answers)
    const queue = await startQueue([{ tasks }], ctx)
    stops.unshift(queue.stop)
  }

  const caller = (token: string | null): Caller => ({
    token: token ?? '',
    async call(endpoint, args, { headers = {}, language } = {}) {
      const {
        params = {},
        query = {},
        body,
      } = args as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params[name])),
      )
      const response = await server.app.inject({
        method: endpoint.method,
        url: `${API}${path}`,
        query: Object.fromEntries(
          Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]])),
        ),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(language && { 'accept-language': language }),
          ...headers,
        },
        ...(body !== undefined && { payload: body as object }),
      })
      await server.settled()
      return answerOf(endpoint, response)
    },
  })
  return {
    ctx,
    server,
    clock,
    make: waitForChanges(factories(ctx), ctx),
    with: caller,
    async as(user) {
      const session = await beginSession(ctx.db, user.id, '127.0.0.1', 'test', clock.now)
      return caller(session.token.token)
    },
    async close() {
      for (const stop of stops) await stop()
      await server.close()
      await bus.close()
      await changes.close()
      await database.close()
    },
  }
}

function answerOf<E extends Endpoint>(
  endpoint: E,
  response: { statusCode: number; payload: string; headers: Record<string, unknown> },
): Answer<E> {
  const ok = response.statusCode < 400
  const body = () =>
    (response.payload === '' ? {} : JSON.parse(response.payload)) as {
      data?: unknown
      meta?: unknown
    }
  const description = () =>
    `${endpoint.method} ${endpoint.path} answered ${response.statusCode} ${response.payload.slice(0, 300)}`
  return {
    status: response.statusCode,
    headers: Object.fromEntries(Object.entries(response.headers).map(([k, v]) => [k, String(v)])),
    text: response.payload,
    get data() {
      if (!ok) throw new Error(description())
      return endpoint.reply.parse(body().data ?? null) as ReplyOf<E>
    },
    get meta() {
      if (!ok) throw new Error(description())
      return endpoint.meta?.parse(body().meta) as MetaOf<E>
    },
    get failure() {
      if (ok) throw new Error(description())
      return Failure.parse(body())
    },
  }
}

/**
 * The server learns of a change shortly after it was written, and until then it may return an older answer. So each factory waits until the server has learnt
 * of its change.
 */
function waitForChanges(make: Factories, { changes }: Context): Factories {
  const waiting = Object.entries(make).map(([name, create]) => [
    name,
    async (...values: unknown[]) => {
      const record: unknown = await create(...values)
      await changes.heard()
      return record
    },
  ])
  return Object.fromEntries(waiting)
}
function factories(ctx: Context): Factories {
  const { db } = ctx
  return {
    customer: values => makeCustomer(db, values),
    user: (customer_id, role, values) => makeUser(ctx, customer_id, role, values),
    vehicle: (customer_id, values) => makeVehicle(db, customer_id, { at: ctx.now(), ...values }),
    async device(
      vehicle_id,
      { imei = String(Math.floor(1e14 + Math.random() * 8e14)), reporting_interval } = {},
    ) {
      const device = await db
        .insertInto('devices')
        .values({
          imei,
          protocol: 'teltonika',
          profile: 'fmb1xx',
          unit_code: `U${imei.slice(-5)}`,
          reporting_interval: reporting_interval ?? null,
          wiring: '{}',
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await db
        .insertInto('device_mounts')
        .values({
          device_id: device.id,
          vehicle_id,
          mounted_from: new Date('2020-01-01'),
          mounted_to: null,
        })
        .execute()
      return device
    },
    async agreement(
      vehicle_id,
      customer_id,
      agreement_id,
      from = ctx.now() - 86_400_000,
      to = null,
    ) {
      await db
        .insertInto('vehicle_agreements')
        .values({
          vehicle_id,
          customer_id,
          agreement_id,
          active_from: new Date(from),
          active_to: to === null ? null : new Date(to),
        })
        .execute()
    },
    fleet: (customer_id, code, vehicle_ids) => makeFleet(db, customer_id, code, vehicle_ids),
    async state(vehicle_id, values = {}) {
      const at = new Date(ctx.now())
      const { latest = {}, memory = {}, ...rest } = values
      await db
        .insertInto('vehicle_state')
        .values({
          vehicle_id,
          version: 1,
          message_datetime: at,
          seq: 1,
          gps_datetime: at,
          latitude_e7: 454_642_000,
          longitude_e7: 91_900_000,
          altitude: 120,
          direction: 90,
          speed: 50,
          satellites: 9,
          moving: true,
          ignition: true,
          odometer: 1_234_567,
          updated_at: at,
          ...rest,
          latest: JSON.stringify(latest),
          memory: JSON.stringify(memory),
        })
        .execute()
    },
    async incident(vehicle_id, alert_id, customer_id = null) {
      const at = new Date(ctx.now())
      const id = crypto.randomUUID()
      await db
        .insertInto('incidents')
        .values({
          vehicle_id,
          id,
          alert_id,
          customer_id,
          origin: 'records',
          opened_at: at,
          raised_by: at,
          cleared_by: null,
          closed_at: null,
          closed_as: null,
          late: false,
          data: null,
          gps_datetime: null,
          latitude_e7: null,
          longitude_e7: null,
          updated_at: at,
        })
        .execute()
      return id
    },
  }
}
