// HEAD is answered as GET is: Node leaves out the body of an answer that it began for a HEAD, so the router finds the GET and needs no route for each HEAD.
import type { IncomingMessage } from 'node:http'

const heads = new WeakSet<IncomingMessage>()

/** Before the router: a HEAD becomes a GET. @returns the address, which stays */
export function headAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request)
    request.method = 'GET'
  }
  return request.url ?? '/'
}
export const isHead = (request: IncomingMessage): boolean => heads.has(request)

/** Methods as `Allow` names them. */
export const allowText = (methods: Iterable<string>): string => {
  const all = new Set(methods)
  if (all.has('GET')) all.add('HEAD')
  return [...all].sort().join(', ')
}
