// The contract: an endpoint is a value. The server handles it, the client calls it, tests enumerate it and OpenAPI describes it.
import { z } from 'zod'
import type { JsonWriter } from './json-writer.ts'
import { DAY } from './time.ts'
import { addDays } from './zones.ts'

/** The roles of users: `control` includes `edit`, which includes `view`. `printing` is separate. */
export const Role = z.enum(['view', 'edit', 'control', 'printing'])
export type Role = z.infer<typeof Role>

/**
 * Who may call an endpoint. `person`: anybody who is signed in, except the printing user of a kiosk. `provider`: users with the mark of a provider,
 * whatever their role in a company.
 */
export type Allow = Role | 'anyone' | 'signed_in' | 'person' | 'provider'

const rank = { view: 1, edit: 2, control: 3 } as const
/**
 * Whether a signed-in user of `role` (null: without a company) may call an endpoint with `allow`. The server refuses calls by it, and the screens
 * hide buttons by it.
 */
export function mayCall(allow: Allow, role: Role | null, isProvider = false): boolean {
  if (allow === 'anyone' || allow === 'signed_in') return true
  if (allow === 'person') return role !== 'printing'
  if (allow === 'provider') return isProvider
  if (role === null) return false
  if (allow === 'printing' || role === 'printing') return allow === role
  return rank[role] >= rank[allow]
}
/** The lesser of two roles; null when one of them is `printing` or null. */
export function lesserRole(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return null
  if (a === 'printing' || b === 'printing') return a === b ? a : null
  return rank[a] <= rank[b] ? a : b
}

/**
 * What the ids of an endpoint mean, resolved in one place (`platform/http.ts`) before the handler runs.
 * - `none`: no record of anybody is touched (login, catalogues, public documents)
 * - `user`: only the caller's own account
 * - `customer`: rows of the caller's customer; the handler filters by `caller.customer_id`
 * - `visible_vehicle`: `params.id` is a vehicle that the caller may see; with `agreements`, one of them must be active now
 * - `own_vehicle`: `params.id` is a vehicle that the caller's customer owns
 * - `record`: `params.id` is a record that the caller may read, as the feature that owns them says
 * - `installation`: rows of every company, for providers alone
 */
export type Scope =
  | 'none'
  | 'user'
  | 'customer'
  | 'installation'
  | { readonly vehicle: 'visible'; readonly agreements?: readonly number[] }
  | { readonly vehicle: 'own' }
  | { readonly record: string }

