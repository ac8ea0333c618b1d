// Bodies over their limit: they are read to the end and discarded before they are refused, since most clients read no answer while they are still
// sending.
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

/** A body with a larger declared length is refused at once. */
const DISCARDED_MAX = 32 * 1_048_576
/** A caller that has sent nothing for this time is waiting for the answer, ms. */
const QUIET_MS = 500

export function discardLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const length = Number(request.headers['content-length'])
    const { bodyLimit = 0 } = request.routeOptions
    if (length > bodyLimit && length <= DISCARDED_MAX) await discard(payload as Readable)
    return payload
  })
}

/** Resolves when the body has ended, its caller has disconnected, or nothing more arrives. */
async function discard(body: Readable): Promise<void> {
  const ended = finished(body, { writable: false }).catch(() => {})
  const quiet = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, QUIET_MS)
    body.on('data', () => timer.refresh())
    void ended.then(() => clearTimeout(timer))
  })
  await Promise.race([ended, quiet])
}
