// A known path with another method answers 405 and names its methods; so does a write of one record of a read-only list.
import { API } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { allowText } from './head.ts'

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const satisfies readonly HTTPMethods[]
const WRITES: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE']
/**
 * Whether the address has the form of a list with records below it, such as `/api/v1/vehicles` (api.29). `/api/v1/dashboard` has that form too,
 * although it has no records.
 */
const isList = (path: string): boolean =>
  path.startsWith(`${API}/`) && /^[^/:]+$/.test(path.slice(API.length + 1))

interface Route {
  readonly url: string
  readonly methods: Set<string>
  readonly pattern: RegExp
}
/** Routes by their paths, with a colon for each parameter: methods of one path may name its parameters differently. */
type Routes = Map<string, Route>

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(':', '[^/]*')}$`)
const allowOf = ({ methods }: Route): string => allowText(methods)

/**
 * Records the routes that are added from now on; the returned function is called when all are added. Requests without a route are refused here, since
 * a route for each missing method would take a tenth of a start.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const routes: Routes = new Map()
  let sorted: readonly Route[] = []
  let noting = true
  app.addHook('onRoute', ({ url, method }) => {
    if (!noting || url.includes('*')) return
    const path = url.replace(/:\w+/g, ':')
    const route = routes.get(path) ?? { url, methods: new Set(), pattern: patternOf(path) }
    for (const m of [method].flat()) route.methods.add(m)
    routes.set(path, route)
  })
  // Runs before the body is read. Addresses that only a wildcard route matches count as unknown.
  app.addHook('onRequest', async ({ method, url, is404, routeOptions }, reply) => {
    if (!is404 && routeOptions.url?.includes('*') !== true) return
    const allow = allowedAt(url.split('?', 1)[0] ?? '', method, routes, sorted)
    if (allow !== undefined) refuse(reply, allow)
  })
  return () => {
    noting = false
    // When two routes match, a fixed word comes before a parameter, as in the router.
    const rank = (path: string) => path.replaceAll(':', '\uffff')
    sorted = [...routes].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)).map(([, route]) => route)
    for (const [path, route] of routes) {
      const method = hiddenMethods(path, route, sorted)
      if (method.length > 0)
        app.route({
          url: route.url,
          method,
          onRequest: async (_request, reply) => refuse(reply, allowOf(route)),
          handler: () => undefined,
        })
    }
  }
}

function refuse(reply: FastifyReply, allow: string): never {
  reply.header('allow', allow)
  throw new Problem('method_not_allowed')
}

/** The methods of a known path that lacks this method; undefined: the path is unknown. */
function allowedAt(
  path: string,
  method: string,
  routes: Routes,
  sorted: readonly Route[],
): string | undefined {
  const route = routes.get(path) ?? sorted.find(({ pattern }) => pattern.test(path))
  if (route !== undefined) return route.methods.has(method) ? undefined : allowOf(route)
  const list = path.slice(0, path.lastIndexOf('/'))
  return WRITES.includes(method) && isList(list) && routes.has(list) ? '' : undefined
}

/** Methods that the path lacks, but that the router would find at another path with a parameter: `DELETE /fleets/all` must not be `DELETE /fleets/:id`. */
function hiddenMethods(path: string, { methods }: Route, routes: readonly Route[]): HTTPMethods[] {
  const others = routes.filter(route => route.methods !== methods && route.pattern.test(path))
  return METHODS.filter(m => !methods.has(m) && others.some(other => other.methods.has(m)))
}
