// One endpoint as a route: role, ids, parsed parts, answer, always in this order, so that nothing about another's record leaks through a lesser error.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { type Endpoint, FileReply, mayCall, Written } from '@flotta/core/contract.ts'
import { wordsByField } from '@flotta/core/issues.ts'
import type { Language } from '@flotta/core/languages.ts'
import { notFound, Problem, type Words } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller, Context, EventStream, HandlerOf, HttpExchange, Resolvers } from '../feature.ts'
import { sameOrigin } from './safety.ts'
import { serialiser } from './serialise.ts'
import { openEventStream } from './stream.ts'

export interface Routing {
  readonly ctx: Context
  readonly resolvers: Resolvers
  readonly streams: Set<EventStream>
}

/** A strong validator of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${createHash('sha1').update(body).digest('base64url')}"`
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(part => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

const NUL = '\u0000'
/** Paths of texts that hold NUL, which PostgreSQL cannot store. */
function nulPaths(value: unknown): string[] {
  const found: string[] = []
  const todo: [string, unknown][] = [['', value]]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [path, v] = next
    if (typeof v === 'string' && v.includes(NUL)) found.push(path)
    else if (typeof v === 'object' && v !== null)
      for (const [k, inner] of Object.entries(v)) {
        const at = path === '' ? k : `${path}.${k}`
        if (k.includes(NUL)) found.push(path)
        todo.push([at.replaceAll(NUL, ''), inner])
      }
  }
  return found
}

function parse<S extends z.ZodType>(schema: S, value: unknown, code: 'bad_request' | 'invalid'): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Problem(code, `api.${code}`, wordsByField(parsed.error))
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

async function callerOf(e: Endpoint, request: FastifyRequest, { ctx, resolvers }: Routing): Promise<Caller | undefined> {
  if (e.allow === 'anyone') return undefined
  const token = bearer(request)
  const caller = token === undefined || token.length > 200 ? null : await resolvers.caller(token, ctx)
  if (caller === null) throw new Problem('unauthorized')
  if (!mayCall(e.allow, caller.role)) throw new Problem('forbidden')
  return caller
}

/** The ids of a request as the branded values of its scope. */
async function scoped(e: Endpoint, params: unknown, caller: Caller | undefined, { ctx, resolvers }: Routing): Promise<object> {
  const { scope } = e
  if (typeof scope === 'string') return {}
  const { id } = params as { id: number }
  if (caller === undefined) throw new Problem('unauthorized')
  if ('record' in scope) {
    const record = await resolvers.own_record(scope.record, id, caller, ctx)
    if (record === null) throw notFound()
    return { record }
  }
  if (scope.vehicle === 'own') {
    const vehicle = await resolvers.own_vehicle(id, caller, ctx)
    if (vehicle === null) throw notFound()
    return { vehicle }
  }
  const vehicle = await resolvers.visible_vehicle(id, caller, ctx)
  if (vehicle === null) throw notFound()
  const wanted = 'agreements' in scope ? scope.agreements : undefined
  if (wanted !== undefined && !vehicle.grants.some(g => wanted.includes(g.agreement_id))) throw new Problem('forbidden', 'api.no_agreement')
  return { vehicle }
}

const exchange = (request: FastifyRequest, reply: FastifyReply, { ctx, streams }: Routing): HttpExchange => ({
  header: name => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  },
  sameOrigin: sameOrigin(ctx.config, {
    origin: request.headers.origin,
    site: typeof request.headers['sec-fetch-site'] === 'string' ? request.headers['sec-fetch-site'] : undefined,
    host: request.host,
  }),
  cookie: name => request.cookies[name],
  setCookie: (name, value, { maxAge, path }) => {
    const common = { path, httpOnly: true, sameSite: 'strict', secure: ctx.config.publicUrl.startsWith('https:') } as const
    if (value === null) reply.clearCookie(name, common)
    else reply.setCookie(name, value, { ...common, maxAge })
  },
  setHeader: (name, value) => void reply.header(name, value),
  stream: () => {
    const stream = openEventStream(reply, ended => streams.delete(ended))
    streams.add(stream)
    return stream
  },
})

