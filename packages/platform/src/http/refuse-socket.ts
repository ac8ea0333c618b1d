// Answers to invalid requests: bytes that cannot be parsed, and heads that are too long or too slow.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '@flotta/core/contract.ts'
import type { Context } from '../feature.ts'

const codes = { 400: 'bad_request', 408: 'too_slow', 431: 'too_large' } as const
type RefusalStatus = keyof typeof codes

/** Writes the refusal and closes the socket. */
export function refuseSockets(
  { say, config: { FLOTTA_LANGUAGE: language } }: Pick<Context, 'say' | 'config'>,
  headers: Readonly<Record<string, string>>,
): (socket: Socket, status: RefusalStatus) => void {
  return (socket, status) => {
    if (socket.destroyed || !socket.writable) return void socket.destroy()
    const message = say(language, { key: 'api.bad_request' })
    const body = JSON.stringify({ message, code: codes[status] } satisfies Failure)
    const head = {
      ...headers,
      'cache-control': 'no-store',
      'content-language': language,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}

export const statusOf = (error: { readonly code?: string }): RefusalStatus =>
  error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
