// Calls of the contract from a screen: `query` for reading, `mutation` for changing, `call` for anything else.
import {
  API,
  type CallOf,
  type Endpoint,
  Failure,
  type MetaOf,
  type ReplyOf,
} from '@flotta/core/contract.ts'
import { problemStatus } from '@flotta/core/problem.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { learnClock } from './clock.ts'
import { interruption } from './interruption.ts'
import { endOf, session } from './session.ts'
import { currentLanguage, say } from './texts.ts'
import { afterOtherCalls, countedCall } from './turns.ts'
import { keyOf, noteAnswer, writeOf } from './unanswered-writes.ts'

/** The result of a call: the data, or data and meta when the endpoint declares meta. */
export type Result<E extends Endpoint> = E extends { readonly meta: z.ZodType }
  ? { readonly data: ReplyOf<E>; readonly meta: MetaOf<E> }
  : ReplyOf<E>

/** A call that failed. `status` 0: the server was not reached. `message` and `fields` are in the reader's language. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Seconds after which another attempt makes sense (429, 503). */
  readonly retryAfter: number | null
  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, readonly string[]>> = {},
    retryAfter: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
interface CachedAnswer {
  readonly etag: string
  readonly value: unknown
}

/** Development and tests check every answer against the contract; production trusts the server. */
const CHECKED = import.meta.env?.DEV === true
const CACHED_MAX = 60
/** The last answer per address and language of endpoints with an ETag: a 304 gives the same object again. */
const cachedAnswers = new Map<string, CachedAnswer>()
session.subscribe(() => {
  if (!session.snapshot().signedIn) cachedAnswers.clear()
})

/** The address of a call below the origin, e.g. `/api/v1/vehicles/3?per_page=50`; absent values are left out. */
export function addressOf(e: Endpoint, args: unknown): string {
  const { params = {}, query: search = {} } = (args ?? {}) as Parts
  const path = e.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) words.set(name, String(value))
  return `${API}${path}${words.size > 0 ? `?${words}` : ''}`
}

/**
 * Sends one request with the session's token; on a 401 once more after an exchange of the cookie, or after a sign-in over the page, for which the calls of the
 * page wait (navigation.82). Rejects with `ApiError` 0 when the server is not reached.
 */
