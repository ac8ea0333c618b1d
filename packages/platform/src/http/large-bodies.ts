// Bodies over their limit: they are read to the end and thrown away before they are refused, since most clients read no answer while they still write.
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

/** What is announced longer than this is refused at once. */
const DISCARDED_MAX = 32 * 1_048_576
/** A caller that has sent nothing for so long waits for the answer. */
const QUIET_MS = 500

export function discardLargeBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const length = Number(request.headers['content-length'])
    const { bodyLimit = 0 } = request.routeOptions
    if (length > bodyLimit && length <= DISCARDED_MAX) await discard(payload as Readable)
    return payload
  })
}

/** Resolves when the body has ended, its caller has broken off, or nothing more comes. */
async function discard(body: Readable): Promise<void> {
  const ended = finished(body, { writable: false }).catch(() => {})
  const quiet = new Promise<void>(resolve => {
    const timer = setTimeout(resolve, QUIET_MS)
    body.on('data', () => timer.refresh())
    void ended.then(() => clearTimeout(timer))
  })
  await Promise.race([ended, quiet])
}