/** Path prefix of every endpoint. */
export const API = '/api/v1'
/** The one call that the session itself makes: the cookie for a fresh token. */
export const SESSION_PATH = '/session'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`; parameters as `:id`. */
  readonly path: `/${string}`
  /** One English sentence for the OpenAPI document. */
  readonly summary: string
  readonly allow: Allow
  readonly scope: Scope
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Largest body in bytes, where 64 kB are too few. */
  readonly body_limit?: number
  /** The body's `data`. */
  readonly reply: z.ZodType
  /** The body's `meta`; a handler of an endpoint with `meta` returns `{ data, meta }`. */
  readonly meta?: z.ZodType
  readonly status?: 200 | 201 | 202 | 204
  /** Only companies with this switch on (a configuration that is "1") have the method; the others are answered 405. */
  readonly switch?: string
  /** A `POST` that only reads. */
  readonly reads_only?: true
  /**
   * A call with large consequences: users who have a second factor, or must have one, have to prove who they are within the last 10 minutes (`POST
   * step-up`), otherwise the answer is 403 `step_up_required`. `factor`: a second factor that was proved within 10 minutes is enough. `command`: the
   * call acts on a vehicle or its device, and every user of a company that asks for it has to prove it. Calls with API tokens need no proof. Every
   * write of a provider needs one without saying so here (`stepUpOf`).
   */
  readonly step_up?: StepUp
  /** The entry of the audit trail besides writes and refusals: `export` when data is handed out; `false`: no entry, because nothing is written. */
  readonly audit?: 'export' | false
  /** The body contains a secret, so the audit trail leaves it out. */
  readonly secret_body?: true
  /** The endpoint may also be called with the ticket of a sign-in whose user must enrol a second factor first. */
  readonly enrolment?: true
  /** The request headers that the endpoint uses, for the OpenAPI document. */
  readonly heeds?: readonly ('If-Match' | 'Idempotency-Key')[]
  /** Media types that `Accept` may ask for beside JSON. */
  readonly other_forms?: readonly string[]
  /** Lists answer with an ETag and 304. */
  readonly etag?: boolean
  /**
   * `sse`: the handler takes over the response and streams server-sent events; `reply` documents one event. `file`: the answer is the bytes of a
   * file, and `reply` is `FileReply`.
   */
  readonly kind?: 'json' | 'sse' | 'file'
}

/** Largest body in bytes, unless the endpoint sets another limit. */
export const BODY_LIMIT = 65_536
export type StepUp = true | 'factor' | 'command'

export const endpoint = <const E extends Endpoint>(e: E): E => e

/** Which fresh proof of identity a call needs. Every write of a provider needs one, because it may reach every company (auth.110). */
export const stepUpOf = ({ step_up, allow, method, reads_only }: Endpoint) =>
  step_up ?? (allow === 'provider' && method !== 'GET' && reads_only !== true ? true : undefined)

type Part<E, K extends string, V> = E extends { readonly [P in K]: z.ZodType }
  ? { readonly [P in K]: V }
  : unknown
type In<T> = T extends z.ZodType ? z.input<T> : never
type Out<T> = T extends z.ZodType ? z.output<T> : never

/** The input of a caller, before defaults and coercion. */
export type CallOf<E extends Endpoint> = Part<E, 'params', In<E['params']>> &
  Part<E, 'query', In<E['query']>> &
  Part<E, 'body', In<E['body']>>
/** The parsed input of a handler. */
export type RequestOf<E extends Endpoint> = Part<E, 'params', Out<E['params']>> &
  Part<E, 'query', Out<E['query']>> &
  Part<E, 'body', Out<E['body']>>
/** The `data` of the answer. */
export type ReplyOf<E extends Endpoint> = Out<E['reply']>
export type MetaOf<E extends Endpoint> = E extends { readonly meta: z.ZodType }
  ? Out<E['meta']>
  : undefined
/** An answer that was serialized once for many readers, because it is large. `write` must keep to the schema of the reply. */
export class SerializedReply<T> {
  readonly json: string
  declare readonly of: T
  constructor(value: T, write: (value: T) => string = JSON.stringify) {
    this.json = write(value)
  }
}
/** An answer that was serialized elsewhere by the schema of its reply. */
export const serializedReply = <T>(json: string): SerializedReply<T> =>
  new SerializedReply<T>(undefined as T, () => json)
/** An answer for one reader whose JSON is written as bytes, because it is large. `write` must keep to the schema of the reply. */
export class WrittenReply<T> {
  readonly write: (out: JsonWriter) => void
  declare readonly of: T
  constructor(write: (out: JsonWriter) => void) {
    this.write = write
  }
}
/** An answer that many readers get as one object, which must not be changed: it is serialized and compressed once for all of them. */
export class SharedReply<A> {
  readonly answer: A
  constructor(answer: A) {
    this.answer = answer
  }
}
/** The answer in another form than JSON, which the caller asked for by `Accept`. */
export class OtherForm {
  readonly file: FileReply | FileStream
  constructor(file: FileReply | FileStream) {
    this.file = file
  }
}
type PageOf<E extends Endpoint> = {
  readonly data: In<E['reply']>
  readonly meta: E extends { readonly meta: z.ZodType } ? Out<E['meta']> : never
}
/** The result of a handler. */
export type AnswerOf<E extends Endpoint> = E extends { readonly meta: z.ZodType }
  ? PageOf<E> | SharedReply<PageOf<E>> | OtherForm
  : In<E['reply']> | SerializedReply<In<E['reply']>> | WrittenReply<In<E['reply']>>

/** The result of the handler of a `file` endpoint. `max_age` is in seconds, 0: not cached. `status` belongs to a page that explains why there is no file. */
export const FileReply = z.object({
  type: z.string(),
  bytes: z.instanceof(Uint8Array),
  max_age: z.int(),
  status: z.literal(404).optional(),
})
export type FileReply = z.infer<typeof FileReply>
/** The same for a file that is streamed. */
export const FileStream = FileReply.omit({ bytes: true }).extend({
  stream: z.custom<AsyncIterable<Uint8Array>>(
    value => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  ),
})
export type FileStream = z.infer<typeof FileStream>

/** The body of every failed call. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  data: z.record(z.string(), z.array(z.string())).optional(),
})
export type Failure = z.infer<typeof Failure>

export const Id = z.coerce.number<number>().int().positive().max(2_147_483_647)
export const ById = z.object({ id: Id })
/** ISO 8601. Any offset is accepted; moments are stored and answered in UTC with `Z`. */
export const Instant = z.iso
  .datetime({ offset: true })
  .overwrite(time =>
    time.endsWith('Z') || Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString(),
  )
/** A day without a time, `2026-11-22`. */
export const Day = z.iso.date().refine(day => day >= '1900-01-01', 'validation.date')
/** Characters that PostgreSQL cannot store in a text: NUL, and a lone surrogate of UTF-16 (`"\ud800"`). */
export const UNSTORABLE = /[\0\p{Surrogate}]/u
/** Free text of a form: trimmed, limited in length, and storable. */
export const text = (max = 200) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(s => !UNSTORABLE.test(s), 'validation.nul')
export const requiredText = (max = 200) => text(max).min(1)

export const Email = z
  // An empty field is missing; it is not reported as a wrong address.
  .email({
    error: issue =>
      typeof issue.input === 'string' && issue.input.trim() === ''
        ? 'validation.required'
        : undefined,
  })
  .max(254)
  .transform(s => s.toLowerCase())

/** A phone number in any notation; it is stored as E.164. */
export const PhoneNumber = text(30).regex(/^\+?[\d\s()./-]+$/, 'validation.phone')

/** Paging of every list. */
const PageNumber = z.coerce.number<number>().int().min(1).max(1_000_000)
const PageSize = z.coerce.number<number>().int().min(1).max(100)
export const Page = z.object({ page: PageNumber.default(1), per_page: PageSize.default(20) })
/** The paging of a list that is returned whole when the query names no page. */
export const PageOrAll = z.object({ page: PageNumber.optional(), per_page: PageSize.optional() })
export const PageMeta = z.object({
  current_page: z.int(),
  total_pages: z.int(),
  per_page: z.int(),
  total: z.int(),
})
export type PageMeta = z.infer<typeof PageMeta>
export const pageMeta = (page: { page: number; per_page: number }, total: number): PageMeta => ({
  current_page: page.page,
  per_page: page.per_page,
  total,
  total_pages: Math.max(1, Math.ceil(total / page.per_page)),
})
/** The requested page of the rows, or all rows as one page. */
export function pageOrAll<T>(
  rows: readonly T[],
  query: z.output<typeof PageOrAll>,
): { readonly data: T[]; readonly meta: PageMeta } {
  const { length } = rows
  const isAll = query.page === undefined && query.per_page === undefined
  const place = isAll ? { page: 1, per_page: Math.max(1, length) } : Page.parse(query)
  const { page, per_page } = place
  return {
    data: rows.slice((page - 1) * per_page, page * per_page),
    meta: pageMeta(place, length),
  }
}

/** Longest period of a history in one call, in days of the customer's time zone. October has an additional hour. */
export const HISTORY_MAX_DAYS = 31
/** Two hours: no zone changes its clocks by more. The server knows the zone and checks exactly (`exceedsHistoryLimit`). */
export const CLOCK_CHANGE = 7_200_000
const HISTORY_MAX = HISTORY_MAX_DAYS * DAY + CLOCK_CHANGE
// Both tests are false for missing and invalid times, which are reported as faults of their own.
const isReversed = (from: string, to: string): boolean => Date.parse(from) > Date.parse(to)
const isTooLong = (from: string, to: string, longest: number): boolean =>
  Date.parse(to) - Date.parse(from) > longest

interface LongestPeriod {
  /** Longest period, ms. */
  readonly longest: number
  /** The limit in words, for the API document. */
  readonly described: string
  /** Text key of the refusal of a longer period. */
  readonly error: string
}
/** A period that is neither reversed nor longer than what the endpoint reads at once. */
export const limitedPeriod = ({ longest, described, error }: LongestPeriod) =>
  z
    .object({ period_from: Instant, period_to: Instant.describe(described) })
    .refine(p => !isReversed(p.period_from, p.period_to), {
      path: ['period_to'],
      error: 'validation.before_start',
    })
    .refine(p => !isTooLong(p.period_from, p.period_to, longest), { path: ['period_to'], error })
export const Period = limitedPeriod({
  longest: HISTORY_MAX,
  described: `at most ${HISTORY_MAX_DAYS} days after period_from`,
  error: 'validation.too_long',
})

/** Begin and end of a query's period, epoch ms. */
export const periodRange = ({
  period_from,
  period_to,
}: {
  readonly period_from: string
  readonly period_to: string
}) => [Date.parse(period_from), Date.parse(period_to)] as const

/** A query writes null as an empty text or as the word `null`. */
const emptyToUndefined = (value: unknown): unknown =>
  value === '' || value === 'null' || value === null ? undefined : value
/** An optional number in the query of a list. An empty text means no filter, not 0. */
export const optionalFilter = <T extends z.ZodType<number, number>>(type: T) =>
  z
    .preprocess(
      (value: number | null | undefined) => emptyToUndefined(value),
      z.coerce.number<number>().pipe(type).optional(),
    )
    .optional()
/** An optional period; without it the whole history is returned. */
export const PeriodIfAny = z
  .object({
    period_from: z.preprocess(emptyToUndefined, Instant.optional()),
    period_to: z.preprocess(emptyToUndefined, Instant.optional()),
  })
  .refine(p => !isReversed(p.period_from ?? '', p.period_to ?? ''), {
    path: ['period_to'],
    error: 'validation.before_start',
  })
  .refine(p => !isTooLong(p.period_from ?? '', p.period_to ?? '', HISTORY_MAX), {
    path: ['period_to'],
    error: 'validation.too_long',
  })
/** A period of a chart with about `points` values for each kind of reading, with all extremes and gaps. */
export const chartPeriod = (points = 2_000) =>
  Period.safeExtend({
    points: z.coerce.number<number>().int().min(100).max(10_000).default(points),
  })
/** Whether a query has the period of a history; it is recognised by the schema of its end. */
export const hasPeriod = (query: z.ZodObject | undefined): boolean =>
  query?.shape.period_to === Period.shape.period_to
/** Whether a period is longer than 31 days by the clocks of `zone`. */
export function exceedsHistoryLimit(
  { period_from, period_to }: z.output<typeof Period>,
  zone: string,
): boolean {
  const from = Date.parse(period_from)
  return (
    Date.parse(period_to) >
    Math.max(from + HISTORY_MAX_DAYS * DAY, addDays(from, HISTORY_MAX_DAYS, zone))
  )
}
