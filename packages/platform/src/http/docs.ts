// The API document for programs, and as pages for people: plain HTML, and, when the web app is built, a page on which calls can be tried.

import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { API } from '@flotta/core/contract.ts'
import type { FastifyInstance } from 'fastify'
import { clientFile, type EventRecords } from '../client/client-file.ts'
import { clientPackage } from '../client/client-package.ts'
import type { OpenApi, Operation } from '../openapi.ts'

const html = (value: unknown): string =>
  String(value).replace(
    /[&<>"]/g,
    c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  )
const json = (value: unknown): string => `<pre>${html(JSON.stringify(value, null, 2))}</pre>`

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h2{margin-top:2.5rem;border-bottom:1px solid #8886}code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#8881;padding:.75rem;border-radius:6px}
details{margin:.5rem 0;border:1px solid #8884;border-radius:6px;padding:.5rem .75rem}summary{cursor:pointer}summary b{display:inline-block;min-width:4.5rem}
label{display:block;margin:.5rem 0}input,textarea{font:14px/1.45 ui-monospace,monospace;padding:.3rem;max-width:100%}textarea{display:block;width:100%;box-sizing:border-box}button{font:inherit;padding:.3rem 1rem}
small{opacity:.75}table{border-collapse:collapse}td{padding:.15rem 1rem .15rem 0;vertical-align:top}nav a{margin-right:.9rem}`

function part(title: string, value: unknown): string {
  return value === undefined ? '' : `<h4>${title}</h4>${json(value)}`
}
function bodyOf(content: unknown): unknown {
  const { content: kinds = {} } = (content ?? {}) as {
    content?: Record<string, { schema?: unknown }>
  }
  return Object.values(kinds)[0]?.schema
}

function operation(method: string, path: string, o: Operation): string {
  const parameters = (o.parameters ?? []) as readonly {
    name: string
    in: string
    required: boolean
    schema: unknown
  }[]
  const rows = parameters
    .map(
      p =>
        `<tr><td><code>${html(p.name)}</code></td><td>${p.in}${p.required ? ', required' : ''}</td><td><code>${html(JSON.stringify(p.schema))}</code></td></tr>`,
    )
    .join('')
  const [status = '', answer] = Object.entries(o.responses)[0] ?? []
  return `<details id="${html(o.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${html(path)}</code> – ${html(o.summary)}</summary>
<p><small>allowed for ${html(o['x-allow'])} · scope ${html(typeof o['x-scope'] === 'string' ? o['x-scope'] : JSON.stringify(o['x-scope']))}</small></p>
${rows === '' ? '' : `<table>${rows}</table>`}${part('Body', bodyOf(o.requestBody))}${part(`Answer ${html(status)}`, bodyOf(answer))}</details>`
}

/** The script of the built web app for trying calls. */
const TRY_IT = '/api-docs/start.js'

/**
 * A whole HTML page. Browsers make each id a global variable, so the ids of groups have a prefix: the id `exports` would hide a variable of scripts.
 * @param canTry whether its calls can be tried
 */
function docsPage(document: OpenApi, canTry: boolean): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, o] of Object.entries(methods)) {
      const tag = o.tags[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), operation(method, path, o)])
    }
  const nav = [...groups.keys()].map(tag => `<a href="#tag-${html(tag)}">${html(tag)}</a>`).join('')
  const sections = [...groups]
    .map(([tag, operations]) => `<h2 id="tag-${html(tag)}">${html(tag)}</h2>${operations.join('')}`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>${html(document.info.title)} API</title><style>${STYLE}</style>${canTry ? `<script src="${TRY_IT}" defer></script>` : ''}</head>
<body><h1>${html(document.info.title)} API ${html(document.info.version)}</h1>
<p>All paths stand below <code>${API}</code>. Success: <code>{"data": …, "meta"?: …}</code>. Failure: <code>{"message", "code", "data"?: {field: [text]}}</code> in the language of <code>Accept-Language</code> (it, en, es, de).
Sign in with <code>POST /login</code> and send <code>Authorization: Bearer …</code>. Times are ISO 8601 in UTC. Lists carry an ETag. The same as a document: <a href="${API}/openapi.json">openapi.json</a>, and as a client for TypeScript: <a href="${API}/client.ts">client.ts</a>, or its npm package <a href="${API}/client.tgz">client.tgz</a>.</p>
<nav>${nav}</nav>${sections}</body></html>`
}

const hasScript = (webDir: string | undefined): Promise<boolean> =>
  webDir === undefined
    ? Promise.resolve(false)
    : access(join(webDir, TRY_IT)).then(
        () => true,
        () => false,
      )

/** @param described `open` makes the document, at the first request */
export function serveDocs(
  app: FastifyInstance,
  described: { readonly open: () => Promise<OpenApi>; readonly events: EventRecords },
  webDir: string | undefined,
): void {
  let texts: Promise<
    Record<'text' | 'page' | 'client', string> & { readonly archive: Buffer }
  > | null = null
  const pages = () => {
    texts ??= Promise.all([described.open(), hasScript(webDir)]).then(([document, canTry]) => ({
      text: JSON.stringify(document),
      page: docsPage(document, canTry),
      client: clientFile(document, described.events),
      archive: clientPackage(document, described.events),
    }))
    return texts
  }
  app.get(`${API}/openapi.json`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((await pages()).text),
  )
  app.get(`${API}/client.ts`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send((await pages()).client),
  )
  app.get(`${API}/client.tgz`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/gzip')
      .send((await pages()).archive),
  )
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send((await pages()).page),
  )
}
