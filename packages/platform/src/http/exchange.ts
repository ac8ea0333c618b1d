// The parts of HTTP that sign-in and streams need, as their handlers receive them.
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditDraft, HttpExchange } from '../feature.ts'
import { varyBy } from './answer.ts'
import type { Routing } from './routing.ts'
import { sameOrigin } from './security.ts'
import { openEventStream } from './stream.ts'

export const exchange = (
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, streams, quotas, afterwards }: Routing,
  audit: AuditDraft,
): HttpExchange => ({
  audit,
  header: name => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  },
  sameOrigin: sameOrigin(ctx.config, {
    origin: request.headers.origin,
    site:
      typeof request.headers['sec-fetch-site'] === 'string'
        ? request.headers['sec-fetch-site']
        : undefined,
    host: request.host,
  }),
  cookie: name => request.cookies[name],
  setCookie: (name, value, { maxAge, path, lax }) => {
    const common = {
      path,
      httpOnly: true,
      sameSite: lax === true ? 'lax' : 'strict',
      secure: ctx.config.publicUrl.startsWith('https:'),
    } as const
    if (value === null) reply.clearCookie(name, common)
    else {
      reply.setCookie(name, value, { ...common, maxAge })
      quotas.issued(request, value)
    }
  },
  setHeader: (name, value) => void reply.header(name, value),
  varyBy: names => void varyBy(reply, names),
  alreadyExists: () => void reply.code(200),
  get aborted() {
    const controller = new AbortController()
    reply.raw.once('close', () => controller.abort())
    return controller.signal
  },
  afterwards: work => {
    const completion = new Promise<void>(resolve => finished(reply.raw, () => resolve()))
      .then(work)
      .catch((error: unknown) =>
        ctx.log.error(
          { request: request.id, error: error instanceof Error ? error.stack : String(error) },
          'work after an answer failed',
        ),
      )
      .finally(() => afterwards.delete(completion))
    afterwards.add(completion)
  },
  stream: () => {
    const leave = quotas.stream(request)
    request.streaming = true
    const stream = openEventStream(reply, closedStream => {
      leave()
      streams.delete(closedStream)
    })
    streams.add(stream)
    return stream
  },
})
