// The example record of the gallery's cards, and answers to its six calls within the page, without a server.
import { API, Id, requiredText, text } from '@flotta/core/contract.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

export const Example = z.object({ id: Id, name: z.string(), note: z.string().nullable() })
export type Example = z.infer<typeof Example>
export const examples = resource('gallery_examples', {
  record: Example,
  form: z.object({ name: requiredText(60), note: optional(text(200)) }),
  search: ['name'],
})

const PATH = `${API}/${examples.resource}`
const WAIT = 400
const json = (status: number, body: object, etag?: string): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      date: new Date().toUTCString(),
      ...(etag !== undefined && { etag }),
    },
  })
const tagOf = (row: Example): string => `"${row.name}|${row.note ?? ''}"`

/** Answers the calls of the example within the page; all other calls go to the server. Returns a function that ends this. */
export function answerWithinPage(count: number): {
  readonly close: () => void /** Another user saves the open record. */
  readonly meddle: () => void
} {
  let rows: Example[] = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `Example ${i + 1}`,
    note: i % 3 === 0 ? 'With a note' : null,
  }))
  const outside = window.fetch
  const answer = async (
    method: string,
    address: URL,
    headers: Headers,
    body: { name?: string; note?: string | null },
  ): Promise<Response> => {
    await new Promise(resolve => setTimeout(resolve, WAIT))
    const id = Number(address.pathname.slice(PATH.length + 1)) || null
    const row = rows.find(r => r.id === id)
    if (method === 'GET' && id === null) {
      const words = (address.searchParams.get('search') ?? '').toLowerCase()
      const [page, per_page] = [
        Number(address.searchParams.get('page') ?? 1),
        Number(address.searchParams.get('per_page') ?? 20),
      ]
      const matches = rows.filter(r => r.name.toLowerCase().includes(words))
      const meta = {
        current_page: page,
        per_page,
        total: matches.length,
        total_pages: Math.max(1, Math.ceil(matches.length / per_page)),
      }
      return json(200, { data: matches.slice((page - 1) * per_page, page * per_page), meta })
    }
    if (id !== null && row === undefined)
      return json(404, { code: 'not_found', message: 'There is no such example.' })
    if (body.name === 'wrong')
      return json(422, {
        code: 'invalid',
        message: 'Look at the fields.',
        data: { name: ['This name is refused by the server'] },
      })
    if (body.name === 'broken')
      return json(500, { code: 'internal', message: 'Something went wrong.' })
    if (method === 'POST') {
      const newRow: Example = {
        id: Math.max(0, ...rows.map(r => r.id)) + 1,
        name: body.name ?? '',
        note: body.note ?? null,
      }
      rows = [newRow, ...rows]
      return json(201, { data: newRow })
    }
    if (row === undefined)
      return json(405, { code: 'method_not_allowed', message: 'Not this way.' })
    if (method === 'GET') return json(200, { data: row }, tagOf(row))
    const ifMatch = headers.get('if-match')
    if (ifMatch !== null && ifMatch !== tagOf(row))
      return json(409, { code: 'conflict', message: 'Somebody else has changed it since.' })
    if (method === 'DELETE') {
      rows = rows.filter(r => r !== row)
      return json(204, {})
    }
    const newRow = { ...row, ...body }
    rows = rows.map(r => (r === row ? newRow : r))
    return json(200, { data: newRow }, tagOf(newRow))
  }
  window.fetch = (input, init = {}) => {
    const address = new URL(String(input instanceof Request ? input.url : input), location.origin)
    if (!address.pathname.startsWith(PATH)) return outside(input, init)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { name?: string }) : {}
    return answer(init.method ?? 'GET', address, new Headers(init.headers), body)
  }
  return {
    close: () => {
      window.fetch = outside
    },
    meddle: () => {
      rows = rows.map(r => ({
        ...r,
        note: `Changed by a colleague at ${new Date().toLocaleTimeString()}`,
      }))
    },
  }
}
