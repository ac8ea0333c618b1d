// Bodies over their limit: they are read to the end and thrown away before they are refused, since most clients read no answer while they still write.
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

/** What is announced longer than this is refused at once. */
const DISCARDED_MAX = 32 * 1_048_576

export function discardLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const length = Number(request.headers['content-length'])
    const { bodyLimit = 0 } = request.routeOptions
    if (length > bodyLimit && length <= DISCARDED_MAX) {
      payload.resume()
      // A caller that breaks off needs no answer.
      await finished(payload, { writable: false }).catch(() => {})
    }
    return payload
  })
}
