// Whether the server lives, and whether it serves: for who watches over it, from any host, as often as it likes.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../feature.ts'
import { healthOf } from '../health.ts'
import type { Life } from './routing.ts'

const [ALIVE, READY] = ['/healthz', '/readyz']
export const isHealth = (url: string): boolean => url === ALIVE || url === READY

export function serveHealth(app: FastifyInstance, ctx: Context, life: Life): void {
  app.get(ALIVE, async () => ({ status: 'alive' }))
  app.get(READY, async (_request, reply) => {
    const database = await healthOf(ctx).stores()
    const ready = life.state === 'ready' && database
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : life.state === 'ready' ? 'waiting' : life.state, database })
  })
}
