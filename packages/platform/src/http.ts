// The api role's front door: features' endpoints under /api/v1, the web app beside them, health, and the OpenAPI document.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { API, BODY_LIMIT, type Endpoint } from '@flotta/core/contract.ts'
import { acceptLanguage, FALLBACK_LANGUAGE } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import fastify, { type FastifyInstance } from 'fastify'
import type { Context, EventStream, Feature } from './feature.ts'
import { healthOf } from './health.ts'
import { docsPage } from './http/docs.ts'
import { mount } from './http/endpoint.ts'
import { failures } from './http/failures.ts'
import { readJson } from './http/input.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { openQuotas } from './http/quotas.ts'
import { refuseSockets, statusOf } from './http/raw.ts'
import { assigned, gather, recordsOf } from './http/routing.ts'
import { hostAllowed, safetyHeaders } from './http/safety.ts'
import { serveWeb } from './http/web.ts'
import { openApi } from './openapi.ts'

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
  /** Resolves when the work that answers left behind is done. */
  settled(): Promise<void>
  /** Refuses new calls with 503, ends streams, lets running calls finish, closes. */
  close(): Promise<void>
}

/** Throws when an endpoint is handled twice or not at all, or a resolver is missing or given twice: such a server must not start. */
export async function openHttp({ ctx, features, endpoints, webDir, version }: HttpOptions): Promise<HttpServer> {
  const { config, log } = ctx
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  const streams = new Set<EventStream>()
  const afterwards = new Set<Promise<void>>()
  const headers = safetyHeaders(config)
  const fail = failures(ctx, headers)
  const refuse = refuseSockets(ctx, headers)
  const quotas = openQuotas(ctx)
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    trustProxy: config.FLOTTA_TRUSTED_PROXIES.length > 0 ? config.FLOTTA_TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => randomBytes(6).toString('base64url'),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: fail,
    clientErrorHandler: (error, socket) => refuse(socket, statusOf(error)),
  })

  app.setErrorHandler(fail)

  app.decorateRequest('language', FALLBACK_LANGUAGE)
  app.decorateRequest('subject', null)
  if (config.publicUrl.startsWith('https:') && config.FLOTTA_TRUSTED_PROXIES.length === 0)
    log.warn('FLOTTA_PUBLIC_URL is https, which a proxy serves: name it in FLOTTA_TRUSTED_PROXIES, else everybody behind it counts as one address')

  const knownHost = hostAllowed(config)
  const health = new Set(['/healthz', '/readyz'])
  app.addHook('onRequest', async (request, reply) => {
    request.language = acceptLanguage(request.headers['accept-language'])
    reply.headers(headers).header('x-request-id', request.id)
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

  readJson(app)
  await app.register(cookie)
  app.addHook('onRequest', request => (health.has(request.url) ? Promise.resolve() : quotas.admit(request)))
  quotas.watch(app.server, socket => refuse(socket, 429))
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  })

  const refuseOthers = refuseOtherMethods(app)
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await healthOf(ctx).stores()
    const ready = state === 'ready' && database
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : state === 'ready' ? 'waiting' : state, database })
  })

  const [resolvers, records] = [gather(features), recordsOf(features, endpoints)]
  for (const handler of assigned(features, endpoints)) mount(app, handler, { ctx, resolvers, records, streams, quotas, afterwards })

  const document = openApi(endpoints, { title: 'Flotta', version }, `${config.publicUrl}${API}`)
  const documentText = JSON.stringify(document)
  app.get(`${API}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(documentText),
  )
  const page = docsPage(document)
  app.get('/api/docs', async (_request, reply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page))

  if (webDir === undefined) app.setNotFoundHandler((request, reply) => fail(new Problem('not_found'), request, reply))
  else await serveWeb(app, webDir)
  refuseOthers()
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
    async settled() {
      await Promise.all(afterwards)
    },
    async close() {
      state = 'stopping'
      for (const stream of streams) stream.close()
      // a reader that never reads must not hold the end up
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
      await app.close()
      clearTimeout(late)
      await Promise.all(afterwards)
    },
  }
}
