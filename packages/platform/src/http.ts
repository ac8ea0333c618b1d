// The api role's front door: features' endpoints under /api/v1, the web app beside them, health, and the OpenAPI document.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import type { Endpoint, Failure } from '@flotta/core/contract.ts'
import { acceptLanguage, FALLBACK_LANGUAGE } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { isTransient } from './db.ts'
import type { Context, EventStream, Feature, Resolvers } from './feature.ts'
import { docsPage } from './http/docs.ts'
import { mount } from './http/endpoint.ts'
import { helmetOptions, hostAllowed } from './http/safety.ts'
import { serveWeb } from './http/web.ts'
import { openApi } from './openapi.ts'

/** One request's body at most, bytes. */
const BODY_LIMIT = 1_048_576
const REQUEST_TIMEOUT_MS = 30_000
/** Running calls and streams have this long to end when the server stops. */
const CLOSE_MS = 5_000

export interface HttpOptions {
  readonly ctx: Context
  readonly features: readonly Feature[]
  /** Every endpoint that any contract declares: each must be handled, exactly once. */
  readonly endpoints: readonly Endpoint[]
  /** Directory of the built web app; without it only the API is served. */
  readonly webDir?: string
  readonly version: string
}
export interface HttpServer {
  readonly app: FastifyInstance
  /** Listens on FLOTTA_HOST; resolves with the port. Answers 503 until `ready`. */
  listen(port?: number): Promise<number>
  /** Migrations are done and the features run: from now on calls are answered. */
  ready(): void
  /** Refuses new calls with 503, ends streams, lets running calls finish, closes. */
  close(): Promise<void>
}

/** Throws when an endpoint is handled twice or not at all, or a resolver is missing or given twice: such a server must not start. */
export async function openHttp({ ctx, features, endpoints, webDir, version }: HttpOptions): Promise<HttpServer> {
  const { config, log } = ctx
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  const streams = new Set<EventStream>()
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    trustProxy: config.FLOTTA_TRUSTED_PROXIES.length > 0 ? config.FLOTTA_TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomBytes(6).toString('base64url'),
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  })

  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(error)
    const language = request.language ?? FALLBACK_LANGUAGE
    if (problem === null) log.error({ request: request.id, method: request.method, route: request.routeOptions.url, error: stackOf(error) }, 'a request failed')
    else if (problem.code === 'unavailable')
      log.warn({ request: request.id, route: request.routeOptions.url, error: messageOf(error) }, 'a request was refused for now')
    const status = problem?.status ?? (error instanceof Problem ? error.status : 500)
    const fields = Object.entries(problem?.fields ?? {})
    const body: Failure = {
      message: ctx.say(language, problem?.words ?? { key: 'api.failed' }),
      code: problem?.code ?? 'failed',
      ...(fields.length > 0 && { data: Object.fromEntries(fields.map(([name, words]) => [name, words.map(w => ctx.say(language, w))])) }),
    }
    if (problem?.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfter))))
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body))
  }
  app.setErrorHandler(fail)

  app.decorateRequest('language', FALLBACK_LANGUAGE)
  app.decorateRequest('mayHoldNul', false)
  const knownHost = hostAllowed(config)
  const health = new Set(['/healthz', '/readyz'])
  app.addHook('onRequest', async (request, reply) => {
    request.language = acceptLanguage(request.headers['accept-language'])
    request.mayHoldNul = request.url.includes('%00')
    reply.header('x-request-id', request.id)
    if (!knownHost(request.hostname) && !health.has(request.url))
      throw new Problem('bad_request', { key: 'api.wrong_host', values: { host: config.publicUrl } })
    if (state !== 'ready' && request.url.startsWith('/api/')) throw new Problem('unavailable', 'api.unavailable', {}, 2)
  })
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      { request: request.id, method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined)
    if (text.includes('\\u0000')) request.mayHoldNul = true
    try {
      done(null, JSON.parse(text, harmless))
    } catch {
      done(new Problem('bad_request', 'api.not_json'), undefined)
    }
  })
  app.addContentTypeParser('*', (_request, _payload, done) => done(new Problem('bad_request', 'api.not_json'), undefined))

  await app.register(helmet, helmetOptions(config))
  await app.register(cookie)
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  })

  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await ctx.pool.query('select 1').then(
      () => true,
      () => false,
    )
    const ready = state === 'ready' && database
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : state === 'ready' ? 'waiting' : state, database })
  })

  const resolvers = gather(features)
  for (const handler of assigned(features, endpoints)) mount(app, handler, { ctx, resolvers, streams })

  const document = openApi(endpoints, { title: 'Flotta', version }, `${config.publicUrl}/api/v1`)
  const documentText = JSON.stringify(document)
  app.get('/api/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(documentText),
  )
  const page = docsPage(document)
  app.get('/api/docs', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page))

  if (webDir === undefined) app.setNotFoundHandler((request, reply) => fail(new Problem('not_found'), request, reply))
  else await serveWeb(app, webDir)
  await app.ready()

  return {
    app,
    async listen(port = config.FLOTTA_HTTP_PORT) {
      await app.listen({ port, host: config.FLOTTA_HOST })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    ready() {
      state = 'ready'
    },
    async close() {
      state = 'stopping'
      for (const stream of streams) stream.close()
      // a reader that never reads must not hold the end up
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
      await app.close()
      clearTimeout(late)
    },
  }
}

/** A key that would reach an object's prototype is dropped. */
const harmless = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** What an error means for the caller; null: a bug of ours, told as 500 without its inside. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('bad_request', 'api.too_large')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && typeof code === 'string' && code.startsWith('FST_'))
    return new Problem('bad_request')
  if (isTransient(error)) return new Problem('unavailable', 'api.unavailable', {}, 2)
  // two people at once: a handler that can tell says it better
  if (code === '23505' || code === '23503') return new Problem('conflict')
  return null
}

/** One resolver of each kind from all features. */
function gather(features: readonly Feature[]): Resolvers {
  const found = new Map<string, unknown>()
  for (const { resolvers = {} } of features)
    for (const [name, resolve] of Object.entries(resolvers)) {
      if (found.has(name)) throw new Error(`two features resolve ${name}`)
      found.set(name, resolve)
    }
  for (const name of ['visible_vehicle', 'own_vehicle', 'own_record', 'caller'] as const) if (!found.has(name)) throw new Error(`no feature resolves ${name}`)
  return Object.fromEntries(found) as unknown as Resolvers
}

const nameOf = (e: Endpoint): string => `${e.method} ${e.path}`

/** All handlers, once it is sure that they and the contracts' endpoints are the same set. */
function assigned(features: readonly Feature[], endpoints: readonly Endpoint[]) {
  const handlers = features.flatMap(f => f.handlers ?? [])
  const seen = new Set<string>()
  for (const { endpoint } of handlers) {
    if (seen.has(nameOf(endpoint))) throw new Error(`${nameOf(endpoint)} is handled twice`)
    if (typeof endpoint.scope === 'object' && !endpoint.path.includes('/:id')) throw new Error(`${nameOf(endpoint)} has a scope but no :id`)
    seen.add(nameOf(endpoint))
  }
  const declared = new Set(endpoints.map(nameOf))
  if (declared.size < endpoints.length) throw new Error('two endpoints have the same method and path')
  for (const name of declared) if (!seen.has(name)) throw new Error(`${name} is in a contract but nobody handles it`)
  for (const name of seen) if (!declared.has(name)) throw new Error(`${name} is handled but in no contract`)
  return handlers
}