export async function send(
  e: Endpoint,
  args: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const { body } = (args ?? {}) as Parts
  const write = writeOf(e, addressOf(e, args), body)
  const key = write === null ? {} : { 'idempotency-key': keyOf(write) }
  const isOfPage = e.allow !== 'anyone'
  const once = async (): Promise<Response> => {
    if (isOfPage) await interruption.over()
    const token = !isOfPage ? session.held() : await session.token()
    return fetch(addressOf(e, args), {
      method: e.method,
      credentials: 'same-origin',
      headers: {
        'accept-language': currentLanguage(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...key,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }
  try {
    let response = await once()
    learnClock(response.headers.get('date'))
    if (response.status === 401 && isOfPage && ((await session.renew()) || (await isBack())))
      response = await once()
    if (write !== null) noteAnswer(write, response.status)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'offline', say('api.offline'))
  }
}

/** Whether somebody signed in over the page. */
async function isBack(): Promise<boolean> {
  if (interruption.snapshot() === null) return false
  await interruption.over()
  return session.snapshot().signedIn
}

/** Reads with the token of a session that has just begun, while the calls of the page still wait. */
export async function readNow<E extends Endpoint>(e: E, args: CallOf<E>): Promise<Result<E>> {
  const response = await fetch(addressOf(e, args), {
    headers: { 'accept-language': currentLanguage(), authorization: `Bearer ${session.held()}` },
  })
  if (!response.ok) throw await failure(e, response)
  return unwrap(e, await response.json()) as Result<E>
}

/** The body of a failure; what stands between server and browser, such as a proxy, answers with less of it or with none. */
const FailureBody = Failure.partial()

/** The text for a failure without a message, by its status (general.90). */
function textOf(status: number, retryAfter: number | null): string {
  if (status === 429 && retryAfter !== null) return say('api.wait', { count: retryAfter })
  const code = Object.entries(problemStatus).find(([, known]) => known === status)?.[0]
  // The text of what is too large names a limit that our own server alone knows.
  if (code !== undefined && code !== 'too_large') return say(`api.${code}`)
  return say(status < 500 ? 'api.bad_request' : 'api.failed')
}

async function failure(e: Endpoint, response: Response): Promise<ApiError> {
  const body = FailureBody.safeParse(await response.json().catch(() => null)).data ?? {}
  const seconds = Number(response.headers.get('retry-after'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
  const code = body.code ?? `http_${response.status}`
  const message = body.message || textOf(response.status, retryAfter)
  // Sign-in answers 401 to wrong credentials and 423 to expired passwords. Every other call that answers these ends the session.
  if (e.allow !== 'anyone' && (response.status === 401 || response.status === 423))
    session.end(endOf(response.status, code))
  return new ApiError(response.status, code, message, body.data ?? {}, retryAfter)
}

/** Asks the user for a fresh proof of identity; true: it was given. Set by the application. */
let askProof: (() => Promise<boolean>) | null = null
export const onStepUp = (ask: () => Promise<boolean>): void => {
  askProof = ask
}
/** A form with a field for the password asks for it itself. */
const wantsProof = ({ code, fields }: ApiError): boolean =>
  code === 'step_up_required' && fields.password === undefined

/** Calls an endpoint; rejects with `ApiError`. */
export const call = async <E extends Endpoint>(
  e: E,
  args: CallOf<E>,
  signal?: AbortSignal,
): Promise<Result<E>> => (await countedCall(callWithEtag(e, args, {}, signal))).value

/** An answer with its ETag: a later write sends it as `if-match`, and is refused when another person was quicker. */
export interface AnswerWithEtag<T> {
  readonly value: T
  readonly etag: string | null
}
/** Like `call`, with an ETag in the request's headers and in the result. */
export async function callWithEtag<E extends Endpoint>(
  e: E,
  args: CallOf<E>,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<AnswerWithEtag<Result<E>>> {
  const key =
    e.etag === true && e.method === 'GET' ? `${currentLanguage()} ${addressOf(e, args)}` : null
  const last = key === null ? undefined : cachedAnswers.get(key)
  const response = await send(
    e,
    args,
    { ...headers, ...(last !== undefined && { 'if-none-match': last.etag }) },
    signal,
  )
  if (response.status === 304 && last !== undefined)
    return { value: last.value as Result<E>, etag: last.etag }
  if (!response.ok) {
    const refusal = await failure(e, response)
    if (wantsProof(refusal) && (await askProof?.()) === true)
      return callWithEtag(e, args, headers, signal)
    throw refusal
  }
  const value = unwrap(e, response.status === 204 ? null : await response.json())
  const etag = response.headers.get('etag')
  if (key !== null && etag !== null) {
    cachedAnswers.delete(key)
    cachedAnswers.set(key, { etag, value })
    for (const oldest of cachedAnswers.keys()) {
      if (cachedAnswers.size <= CACHED_MAX) break
      cachedAnswers.delete(oldest)
    }
  }
  return { value: value as Result<E>, etag }
}

/** The result of a `file` endpoint. Rejects with `ApiError`. */
export const callFile = async <E extends Endpoint>(
  e: E,
  args: CallOf<E>,
  signal?: AbortSignal,
): Promise<Blob> => (await callNamed(e, args, signal)).file

/** The same with the file name that the server gives; null: there is none. */
export async function callNamed<E extends Endpoint>(
  e: E,
  args: CallOf<E>,
  signal?: AbortSignal,
): Promise<{ readonly file: Blob; readonly name: string | null }> {
  const response = await send(e, args, {}, signal)
  if (!response.ok) throw await failure(e, response)
  return {
    file: await response.blob(),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null,
  }
}

function unwrap(e: Endpoint, body: unknown): unknown {
  const { data = null, meta } = (body ?? {}) as { data?: unknown; meta?: unknown }
  if (CHECKED) z.object({ data: e.reply, ...(e.meta && { meta: e.meta }) }).parse({ data, meta })
  return e.meta === undefined ? data : { data, meta }
}

/** For `useQuery`: `query(fleets.all, {})`. The key is `[path, args]`, so `queryKey: [endpoint.path]` invalidates every call of it. */
export const query = <E extends Endpoint>(e: E, args: CallOf<E>) =>
  queryOptions<Result<E>, Error>({
    queryKey: [e.path, args],
    queryFn: ({ signal }) => call(e, args, signal),
  })

/** The same for data that the screen does not show at first, such as the vehicles of a picker: it is loaded after everything else. */
export const laterQuery = <E extends Endpoint>(e: E, args: CallOf<E>) =>
  queryOptions<Result<E>, Error>({
    ...query(e, args),
    queryFn: async ({ signal }) => {
      await afterOtherCalls()
      return call(e, args, signal)
    },
  })

/** For `useMutation`: `useMutation({ ...mutation(auth.changePassword), onSuccess })`. */
export const mutation = <E extends Endpoint>(e: E) => ({
  mutationFn: (args: CallOf<E>): Promise<Result<E>> => call(e, args),
})

/** The message of any error, in the reader's language. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : say('api.failed')
