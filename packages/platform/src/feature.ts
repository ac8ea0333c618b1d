// The server half of a feature: it handles endpoints, resolves ids, consumes topics and repeats jobs.
import type {
  AnswerOf,
  CallOf,
  Endpoint,
  Failure,
  MetaOf,
  ReplyOf,
  RequestOf,
  Role,
  StepUp,
} from '@flotta/core/contract.ts'
import type { Access } from '@flotta/core/kinds.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Listener } from '@flotta/core/live.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import type { z } from 'zod'
import type { Batching, Bus, Topic } from './bus.ts'
import type { Changes } from './changes.ts'
import type { EventRecords } from './client/client-file.ts'
import type { Config } from './config.ts'
import type { Db, Pool, Tx } from './db.ts'
import type { Finding } from './finding.ts'
import type { Lane } from './lanes.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './log.ts'
import type { Resettable } from './metrics.ts'

/** The services of the back end, passed as an argument to every function that needs them. */
export interface Context {
  readonly config: Config
  readonly db: Db
  readonly pool: Pool
  readonly bus: Bus
  readonly changes: Changes
  /** Name of this process, unique in the installation. */
  readonly instance: string
  readonly log: Logger
  readonly limits: Limits
  /** Epoch ms. */
  now(): number
  /** A text in a language. */
  say(language: Language, words: Words): string
  readonly profiles: ReadonlyMap<string, Profile>
  /**
   * The sign-in of the demonstration company and the e-mail of its printing user; set while the company exists and only this machine can connect.
   * `GET about` shows it to everybody.
   */
  readonly demo: {
    readonly email: string
    readonly password: string
    readonly printing: string
  } | null
  /** The findings of `flotta doctor` about this installation. */
  examine(): Promise<readonly Finding[]>
}

/** The caller, resolved from the token at every request. */
export interface Caller extends Listener {
  /** null: a provider without a company. */
  readonly role: Role | null
  /** Whether the caller carries the mark of a provider. */
  readonly provider: boolean
  /** Time zone of the customer, e.g. `Europe/Rome`, by which its days are counted; without a customer that of the installation. */
  readonly timezone: string
  /** The token belongs to a user directory: it opens the mount of the directory (`Mount.directory`) and no call of the API. */
  readonly directory?: true
  /**
   * Until when the last proof of identity allows calls with `step_up` (`POST step-up`), and when the session last proved a second factor, epoch ms;
   * 0: never.
   */
  readonly step_up_until?: number
  readonly factor_at?: number
}

declare const proof: unique symbol
/** A vehicle that the caller may see; made by `fleet/access/vehicles.ts` only. Queries on time series take nothing else. */
export interface VisibleVehicle extends Access {
  readonly [proof]: 'visible'
  readonly vehicle_id: number
  /** The owner's customer. */
  readonly customer_id: number
}
/** A vehicle that the caller's customer owns. */
export interface OwnVehicle {
  readonly [proof]: 'own'
  readonly vehicle_id: number
  readonly customer_id: number
}
/** A row that the caller may read; `customer_id` is its owner. */
export interface OwnRecord {
  readonly [proof]: 'record'
  readonly id: number
  readonly customer_id: number
}

/** The context of a request besides its parsed parts. */
export interface Call {
  readonly caller: Caller
  readonly language: Language
  /** Client address (behind trusted proxies: the forwarded one). */
  readonly address: string
  readonly ctx: Context
  readonly http: HttpExchange
}
/** A line of the audit trail. `customer_id` null: the company of the user. */
export interface AuditLine {
  readonly user_id: number
  readonly customer_id: number | null
  readonly via: 'session' | 'token' | null
  readonly address: string
  readonly action: string
  /** A kind and an id, `users/12`. */
  readonly subject: string
  /** `PUT /users/:id` */
  readonly call: string
  readonly before: object | null
  readonly after: object | null
}
/** The parts of a line that a handler sets. `user_id`: the user, when the call has no caller. */
export interface AuditDraft {
  user_id?: number
  action?: string
  subject?: string
  before?: object | null
  after?: object | null
  /** No line is written. */
  skip?: boolean
}
/** The parts of HTTP that sign-in and streams need. */
export interface HttpExchange {
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** Whether the call comes from the product's own pages or from no page at all. Calls by cookie must check it. */
  readonly sameOrigin: boolean
  setCookie(
    name: string,
    value: string | null,
    options: {
      readonly maxAge: number
      readonly path: string
      /** The cookie is also sent when another site links here. */
      readonly lax?: true
    },
  ): void
  setHeader(name: string, value: string): void
  /** Names the request headers that the answer depends on, separated by commas. */
  varyBy(names: string): void
  /** The entry of this call in the audit trail, when the handler knows it better than the contract. */
  readonly audit: AuditDraft
  /** Answers 200 instead of 201, because the record exists already. */
  alreadyExists(): void
  /** Aborted when the caller disconnects before the answer. */
  readonly aborted: AbortSignal
  /** Work that the answer does not wait for. It begins after the answer is sent and ends before the server stops. A failure is logged. */
  afterwards(work: () => Promise<void>): void
  /** For endpoints of kind `sse`: takes the response over. */
  stream(): EventStream
}
export interface EventStream {
  /** False once the reader is too slow (its buffer is over the limit): drop and send `resync` later. */
  send(data: string): boolean
  readonly writable: boolean
  onDrain(listener: () => void): void
  onClose(listener: () => void): void
  /** `again`: the server stops but the session continues; the reader reconnects after this many ms. */
  close(again?: number): void
}

