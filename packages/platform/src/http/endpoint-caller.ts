// Identifies the caller of an endpoint, by a token or the ticket of a sign-in, and checks what the endpoint requires before it runs.
import { type Endpoint, mayCall, stepUpOf } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../feature.ts'
import type { CallAudit } from './audit.ts'
import { bearerOf } from './quotas.ts'
import type { Routing } from './routing.ts'

/** Callers without a company (users.45) may use only calls about their own account and those of a provider. */
const mayReach = (e: Endpoint, { role, provider, customer_id, directory }: Caller): boolean =>
  directory !== true &&
  mayCall(e.allow, role, provider) &&
  (customer_id !== NO_CUSTOMER || e.scope === 'user' || e.allow === 'provider')

/** Identifies the caller. Throws `unauthorized`. */
export async function identify(
  request: FastifyRequest,
  { ctx, resolvers, quotas }: Routing,
): Promise<Caller> {
  const token = bearerOf(request)
  if (token === undefined || token.length > 200) throw new Problem('unauthorized')
  const caller = await resolvers.caller(token, ctx).catch((error: unknown) => {
    quotas.disown(token)
    throw error
  })
  if (caller === null) {
    quotas.disown(token)
    throw new Problem('unauthorized')
  }
  quotas.recognise(request, token, caller.user_id)
  return caller
}

export async function callerOf(
  e: Endpoint,
  request: FastifyRequest,
  routing: Routing,
  audit: CallAudit,
): Promise<Caller | undefined> {
  if (e.allow === 'anyone') return undefined
  const caller =
    (e.enrolment === true ? await enrolling(request, routing) : null) ??
    (await identify(request, routing))
  audit.caller(caller)
  if (!mayReach(e, caller)) throw new Problem('forbidden')
  return caller
}

/** The caller with the ticket of a sign-in, which is sent in the place of the token or in the body. */
async function enrolling(
  request: FastifyRequest,
  { ctx, resolvers }: Routing,
): Promise<Caller | null> {
  const { ticket } = (request.body ?? {}) as { readonly ticket?: unknown }
  const text = bearerOf(request) ?? ticket
  return typeof text === 'string' && text.length <= 200 ? resolvers.enrolling(text, ctx) : null
}

/** Requires a fresh proof of identity. It is checked last, so that nobody gives a proof for a call that fails for another reason. */
export async function requireFreshProof(
  e: Endpoint,
  caller: Caller | undefined,
  { ctx, resolvers }: Routing,
): Promise<void> {
  const step_up = stepUpOf(e)
  if (
    step_up !== undefined &&
    caller !== undefined &&
    (await resolvers.must_step_up(step_up, caller, ctx))
  )
    throw new Problem('step_up_required')
}

/** Checked before the body is read: for companies without the switch the method does not exist, whoever calls. */
export const refuseUnswitched =
  ({ path, switch: parameter = '' }: Endpoint, routing: Routing) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await identify(request, routing)
    if (await routing.resolvers.is_switched_on(parameter, caller, routing.ctx)) return
    reply.header('allow', routing.methodsOf(path))
    throw new Problem('method_not_allowed')
  }
