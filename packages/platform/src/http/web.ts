// The built web app: hashed assets may be cached forever, its page never, and the page is served for every address that a person may open.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Language } from '@flotta/core/languages.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context, SecretPage } from '../feature.ts'
import { securityHeaders } from './security.ts'

export interface WebPages {
  /** Origins that the page may call now, besides the product's own. */
  readonly origins: () => Promise<readonly string[]>
  readonly secretPages: readonly SecretPage[]
}

/** The page begins in the installation's language; a secret page begins in the reader's. */
export async function serveWeb(
  app: FastifyInstance,
  dir: string,
  ctx: Context,
  { origins: pageOrigins, secretPages }: WebPages,
): Promise<void> {
  const { config } = ctx
  const { FLOTTA_LANGUAGE, FLOTTA_TIMEZONE: timezone } = config
  const page = await readFile(join(dir, 'index.html'), 'utf8')
  const pageIn = (language: Language) =>
    page.replace(/<html\b[^>]*>/, `<html lang="${language}" data-timezone="${timezone}">`)
  const send = async (
    reply: FastifyReply,
    { language = FLOTTA_LANGUAGE, status = 200, cache = 'no-cache' } = {},
  ) => {
    const origins = await pageOrigins()
    if (origins.length > 0) reply.headers(securityHeaders(config, origins))
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', cache)
      .send(pageIn(language))
  }
  await app.register(fastifyStatic, {
    root: dir,
    preCompressed: true,
    cacheControl: false,
    index: false,
    // An ETag of size and time would be the same for the page of another build, because the files of a release have no time of their own.
    etag: false,
    lastModified: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(dir, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => send(reply))
  for (const { path, check } of secretPages)
    app.get(path, async (request, reply) => {
      const { id } = request.params as { readonly id: string }
      const status = await statusOf(() => check(id, ctx))
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
      return send(reply, { language: request.language, status, cache: 'no-store' })
    })
  app.setNotFoundHandler((request, reply) => {
    const { method, url, headers } = request
    const mayBePage = method === 'GET' && !/^\/(api|assets)\//.test(url)
    if (mayBePage && acceptsPage(headers.accept ?? '', url)) return send(reply)
    throw new Problem('not_found')
  })
}

/** Whether the caller wants a page: a program that accepts anything gets it for addresses that look like no file. */
const acceptsPage = (accept: string, url: string): boolean =>
  accept.includes('text/html') ||
  (accept.includes('*/*') && !/\.\w+$/.test(url.split('?')[0] ?? ''))

/** 200, or the status of the problem. */
async function statusOf(check: () => Promise<unknown>): Promise<number> {
  try {
    await check()
    return 200
  } catch (error) {
    if (error instanceof Problem) return error.status
    throw error
  }
}
