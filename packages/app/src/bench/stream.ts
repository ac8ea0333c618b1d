// A viewer's stream of live updates, read as by a browser: real sign-in, real server-sent events.
import type { ReplyOf } from '@flotta/core/contract.ts'
import type { stream } from '@flotta/features/map/live/contract.ts'
import { type Company, signIn } from './fleet.ts'

export type Event = ReplyOf<typeof stream>

export interface Viewer {
  readonly bytes: number
  close(): void
}

/** Resolves after the first event of the server; `hear` receives every later one. */
export async function openViewer(
  url: string,
  company: Company,
  hear: (event: Event) => void,
): Promise<Viewer> {
  const token = await signIn(url, company)
  const end = new AbortController()
  const response = await fetch(`${url}/api/v1/stream`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: end.signal,
  })
  if (!response.ok || !response.body) throw new Error(`stream: ${response.status}`)
  const reader = response.body.getReader()
  let bytes = 0
  const greeting = new Promise<void>((resolve, reject) => {
    const readChunks = async () => {
      const decoder = new TextDecoder()
      let rest = ''
      for (;;) {
        const { done: over, value } = await reader.read()
        if (over) throw new Error('the stream ended')
        bytes += value.length
        const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          if (!part.startsWith('data: ')) continue
          const event = JSON.parse(part.slice(6)) as Event
          if (event.event === 'hello') resolve()
          else hear(event)
        }
      }
    }
    readChunks().catch(error => {
      if (!end.signal.aborted) reject(error)
    })
  })
  await greeting
  return {
    get bytes() {
      return bytes
    },
    close: () => end.abort(),
  }
}
