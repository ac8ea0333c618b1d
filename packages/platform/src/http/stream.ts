// Server-sent events. Comments keep the connection alive; events for a slow reader are dropped instead of buffered without a limit.
import type { FastifyReply } from 'fastify'
import type { EventStream } from '../feature.ts'
import { isHead } from './head.ts'

/** Largest number of bytes that may wait for one reader. */
const LIMIT = 1_048_576
/** Interval of comments, ms, so that a reader notices within seconds when the server is gone. */
const HEARTBEAT_MS = 5_000

/** Sends the head at once. The stream lives until either side closes it; for HEAD it ends after the head. `onClosed` is called at its end. */
export function openEventStream(
  reply: FastifyReply,
  onClosed: (stream: EventStream) => void,
): EventStream {
  reply.hijack()
  const raw = reply.raw
  const drains = new Set<() => void>()
  const closes = new Set<() => void>()
  let open = true
  raw.writeHead(200, {
    ...Object.fromEntries(
      Object.entries(reply.getHeaders()).filter(
        (h): h is [string, string | number | string[]] => h[1] !== undefined,
      ),
    ),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.socket?.setNoDelay(true)
  raw.socket?.setTimeout(0)
  const heartbeat = setInterval(() => raw.writableLength === 0 && raw.write(':\n\n'), HEARTBEAT_MS)
  heartbeat.unref()
  const stream: EventStream = {
    get writable() {
      return open && raw.writableLength < LIMIT
    },
    send(data) {
      if (!stream.writable) return false
      raw.write(`data: ${data}\n\n`)
      return true
    },
    onDrain(listener) {
      drains.add(listener)
    },
    onClose(listener) {
      closes.add(listener)
    },
    close(again) {
      if (again !== undefined && open) raw.write(`retry: ${Math.round(again)}\n\n`)
      raw.end()
    },
  }
  raw.on('drain', () => {
    for (const listener of drains) listener()
  })
  raw.on('error', () => {})
  raw.once('close', () => {
    open = false
    clearInterval(heartbeat)
    onClosed(stream)
    for (const listener of closes) listener()
  })
  if (isHead(reply.request.raw)) raw.end()
  else raw.write(':\n\n')
  return stream
}
