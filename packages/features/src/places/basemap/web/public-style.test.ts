// The style of a public service as the browser loads it, from a service that works, is wrong or is down.
import { afterEach, expect, test, vi } from 'vitest'
import { loadPublicStyle } from './public-style.ts'

const STYLE = 'https://maps.example/style.json'
const style = {
  version: 8,
  sources: { streets: { type: 'vector', url: 'https://maps.example/tiles.json' } },
  layers: [{ id: 'roads', type: 'line', source: 'streets' }],
}
const tiles = { tiles: ['https://maps.example/{z}/{x}/{y}.pbf'] }

function serve(answers: Readonly<Record<string, () => Response | Promise<Response>>>) {
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted()
    const answer = answers[url]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer()
  })
}
afterEach(() => vi.unstubAllGlobals())
const load = (signal = new AbortController().signal) => loadPublicStyle(STYLE, 'it', signal)

test('the browser fetches a style and the addresses of its tiles from the service itself [places.39]', async () => {
  serve({
    [STYLE]: () => Response.json(style),
    'https://maps.example/tiles.json': () => Response.json(tiles),
  })
  expect(await load()).toMatchObject({ sources: { streets: tiles }, layers: style.layers })
})
test.each([
  ['is away', {}],
  ['fails', { [STYLE]: () => new Response('', { status: 503 }) }],
  ['answers a page', { [STYLE]: () => new Response('<html>') }],
  ['answers no style', { [STYLE]: () => Response.json({ version: 7 }) }],
  ['does not know its tiles', { [STYLE]: () => Response.json(style) }],
])('a service that %s gives no style [places.40]', async (_, answers) => {
  serve(answers)
  await expect(load()).rejects.toThrow()
})
test('a service that is too slow is given up [places.40]', async () => {
  serve({ [STYLE]: () => Response.json(style) })
  await expect(load(AbortSignal.abort(new Error('too slow')))).rejects.toThrow('too slow')
})
