// Pages of other sites that may call the API: those that the settings name, with a token and never with a cookie.
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** What a script of another page may read beside the body. */
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
/** Seconds for which a browser need not ask again. */
const PREFLIGHT_S = 600

/** Without a named origin no answer speaks of other origins, and no browser lets their pages read one. */
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