type ResolvedScope<E extends Endpoint> = E['scope'] extends { readonly vehicle: 'visible' }
  ? { readonly vehicle: VisibleVehicle }
  : E['scope'] extends { readonly vehicle: 'own' }
    ? { readonly vehicle: OwnVehicle }
    : E['scope'] extends { readonly record: string }
      ? { readonly record: OwnRecord }
      : unknown
/** Endpoints for `anyone` have no caller. */
type CallContext<E extends Endpoint> = E['allow'] extends 'anyone' ? Omit<Call, 'caller'> : Call
export type HandlerRequest<E extends Endpoint> = RequestOf<E> & ResolvedScope<E> & CallContext<E>

/** Examines a call before its input is parsed, and throws the problem that replaces the faults of the input. */
export type Gate = (call: { readonly body: unknown; readonly ctx: Context }) => Promise<void>

export interface EndpointHandler {
  readonly endpoint: Endpoint
  readonly gate?: Gate | undefined
  readonly run: (request: never) => Promise<unknown> | unknown
}
export interface TopicConsumer {
  readonly topic: Topic<never>
  readonly group: string
  readonly batching: Batching
  readonly run: (payloads: readonly never[], ctx: Context) => Promise<void>
}
export interface Job {
  readonly name: string
  /** Seconds between the end of one run and the start of the next. */
  readonly every: number
  /** true: every worker runs it for its own part; otherwise one worker at a time. */
  readonly everywhere?: true
  readonly run: (ctx: Context) => Promise<void>
}
/** Metrics that one query refreshes (`metric-collectors.ts`). */
export interface MetricCollector {
  readonly figures: readonly Resettable[]
  /** Sets the metrics. */
  readonly run: (ctx: Context) => Promise<void>
}
/** A kind of durable work, given by `enqueue` (`queue.ts`) and run by the worker role. */
export interface TaskKind<T> {
  /** Its name in the queue; it never changes after its release. */
  readonly name: string
  /** JSON values only, and no secrets: the provider sees it. */
  readonly payload: z.ZodType<T>
  /** Tries before it counts as failed. The waits between them grow: 3 s, 7 s, 20 s, 55 s, 2 min, 7, 18, 50 min, 2 h, then 6 h. */
  readonly attempts: number
  /** Tasks with the same value run one after another, in whichever process; without it they run in parallel. */
  readonly line?: string
  /** For long and heavy tasks: the lane in which they run, where companies take turns. */
  readonly lane?: Lane
  /** False: tasks of this kind wait (no mail server is set). */
  readonly ready?: (ctx: Pick<Context, 'config'>) => boolean
  /** A task may run again after a crash at any point, so repeating its work must do no harm. */
  run(payload: T, task: RunningTask): Promise<void>
}
export interface RunningTask {
  readonly id: string
  readonly ctx: Context
  /** 1 at the first try. */
  readonly attempt: number
  /** Aborted when the task is cancelled or the process stops. */
  readonly signal: AbortSignal
  /** Reports progress to its readers, at most twice a second; fractions are cut off. */
  progress(done: number, total: number): void
  /** Sets the JSON that `answerOf` (`queue-answer.ts`) returns to the waiting caller. It is stored until it is read. */
  answer(json: string): Promise<void>
}
/** The state that gateways share in the database: the running gateways and the order of sign-ins. */
export interface GatewayBook {
  /** Ascending numbers for sign-ins, larger than all earlier numbers of any gateway. */
  signIns(count: number): Promise<readonly number[]>
  /** Records that this gateway runs with its number of connections, and returns the numbers of the other gateways. The first call closes the connections that its predecessor left open. */
  alive(connections: number): Promise<readonly number[]>
  /** Records that the gateway has ended and closes its open connections. */
  leave(): Promise<void>
}
/** Converts ids to branded values; exactly one feature provides each. `null`: unknown or not visible to the caller (404). */
export interface Resolvers {
  visible_vehicle(id: number, caller: Caller, ctx: Context): Promise<VisibleVehicle | null>
  own_vehicle(id: number, caller: Caller, ctx: Context): Promise<OwnVehicle | null>
  /** The caller with a bearer token; null: unknown or expired. Throws `session_ended` when its session was ended, `locked` when the password has expired. */
  caller(token: string, ctx: Context): Promise<Caller | null>
  /** The caller with a ticket that only allows to enrol a second factor; null: unknown or expired. */
  enrolling(ticket: string, ctx: Context): Promise<Caller | null>
  /** Whether the caller must prove its identity again before a call with `step_up`. */
  must_step_up(step_up: StepUp, caller: Caller, ctx: Context): Promise<boolean>
  /** Adds a line to the audit trail, in the transaction of the change that it records. */
  audit(line: AuditLine, db: Db | Tx, ctx: Context): Promise<void>
  /** Whether a configuration of the caller's company is "1". */
  is_switched_on(parameter: string, caller: Caller, ctx: Context): Promise<boolean>
  /** A device that signs in. A refusal is recorded by the resolver. */
  device(identifier: string, from: Origin, ctx: Context): Promise<Identification>
  gateways(ctx: Context): GatewayBook
}
/** Where a device signs in from. */
export interface Origin {
  readonly protocol: string
  readonly address: string
  /** SHA-256 of the device's TLS certificate, lower-case hexadecimal; null: it has none. */
  readonly certificate: string | null
  /** The password that the device sent when it signed in. */
  readonly password?: string | undefined
}
/**
 * `refused`: the device is unknown, or connects from another network or without its certificate. `wrong_password`: the device is known and sent a
 * wrong password or none. `ignored`: the same after too many refusals; the device receives an acceptance and its data is dropped.
 */
