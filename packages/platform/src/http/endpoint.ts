// One endpoint as a route. It checks the role, resolves the ids, parses the input and answers, always in this order, so that errors reveal nothing about records of others.
import {
  API,
  BODY_LIMIT,
  type Endpoint,
  exceedsHistoryLimit,
  FileReply,
  FileStream,
  hasPeriod,
  OtherForm,
  type Period,
} from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller, EndpointHandler } from '../feature.ts'
import { sendFile, sendJson } from './answer.ts'
import { CallAudit } from './audit.ts'
import { excessBy } from './bounds.ts'
import { callerOf, refuseUnswitched, requireFreshProof } from './endpoint-caller.ts'
import { exchange } from './exchange.ts'
import { parse, parseQuery, refuseExcess } from './input.ts'
import type { Routing } from './routing.ts'
import { serialiser } from './serialise.ts'

/** Resolves the ids of a request to the branded values of its scope. */
async function resolveScope(
  e: Endpoint,
  params: unknown,
  caller: Caller | undefined,
  { ctx, resolvers, records }: Routing,
): Promise<object> {
  const { scope } = e
  if (typeof scope === 'string') return {}
  const { id } = params as { id: number }
  if (caller === undefined) throw new Problem('unauthorized')
  if ('record' in scope) {
    const record = await records.get(scope.record)?.(id, caller, ctx)
    if (!record) throw notFound()
    return { record }
  }
  if (scope.vehicle === 'own') {
    const vehicle = await resolvers.own_vehicle(id, caller, ctx)
    if (vehicle === null) throw notFound()
    return { vehicle }
  }
  const vehicle = await resolvers.visible_vehicle(id, caller, ctx)
  if (vehicle === null) throw notFound()
  const requiredAgreements = 'agreements' in scope ? scope.agreements : undefined
  if (
    requiredAgreements !== undefined &&
    !vehicle.agreements.some(id => requiredAgreements.includes(id))
  )
    throw new Problem('forbidden', 'api.no_agreement')
  return { vehicle }
}

/** A number outside the range of ids and an empty id (`/fleets/`) give 404 (not found), a text that is no number gives 400. */
function paramsOf(schema: z.ZodObject, params: unknown): unknown {
  const { error } = schema.safeParse(params)
  const isNumber = ({ path: [name] }: z.core.$ZodIssue) =>
    /^\d*$/.test(String((params as Readonly<Record<PropertyKey, unknown>>)[name ?? '']))
  if (error?.issues.every(isNumber)) throw notFound()
  return parse(schema, params, 'bad_request')
}

const AnyFile = z.union([FileReply, FileStream])

/** Runs a handler. When it fails after opening a stream, the stream can only be ended. */
function handlerRunner(handler: EndpointHandler, { ctx }: Routing) {
  const run = handler.run as (request: object) => Promise<unknown> | unknown
  return async (call: object, reply: FastifyReply): Promise<unknown> => {
    try {
      return await run(call)
    } catch (error) {
      if (!reply.sent) throw error
      ctx.log.error(
        { request: reply.request.id, error: error instanceof Error ? error.stack : String(error) },
        'a stream failed',
      )
      reply.raw.end()
      return null
    }
  }
}

/** The compiled schemas of an endpoint. */
interface CompiledEndpoint {
  /** Writes the JSON of an answer; null: the endpoint has none. */
  readonly write: ((value: unknown) => string) | null
  readonly excess: ReturnType<typeof excessBy> | undefined
}
const compiledEndpoints = new WeakMap<Endpoint, CompiledEndpoint>()
/**
 * Compiled at the first call, since it takes milliseconds and there are hundreds of endpoints; once for each endpoint, however many servers a process
 * starts.
 */
function compile(e: Endpoint): CompiledEndpoint {
  const existing = compiledEndpoints.get(e)
  if (existing !== undefined) return existing
  const shape =
    e.meta === undefined ? z.object({ data: e.reply }) : z.object({ data: e.reply, meta: e.meta })
  const hasJson = e.kind !== 'sse' && e.kind !== 'file' && e.status !== 204
  const compiled = {
    write: hasJson ? serialiser(shape) : null,
    excess: e.body && excessBy(e.body),
  }
  compiledEndpoints.set(e, compiled)
  return compiled
}

/** Mounts a handler below `/api/v1`. */
export function mount(app: FastifyInstance, handler: EndpointHandler, routing: Routing): void {
  const e = handler.endpoint
  const run = handlerRunner(handler, routing)
  const answerOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    audit: CallAudit,
  ): Promise<unknown> => {
    const caller = await callerOf(e, request, routing, audit)
    await handler.gate?.({ body: request.body, ctx: routing.ctx })
    const params = e.params && paramsOf(e.params, request.params)
    const scope = await resolveScope(e, params, caller, routing)
    const query = e.query && parseQuery(e.query, request.query)
    if (
      caller !== undefined &&
      hasPeriod(e.query) &&
      exceedsHistoryLimit(query as z.output<typeof Period>, caller.timezone)
    )
      throw invalid({ period_to: 'validation.too_long' })
    const { excess } = compile(e)
    if (excess !== undefined) refuseExcess(excess(request.body))
    // A missing body counts as a body without fields.
    const body = e.body && parse(e.body, request.body ?? {}, 'invalid')
    await requireFreshProof(e, caller, routing)
    reply.code(e.status ?? 200)
    return run(
      {
        params,
        query,
        body,
        caller,
        ...scope,
        language: request.language,
        address: request.ip,
        ctx: audit.context(),
        http: exchange(request, reply, routing, audit.draft),
      },
      reply,
    )
  }
  app.route({
    method: e.method,
    url: `${API}${e.path}`,
    bodyLimit: e.body_limit ?? BODY_LIMIT,
    ...(e.switch !== undefined && { onRequest: refuseUnswitched(e, routing) }),
    handler: async (request, reply) => {
      const audit = new CallAudit(routing, {
        endpoint: e,
        address: request.ip,
        params: request.params,
        body: request.body,
      })
      const answer = await answerOf(request, reply, audit).catch(async (error: unknown) => {
        await audit.failed(error)
        throw error
      })
      await audit.done(answer)
      // Caches forget the changed rows before the caller receives the answer.
      if (e.method !== 'GET' && e.reads_only !== true) await routing.ctx.changes.heard()
      if (e.kind === 'sse') return reply
      if (e.kind === 'file') return sendFile(reply, AnyFile.parse(answer))
      if (answer instanceof OtherForm) return sendFile(reply, answer.file)
      const { write } = compile(e)
      if (write === null) return reply.code(204).send()
      return sendJson(e, request, reply, answer, write)
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
  }
}
