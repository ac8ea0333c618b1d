// The HTTP server of the api role: the server itself (`http/app.ts`), the hooks of every request (`http/request-hooks.ts`), the endpoints of features under /api/v1 (`http/endpoint.ts`), the API document and the web app.
import { API, type Endpoint } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Context, EventStream, Feature } from './feature.ts'
import { openApp } from './http/app.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { serveDocs } from './http/docs.ts'
import { mount } from './http/endpoint.ts'
import { allowText } from './http/head.ts'
import { serveHealth } from './http/health.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { callsOf, openMount } from './http/mounts.ts'
import { mountForms } from './http/posted-forms.ts'
import { openQuotas } from './http/quotas.ts'
import { addRequestHooks } from './http/request-hooks.ts'
import { handlersOf, recordsOf, resolversOf, type ServerState } from './http/routing.ts'
import { mountWay } from './http/ways.ts'
import { serveWeb } from './http/web.ts'
import { openApi } from './openapi.ts'

/** Running calls and streams have this long to end when the server stops. */
const CLOSE_MS = 5_000
/** Mean time after which the reader of a stream reconnects, ms. */
const AGAIN_MS = 1_500

export interface HttpOptions {
  readonly ctx: Context
  readonly features: readonly Feature[]
  /** Every endpoint that any contract declares: each must be handled, exactly once. */
  readonly endpoints: readonly Endpoint[]
  /** Names of the schemas of endpoints in the API document. */
  readonly schemaNames?: ReadonlyMap<z.ZodType, string>
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
  /** Resolves when the work after the answers is done. */
  settled(): Promise<void>
  /** Refuses new calls with 503, ends streams, lets running calls finish, closes. */
  close(): Promise<void>
}

/** Throws when an endpoint is handled twice or not at all, or when a resolver is missing or given twice: such a server must not start. */
export async function openHttp({
  ctx,
  features,
  endpoints,
  schemaNames = new Map(),
  webDir,
  version,
}: HttpOptions): Promise<HttpServer> {
  const { config } = ctx
  const life: ServerState = { state: 'starting' }
  const streams = new Set<EventStream>()
  const afterwards = new Set<Promise<void>>()
  const isCall = callsOf(features)
  const quotas = openQuotas(ctx, isCall)
  const front = await openApp(ctx)
  const { app, fail } = front
  addRequestHooks(front, ctx, { quotas, life, isCall })
  await allowOrigins(app, config)

  const refuseOthers = refuseOtherMethods(app)
  serveHealth(app, ctx, life)
  const routing = {
    ctx,
    resolvers: resolversOf(features),
    records: recordsOf(features, endpoints),
    methodsOf: (path: string) =>
      allowText(
        endpoints.filter(e => e.path === path && e.switch === undefined).map(e => e.method),
      ),
    streams,
    quotas,
    afterwards,
  }
  for (const handler of handlersOf(features, endpoints)) mount(app, handler, routing)
  for (const way of features.flatMap(({ ways = [] }) => ways)) mountWay(app, way, routing)
  const forms = features.flatMap(({ posted_forms = [] }) => posted_forms)
  await mountForms(app, forms, ctx)
  for (const mount of features.flatMap(({ mounts = [] }) => mounts)) openMount(app, mount, routing)
  const document = () =>
    openApi(endpoints, schemaNames, { title: 'Flotta', version }, `${config.publicUrl}${API}`)
  const events = Object.assign({}, ...features.map(feature => feature.events ?? {}))
  serveDocs(app, { open: document, events }, webDir)
  if (webDir === undefined)
    app.setNotFoundHandler((request, reply) => fail(new Problem('not_found'), request, reply))
  else
    await serveWeb(app, webDir, ctx, {
      origins: async () =>
        (await Promise.all(features.map(({ pageOrigins }) => pageOrigins?.(ctx) ?? []))).flat(),
      secretPages: features.flatMap(({ pages = [] }) => pages),
    })
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
      life.state = 'ready'
    },
    async settled() {
      await Promise.all(afterwards)
    },
    async close() {
      life.state = 'stopping'
      // The readers must not all reconnect to the other processes at once.
      for (const stream of streams) stream.close(AGAIN_MS * (0.5 + Math.random()))
      // A reader that never reads must not delay the end of the server.
      const late = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS)
      await app.close()
      clearTimeout(late)
      await Promise.all(afterwards)
    },
  }
}
