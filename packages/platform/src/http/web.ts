// The built web app: hashed assets for ever, its page never from a cache, and its page for every address that a person may open.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'

export async function serveWeb(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // made of size and time they would call the page of another build the same: the files of a release carry no time of their own
    etag: false,
    lastModified: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(dir, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url) && (request.headers.accept ?? '').includes('text/html')
    if (!page) throw new Problem('not_found')
    return reply.code(200).sendFile('index.html')
  })
}