/** Mounts a handler below `/api/v1`. */
export function mount(app: FastifyInstance, handler: HandlerOf, routing: Routing): void {
  const e = handler.endpoint
  const shape = e.meta === undefined ? z.object({ data: e.reply }) : z.object({ data: e.reply, meta: e.meta })
  const write = e.kind === 'sse' || e.kind === 'file' || e.status === 204 ? null : serialiser(shape)
  const run = handler.run as (request: object) => Promise<unknown> | unknown
  /** Once a stream is open its failure can only be its end. */
  const answered = async (call: object, reply: FastifyReply): Promise<unknown> => {
    try {
      return await run(call)
    } catch (error) {
      if (!reply.sent) throw error
      routing.ctx.log.error({ request: reply.request.id, error: error instanceof Error ? error.stack : String(error) }, 'a stream failed')
      reply.raw.end()
      return null
    }
  }
  app.route({
    method: e.method,
    url: `/api/v1${e.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await callerOf(e, request, routing)
      const params = e.params && parse(e.params, request.params, 'bad_request')
      const resolved = await scoped(e, params, caller, routing)
      const nul = request.mayHoldNul ? nulPaths({ ...(request.query as object), ...(request.body !== undefined && { body: request.body }) }) : []
      if (nul.length > 0)
        throw new Problem(
          'invalid',
          'api.invalid',
          Object.fromEntries(nul.map(path => [path.replace(/^body\./, ''), [{ key: 'validation.nul' } satisfies Words]])),
        )
      const query = e.query && parse(e.query, request.query, 'invalid')
      const body = e.body && parse(e.body, request.body, 'invalid')
      const answer = await answered(
        {
          params,
          query,
          body,
          caller,
          ...resolved,
          language: request.language,
          address: request.ip,
          ctx: routing.ctx,
          http: exchange(request, reply, routing),
        },
        reply,
      )
      if (e.kind === 'sse') return reply
      if (e.kind === 'file') return sendFile(reply, FileReply.parse(answer))
      if (e.status === 204) return reply.code(204).send()
      const out = answer instanceof Written ? bodyOf(answer) : { text: write?.(e.meta === undefined ? { data: answer } : answer) ?? '' }
      reply.code(e.status ?? 200).type('application/json; charset=utf-8')
      if (e.etag !== true || e.method !== 'GET') return reply.header('cache-control', 'no-store').send(out.text)
      const etag = out.etag ?? etagOf(out.text)
      reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization, accept-language')
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = out.compressed && /\b(br|gzip)\b/.exec(request.headers['accept-encoding'] ?? '')?.[1]
      if (!out.compressed || !encoding) return reply.send(out.text)
      return reply
        .header('content-encoding', encoding)
        .header('vary', 'authorization, accept-language, accept-encoding')
        .send(await out.compressed(encoding === 'br' ? 'br' : 'gzip'))
    },
  })
}

interface Body {
  readonly text: string
  readonly etag?: string
  compressed?(encoding: 'br' | 'gzip'): Promise<Buffer>
}
const bodies = new WeakMap<Written<unknown>, Body>()
/** What is written once is hashed and compressed once. */
function bodyOf(answer: Written<unknown>): Body {
  const known = bodies.get(answer)
  if (known !== undefined) return known
  const text = `{"data":${answer.json}}`
  const done = new Map<string, Promise<Buffer>>()
  const body: Body = {
    text,
    etag: etagOf(text),
    compressed(encoding) {
      const before = done.get(encoding)
      if (before !== undefined) return before
      const now =
        encoding === 'br'
          ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
          : gzip(text, { level: 3 })
      done.set(encoding, now)
      return now
    },
  }
  bodies.set(answer, body)
  return body
}
const brotli = promisify<string, object, Buffer>(brotliCompress)
const gzip = promisify<string, object, Buffer>(gzipCompress)

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .type(file.type)
    .header('cache-control', file.max_age > 0 ? `private, max-age=${file.max_age}` : 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    /** The raw request may hold U+0000 somewhere. */
    mayHoldNul: boolean
  }
}
