// Failed calls: the caller receives the problem in its language. A bug of the product is logged with its details and answered without them.
import { STATUS_CODES } from 'node:http'
import type { Failure } from '@flotta/core/contract.ts'
import { FALLBACK_LANGUAGE } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTransient } from '../db.ts'
import type { Context } from '../feature.ts'
import { securityLine } from '../security-log.ts'

export type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** @param headers headers of every answer, also of requests that fail before their route is known */
export function failures(
  ctx: Pick<Context, 'log' | 'say' | 'limits'>,
  headers: Readonly<Record<string, string>>,
): Fail {
  const { log, say } = ctx
  return (error, request, reply) => {
    const problem = problemOf(error, request)
    const language = request.language ?? FALLBACK_LANGUAGE
    const where = {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '',
    }
    if (isBrokenOff(request)) log.debug(where, 'a caller went away before its body was whole')
    else if (problem === null)
      log.error(
        {
          ...where,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        },
        'a request failed',
      )
    else if (problem.code === 'unavailable')
      log.warn(
        { ...where, error: error instanceof Error ? error.message : String(error) },
        'a request was refused for now',
      )
    else if (
      problem.code === 'forbidden' ||
      problem.code === 'too_many' ||
      problem.words.key === 'api.wrong_host'
    )
      securityLine(ctx, 'refused', {
        ...where,
        address: request.ip,
        subject: request.subject ?? null,
        why: problem.words.key,
      })
    const data = {
      ...problem?.data,
      ...Object.fromEntries(
        Object.entries(problem?.fields ?? {}).map(([name, words]) => [
          name,
          words.map(w => say(language, w)),
        ]),
      ),
    }
    const body: Failure = {
      message: say(language, problem?.words ?? { key: 'api.failed' }),
      code: problem?.code ?? 'failed',
      ...(Object.keys(data).length > 0 && { data }),
    }
    const status = problem?.status ?? 500
    const wantsDetails = asksForProblemDetails(request)
    if (problem?.retryAfter !== undefined)
      reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfter))))
    if (problem?.status === 401) reply.header('www-authenticate', 'Bearer')
    reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('content-language', language)
      .type(`${wantsDetails ? PROBLEM_DETAILS : 'application/json'}; charset=utf-8`)
      .send(JSON.stringify(wantsDetails ? problemDetails(body, status, request.id) : body))
  }
}

const PROBLEM_DETAILS = 'application/problem+json'
const asksForProblemDetails = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(PROBLEM_DETAILS) === true
/** The same failure in the form of RFC 9457; `errors` are the faults by field. */
const problemDetails = ({ message, code, data }: Failure, status: number, request: string) => ({
  type: `/api/docs#${code}`,
  title: STATUS_CODES[status] ?? code,
  status,
  detail: message,
  instance: `urn:flotta:request:${request}`,
  code,
  ...(data && { errors: data }),
})

/** The caller disconnected in the middle of its body: nobody reads the answer, and logging each case would let anybody fill the log. */
const isBrokenOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** The problem that an error means for the caller; null: a bug of the product. */
function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('too_large', {
      key: 'api.too_large',
      values: { maximum: Math.floor((request.routeOptions.bodyLimit ?? 0) / 1024) },
    })
  const isClientError = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  if (isClientError && typeof code === 'string' && code.startsWith('FST_'))
    return new Problem('bad_request')
  // An address that leads out of the web app's folder, or to no file.
  if (isClientError && !(request.routeOptions.url ?? '').startsWith('/api/'))
    return new Problem('not_found')
  if (isTransient(error)) return new Problem('unavailable', 'api.unavailable', {}, 2)
  // Two people wrote at the same time; a handler that recognises the conflict reports it more precisely.
  if (code === '23505' || code === '23503') return new Problem('conflict')
  return null
}