export type Identification = DeviceIdentity | 'refused' | 'wrong_password' | 'ignored'
/** A record that the caller may read, by its id; null: unknown or not visible to the caller (404). */
export type RecordResolver = (id: number, caller: Caller, ctx: Context) => Promise<OwnRecord | null>
export interface DeviceIdentity {
  readonly device_id: number
  readonly vehicle_id: number | null
  /** Code of its family. */
  readonly profile?: string
  /** The time zone of its clock when it differs from the factory setting; null: the factory setting. */
  readonly time_zone?: string | null
  /** The device waits for an acknowledgement that is optional in its protocol. */
  readonly wants_ack?: boolean
}
/** An external service or file that a setting names. Without it the product works in part. */
export interface Provider {
  /** The name of its check in `/readyz`. */
  readonly name: string
  readonly setting: string
  /** Rejects with the fault, in a message without secrets. */
  readonly check: () => Promise<unknown>
}
/** An address outside of the API that redirects a browser: `run` returns the target. Its path has an `:id`. */
export interface Way {
  readonly path: `/${string}`
  readonly run: (visit: WayVisit) => Promise<string>
  /** The page that shows a failure. */
  readonly back: string
}
/**
 * An address outside of the API to which another server posts a form: the answer is 200 without a body, or 400 with the code of the refusal. Its path
 * has an `:id`.
 */
export interface PostedForm {
  readonly path: `/${string}`
  readonly run: (visit: FormVisit) => Promise<void>
}
export interface FormVisit {
  readonly id: string
  readonly form: URLSearchParams
  readonly ctx: Context
}
/**
 * A page of the web app that people without a sign-in open by a secret address. Its status says whether the address is valid, and search engines do
 * not list it. Its path has an `:id`.
 */
