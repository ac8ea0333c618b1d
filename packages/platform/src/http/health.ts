// Whether the server is alive and can serve: for monitoring from any host, without a rate limit.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../feature.ts'
import { healthOf, stateOf } from '../health.ts'
import type { ServerState } from './routing.ts'

const [ALIVE, READY] = ['/healthz', '/readyz']
export const isHealth = (url: string): boolean => url === ALIVE || url === READY

export function serveHealth(app: FastifyInstance, ctx: Context, life: ServerState): void {
  app.get(ALIVE, async () => ({ status: 'alive' }))
  app.get(READY, async (_request, reply) => {
    const checks = await healthOf(ctx).checks()
    const status = life.state === 'ready' ? stateOf(checks) : life.state
    // Anybody may ask, so it names the parts without their faults.
    const parts = Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))
    return reply
      .code(status === 'ready' || status === 'degraded' ? 200 : 503)
      .send({ status, ...parts })
  })
}
