// The bare HTTP server: its limits, the bodies that it accepts, its compression, and how it refuses invalid requests.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { BODY_LIMIT } from '@flotta/core/contract.ts'
import fastify, { type FastifyInstance } from 'fastify'
import type { Context } from '../feature.ts'
import { type Fail, failures } from './failures.ts'
import { headAsGet } from './head.ts'
import { readJson } from './input.ts'
import { discardLargeBodies } from './large-bodies.ts'
import { refuseSockets, statusOf } from './refuse-socket.ts'
import { securityHeaders } from './security.ts'

const REQUEST_TIMEOUT_MS = 30_000
/** The head of a request must arrive within this time, also the first one of a connection. */
const HEAD_MS = 10_000
const CHECK_MS = 1_000
/** Longer than the keep-alive of proxies before the server, so that they close a connection first. */
const KEEP_ALIVE_MS = 72_000

export interface App {
  readonly app: FastifyInstance
  readonly fail: Fail
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
}

export async function openApp(ctx: Context): Promise<App> {
  const { FLOTTA_TRUSTED_PROXIES: proxies } = ctx.config
  const headers = securityHeaders(ctx.config)
  const fail = failures(ctx, headers)
  const refuse = refuseSockets(ctx, headers)
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: CHECK_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: proxies.length > 0 ? proxies : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    rewriteUrl: headAsGet,
    genReqId: () => randomBytes(6).toString('base64url'),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: fail,
    clientErrorHandler: (error, socket) => refuse(socket, statusOf(error)),
  })
  app.setErrorHandler(fail)
  readJson(app)
  discardLargeBodies(app)
  await app.register(cookie)
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
  })
  return { app, fail, headers }
}
