// A path that is known with other methods answers 405 and names them.
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, HTTPMethods } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies readonly HTTPMethods[]

/** Notes the routes that are added from now on; the answer adds the refusals of their other methods. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  let noting = true
  app.addHook('onRoute', ({ url, method }) => {
    if (!noting || url.includes('*')) return
    const methods = known.get(url) ?? new Set()
    for (const m of [method].flat()) methods.add(m)
    known.set(url, methods)
  })
  return () => {
    noting = false
    for (const [url, methods] of known) {
      const allow = [...methods].sort().join(', ')
      app.route({
        url,
        method: METHODS.filter(m => !methods.has(m)),
        // before the body is read
        onRequest: async (_request, reply) => {
          reply.header('allow', allow)
          throw new Problem('method_not_allowed')
        },
        handler: () => undefined,
      })
    }
  }
}
