// Whether the server lives, and whether it serves: for who watches over it, from any host, as often as it likes.
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
    // anybody may ask: which part it is, not what is wrong with it
    const parts = Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))
    return reply
      .code(status === 'ready' || status === 'degraded' ? 200 : 503)
      .send({ status, ...parts })
  })
}
