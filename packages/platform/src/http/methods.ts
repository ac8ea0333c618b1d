// A path that is known with other methods answers 405 and names them; so does a write of one record of a list that only tells.
import { API } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, HTTPMethods } from 'fastify'

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const satisfies readonly HTTPMethods[]
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethods[]
/** Whether the address has the form of a list whose records stand below it, as `/api/v1/vehicles` (api.29). `/api/v1/dashboard` has that form too, without records. */
const isList = (path: string): boolean =>
  path.startsWith(`${API}/`) && /^[^/:]+$/.test(path.slice(API.length + 1))

/** Notes the routes that are added from now on; the answer adds the refusals of their other methods. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const routes = new Map<string, { readonly url: string; readonly methods: Set<string> }>()
  let noting = true
  app.addHook('onRoute', ({ url, method }) => {
    if (!noting || url.includes('*')) return
    // methods of one path may name its parameters differently
    const path = url.replace(/:\w+/g, ':')
    const { methods } = routes.get(path) ?? { methods: new Set() }
    for (const m of [method].flat()) methods.add(m)
    routes.set(path, { url, methods })
  })
  return () => {
    noting = false
    const refuse = (url: string, method: HTTPMethods[], allow: string) =>
      app.route({
        url,
        method,
        // before the body is read
        onRequest: async (_request, reply) => {
          reply.header('allow', allow)
          throw new Problem('method_not_allowed')
        },
        handler: () => undefined,
      })
    for (const { url, methods } of routes.values())
      refuse(
        url,
        METHODS.filter(m => !methods.has(m)),
        [...methods].sort().join(', '),
      )
    for (const { url } of routes.values())
      if (isList(url) && !routes.has(`${url}/:`)) refuse(`${url}/:id`, [...WRITES], '')
  }
}
