// Addresses outside of the API that redirect a browser, such as to an identity provider and back. A failure is shown on a page of its own, because no
// page of the web app is open.

import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Way } from '../feature.ts'
import { CallAudit } from './audit.ts'
import { exchange } from './exchange.ts'
import type { Routing } from './routing.ts'

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
const pageOf = (message: string, back: string, label: string, language: string): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Flotta</title>` +
  `<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem"><h1 style="font-size: 1.25rem">Flotta</h1>` +
  `<p role="alert">${escapeHtml(message)}</p><p><a href="${back}">${escapeHtml(label)}</a></p></body></html>`

export function mountWay(app: FastifyInstance, way: Way, routing: Routing): void {
  const { ctx } = routing
  const endpoint = {
    method: 'GET',
    path: way.path,
    summary: '',
    allow: 'anyone',
    scope: 'none',
    reply: z.null(),
    audit: 'export',
  } as const
  app.get(way.path, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    const audit = new CallAudit(routing, {
      endpoint,
      address: request.ip,
      params: {},
      body: null,
    })
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      const target = await way.run({
        id,
        query: new URL(request.url, 'http://localhost').searchParams,
        address: request.ip,
        ctx: audit.context(),
        http: exchange(request, reply, routing, audit.draft),
      })
      return await reply.redirect(target, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await audit.failed(error)
      const say = (key: string) => ctx.say(request.language, { key })
      return reply
        .code(error.status)
        .type('text/html; charset=utf-8')
        .send(
          pageOf(
            ctx.say(request.language, error.words),
            way.back,
            say('api.mail.to_login'),
            request.language,
          ),
        )
    }
  })
}
