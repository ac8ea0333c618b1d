// HEAD is answered like GET: Node leaves out the body of an answer to a HEAD request, so the router uses the GET route and needs none for HEAD.
import type { IncomingMessage } from 'node:http'

const heads = new WeakSet<IncomingMessage>()

/** Runs before the router and turns HEAD into GET. @returns the unchanged address */
export function headAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request)
    request.method = 'GET'
  }
  return request.url ?? '/'
}
export const isHead = (request: IncomingMessage): boolean => heads.has(request)

/** The methods in the form of the `Allow` header. */
export const allowText = (methods: Iterable<string>): string => {
  const all = new Set(methods)
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort().join(', ')
}
