// Mounts: addresses outside of the API that serve foreign protocols. A visitor has a bearer token and uses the product through the API.
import { API, BODY_LIMIT, type Endpoint, Failure } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  CallRefused,
  type Feature,
  type Mount,
  type MountAnswer,
  type MountVisit,
} from '../feature.ts'
import { identify } from './endpoint-caller.ts'
import type { Routing } from './routing.ts'

/** Whether an address is a call of the API or of a mount; otherwise it is a file. */
export function callsOf(features: readonly Feature[]): (url: string) => boolean {
  const stems = features.flatMap(({ mounts = [] }) => mounts.map(({ path }) => stemOf(path)))
  return url => {
    if (url.startsWith('/api/')) return true
    const path = url.split('?', 1)[0] ?? ''
    return stems.some(stem => path === stem || path.startsWith(`${stem}/`))
  }
}
const stemOf = (path: string): string => path.replace(/\/\*$/, '')

/** Calls the API with the visitor's own token. */
const callerOf =
  (app: FastifyInstance, request: FastifyRequest): MountVisit['call'] =>
  async (endpoint, args) => {
    const { authorization = '', 'user-agent': agent = '' } = request.headers
    const { params = {}, query = {}, body } = args as CallParts
    const response = await app.inject({
      method: endpoint.method,
      url: `${API}${pathOf(endpoint, params)}`,
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      remoteAddress: request.ip,
      headers: { authorization, 'user-agent': agent, 'accept-language': request.language },
      ...(body !== undefined && { payload: body }),
    })
    const { statusCode, payload } = response
    if (statusCode >= 400) throw new CallRefused(statusCode, Failure.parse(JSON.parse(payload)))
    return payload === '' ? { data: null } : JSON.parse(payload)
  }
interface CallParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
}
const pathOf = ({ path }: Endpoint, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

async function visitOf(
  app: FastifyInstance,
  mount: Mount,
  request: FastifyRequest,
  routing: Routing,
): Promise<MountVisit> {
  const { ctx, resolvers } = routing
  const caller = await identify(request, routing)
  if (caller.directory !== mount.directory) throw new Problem('forbidden')
  const { kind } = caller.credential
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    body: request.body,
    caller,
    address: request.ip,
    language: request.language,
    ctx,
    call: callerOf(app, request),
    async audit(line, db) {
      const { user_id, customer_id } = caller
      await resolvers.audit?.(
        {
          ...line,
          user_id,
          customer_id,
          via: kind === 'token' || kind === 'session' ? kind : null,
          address: request.ip,
          call: `${request.method} ${request.routeOptions.url ?? ''}`,
        },
        db ?? ctx.db,
        ctx,
      )
    },
  }
}

function send(reply: FastifyReply, { status, headers = {}, body }: MountAnswer): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').headers(headers).send(body)
}

export function openMount(app: FastifyInstance, mount: Mount, routing: Routing): void {
  const { ctx } = routing
  const refuse = (error: unknown, { language }: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof Problem) && !(error instanceof CallRefused)) throw error
    const { status, code } = error
    const message = error instanceof Problem ? ctx.say(language, error.words) : error.message
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (error instanceof Problem && error.retryAfter !== undefined)
      reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfter))))
    return send(reply, mount.refusal({ status, code, message }))
  }
  app.route({
    method: [...mount.methods],
    url: mount.path,
    bodyLimit: mount.body_limit ?? BODY_LIMIT,
    errorHandler: (error, request, reply) => void refuse(error, request, reply),
    handler: async (request, reply) => {
      try {
        return send(reply, await mount.run(await visitOf(app, mount, request, routing)))
      } catch (error) {
        return refuse(error, request, reply)
      }
    },
  })
}
