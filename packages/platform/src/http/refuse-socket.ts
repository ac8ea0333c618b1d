// Answers to invalid requests: bytes that cannot be parsed, and heads that are too long or too slow.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Failure } from '@flotta/core/contract.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Context } from '../feature.ts'

type RefuseSocket = (socket: Socket, status: 400 | 408 | 431) => void

const answers: Readonly<Record<400 | 408 | 431, { readonly code: string; readonly words: Words }>> =
  {
    400: { code: 'bad_request', words: { key: 'api.bad_request' } },
    408: { code: 'too_slow', words: { key: 'api.bad_request' } },
    431: { code: 'too_large', words: { key: 'api.bad_request' } },
  }

/** Writes the refusal and closes. */
export function refuseSockets(
  { say, config: { FLOTTA_LANGUAGE: language } }: Pick<Context, 'say' | 'config'>,
  headers: Readonly<Record<string, string>>,
): RefuseSocket {
  return (socket, status) => {
    if (socket.destroyed || !socket.writable) return void socket.destroy()
    const { code, words } = answers[status]
    const body = JSON.stringify({ message: say(language, words), code } satisfies Failure)
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

export const statusOf = (error: { readonly code?: string }): 400 | 408 | 431 =>
  error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
