// The built web app: hashed assets for ever, its page never from a cache, and its page for every address that a person may open.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { securityHeaders } from './security.ts'

/**
 * Its page begins in the installation's language, for whoever has not chosen one.
 * @param pageOrigins that the page may ask beside ours, now
 */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  config: Config,
  pageOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  const { FLOTTA_LANGUAGE: language, FLOTTA_TIMEZONE: timezone } = config
  const page = (await readFile(join(dir, 'index.html'), 'utf8')).replace(
    /<html\b[^>]*>/,
    `<html lang="${language}" data-timezone="${timezone}">`,
  )
  const send = async (reply: FastifyReply) => {
    const origins = await pageOrigins()
    if (origins.length > 0) reply.headers(securityHeaders(config, origins))
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page)
  }
  await app.register(fastifyStatic, {
    root: dir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // made of size and time they would call the page of another build the same: the files of a release carry no time of their own
    etag: false,
    lastModified: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(dir, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => send(reply))
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|assets)\//.test(request.url) &&
      (request.headers.accept ?? '').includes('text/html')
    if (!isPage) throw new Problem('not_found')
    return send(reply)
  })
}