export interface SecretPage {
  readonly path: `/${string}`
  /** Throws the problem that gives the page its status. */
  readonly check: (id: string, ctx: Context) => Promise<unknown>
}
export interface WayVisit {
  readonly id: string
  readonly query: URLSearchParams
  readonly address: string
  readonly ctx: Context
  readonly http: HttpExchange
}
/** An address outside of the API that serves a foreign protocol to programs, with a bearer token. */
export interface Mount {
  /** `/*` at the end includes all addresses below. */
  readonly path: `/${string}`
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** Largest body in bytes, where 64 kB are too few. */
  readonly body_limit?: number
  /** Only for the token of a user directory, which opens no other mount. */
  readonly directory?: true
  readonly run: (visit: MountVisit) => Promise<MountAnswer>
  /** Formats a refusal as the protocol requires. */
  readonly refusal: (refusal: MountRefusal) => MountAnswer
}
export interface MountRefusal {
  readonly status: number
  readonly code: string
  /** In the caller's language. */
  readonly message: string
}
export interface MountAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
export interface MountVisit {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly caller: Caller
  readonly address: string
  readonly language: Language
  readonly ctx: Context
  /** Calls the API as the visitor would: with the same checks, limits and lines in the audit trail. Throws `CallRefused`. */
  call<E extends Endpoint>(
    endpoint: E,
    args: CallOf<E>,
  ): Promise<{ readonly data: ReplyOf<E>; readonly meta: MetaOf<E> }>
  /** Adds a line to the audit trail in the visitor's name. */
  audit(line: Pick<AuditLine, 'action' | 'subject' | 'before' | 'after'>, db?: Tx): Promise<void>
}
/** A refused call of the API, with its answer. */
export class CallRefused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  constructor(status: number, { message, code, data = {} }: Failure) {
    super(message)
    this.status = status
    this.code = code
    this.fields = data
  }
}

export interface Feature {
  readonly handlers?: readonly EndpointHandler[]
  readonly ways?: readonly Way[]
  readonly posted_forms?: readonly PostedForm[]
  /** Types of events that other systems receive, each with the component of the API document that describes its data (null: no component). */
  readonly events?: EventRecords
  readonly mounts?: readonly Mount[]
  readonly pages?: readonly SecretPage[]
  readonly resolvers?: Partial<Resolvers>
  /** The owners of records for endpoints with the scope `{ record }`, by that name; exactly one feature provides each. */
  readonly records?: Readonly<Record<string, RecordResolver>>
  readonly consumers?: readonly TopicConsumer[]
  /** Run by the worker role. */
  readonly jobs?: readonly Job[]
  /** Metrics that the worker role queries when somebody asks for them. */
  readonly collectors?: readonly MetricCollector[]
  /** External services that the settings name. The api and worker roles and the doctor check them. */
  readonly providers?: (config: Config) => readonly Provider[]
  /** Origins besides the product's own (`https://host`) that the web app may call now; the content security policy of its page names them. */
  readonly pageOrigins?: (ctx: Context) => Promise<readonly string[]>
  /** Its kinds of durable tasks; the worker role runs them. */
  readonly tasks?: readonly TaskKind<unknown>[]
  /** Functions that start with the role, in order. Each returns a function that stops it. */
  readonly start?: Partial<
    Record<'api' | 'gateway' | 'worker', (ctx: Context) => Promise<(() => Promise<void>) | void>>
  >
}

export const handle = <const E extends Endpoint>(
  endpoint: E,
  run: (request: HandlerRequest<E>) => Promise<AnswerOf<E>> | AnswerOf<E>,
  gate?: Gate,
): EndpointHandler => ({
  endpoint,
  gate,
  run,
})
export const consume = <T>(
  topic: Topic<T>,
  group: string,
  batching: Batching,
  run: (payloads: readonly T[], ctx: Context) => Promise<void>,
): TopicConsumer => ({ topic, group, batching, run }) as unknown as TopicConsumer
export const every = (
  name: string,
  seconds: number,
  run: (ctx: Context) => Promise<void>,
): Job => ({ name, every: seconds, run })
export const everywhere = (
  name: string,
  seconds: number,
  run: (ctx: Context) => Promise<void>,
): Job => ({ name, every: seconds, everywhere: true, run })
export const metricCollector = (
  figures: readonly Resettable[],
  run: (ctx: Context) => Promise<void>,
): MetricCollector => ({
  figures,
  run,
})
export const taskKind = <T>(kind: TaskKind<T>): TaskKind<T> => kind
export const feature = (f: Feature): Feature => f
