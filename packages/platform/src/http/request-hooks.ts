// The hooks of every request before its route: language, security headers, host, readiness of the server, quotas.
import { acceptLanguage } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../feature.ts'
import { histogram } from '../metrics.ts'
import { allowedNetworks, plainAddress } from '../networks.ts'
import { beginSpan, type Span } from '../trace.ts'
import type { App } from './app.ts'
import { isHealth } from './health.ts'
import type { Quotas } from './quotas.ts'
import type { ServerState } from './routing.ts'
import { hostAllowed } from './security.ts'

const seconds = histogram({
  role: 'api',
  name: 'flotta_http_request_seconds',
  help: 'From a request to the end of its answer, by endpoint; streams are not among them',
  labels: ['method', 'endpoint', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
})

export function addRequestHooks(
  { app, headers }: App,
  { config, log }: Context,
  {
    quotas,
    life,
    isCall,
  }: {
    readonly quotas: Quotas
    readonly life: ServerState
    readonly isCall: (url: string) => boolean
  },
): void {
  if (config.publicUrl.startsWith('https:') && config.FLOTTA_TRUSTED_PROXIES.length === 0)
    log.warn(
      'FLOTTA_PUBLIC_URL is https, which a proxy serves: name it in FLOTTA_TRUSTED_PROXIES, else everybody behind it counts as one address',
    )
  const isHostAllowed = hostAllowed(config)
  const traceOf = traceReader(config)
  app.decorateRequest('language', config.FLOTTA_LANGUAGE)
  app.decorateRequest('subject', null)
  app.decorateRequest('streaming', false)
  app.decorateRequest('span', null)
  app.decorateRequest('strange', null)
  quotas.watch(app.server)
  app.addHook('onRequest', async (request, reply) => {
    request.language = acceptLanguage(request.headers['accept-language'], config.FLOTTA_LANGUAGE)
    reply.headers(headers).header('x-request-id', request.id)
    if (isHealth(request.url)) return
    request.span = beginSpan(
      `${request.method} ${endpointOf(request)}`,
      'server',
      { 'http.request.method': request.method, 'http.route': endpointOf(request) },
      traceOf(request),
    )
    if (!isHostAllowed(request.hostname))
      throw new Problem('bad_request', {
        key: 'api.wrong_host',
        values: { host: config.publicUrl },
      })
    if (life.state !== 'ready' && isCall(request.url))
      throw new Problem('unavailable', 'api.unavailable', {}, 2)
    quotas.admit(request, reply.raw)
  })
  app.addHook('onSend', async (request, reply) => void reply.headers(quotas.headersOf(request)))
  app.addHook('onResponse', async (request, reply) => recordAnswer(request, reply, log))
}

/** Reads the trace that a request belongs to, when a trusted proxy sends one. */
function traceReader({ FLOTTA_TRUSTED_PROXIES: proxies }: Context['config']) {
  const isTrusted = proxies.length > 0 ? allowedNetworks(proxies) : () => false
  return ({ headers: { traceparent }, socket }: FastifyRequest): string | undefined =>
    typeof traceparent === 'string' && isTrusted(plainAddress(socket.remoteAddress))
      ? traceparent
      : undefined
}

/** Records an answer in the metrics, the trace and the log. */
function recordAnswer(request: FastifyRequest, reply: FastifyReply, log: Context['log']): void {
  const status = `${Math.floor(reply.statusCode / 100)}xx`
  if (!request.streaming && !isHealth(request.url))
    seconds.observe(
      { method: methodOf(request), endpoint: endpointOf(request), status },
      reply.elapsedTime / 1_000,
    )
  request.span?.end(reply.statusCode >= 500, { 'http.response.status_code': reply.statusCode })
  log.debug(
    {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}

/** The path of the contract without ids; all files of the web app count as one endpoint. */
function endpointOf({ routeOptions: { url } }: FastifyRequest): string {
  return url === undefined ? 'none' : url.startsWith('/api/') ? url : 'files'
}
const methodOf = ({ routeOptions: { method } }: FastifyRequest): string =>
  typeof method === 'string' ? method : 'other'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer is a stream, which lasts as long as its reader is connected. */
    streaming: boolean
    /** The span of a traced request; null: it is not traced. */
    span: Span | null
  }
}
