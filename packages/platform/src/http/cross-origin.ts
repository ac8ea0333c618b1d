// Pages of other sites that may call the API: those named in the settings, with a token and never with a cookie.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The headers that a script of another site may read. */
const EXPOSED = [
  'content-language',
  'etag',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-cursor',
  'x-more',
  'x-request-id',
]
/** Seconds for which a browser may reuse the answer to its preflight request. */
const PREFLIGHT_S = 600

/** Without a named origin no answer has CORS headers, so no browser lets pages of other sites read one. */
export async function allowOrigins(
  app: FastifyInstance,
  { FLOTTA_CORS_ORIGINS: origins }: Pick<Config, 'FLOTTA_CORS_ORIGINS'>,
): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_S,
    strictPreflight: false,
  })
}
