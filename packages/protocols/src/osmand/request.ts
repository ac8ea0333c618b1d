// HTTP requests on a device port: where one ends, its content, and the answer to it.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { nextMark } from '../marks.ts'

const END_OF_HEAD = [[0x0d, 0x0a, 0x0d, 0x0a]] as const
const LONGEST_HEAD = 16_384
const METHODS = ['GET ', 'POST '] as const
const CR = 0x0d
const LF = 0x0a

export interface HttpRequest {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array
  /** The caller or its version of HTTP closes the connection after the answer. */
  readonly closes: boolean
}

/** Length of the body that a head states; null: it is not given as a plain length. */
function bodyLength(head: string): number | null {
  if (/^transfer-encoding:/im.test(head)) return null
  const [, length] = /^content-length:[ \t]*(\d{1,9})[ \t]*$/im.exec(head) ?? []
  return length === undefined ? (/^content-length:/im.test(head) ? null : 0) : Number(length)
}

/** Length of the first complete request, or of empty lines before it; 0 while more is needed. A body that is too long is ignored, and its head is refused. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  let o = start
  while (o < end && (bytes[o] === CR || bytes[o] === LF)) o++
  if (o > start) return o - start
  if (begins(bytes.subarray(start, end)) === 'no')
    throw new FrameError('osmand: not a request', true)
  const headEnd = nextMark(bytes, start, end, END_OF_HEAD)
  if (headEnd < 0) {
    if (end - start > Math.min(LONGEST_HEAD, maxFrame))
      throw new FrameError('osmand: the head of the request is too long', true)
    return 0
  }
  const head = headEnd + 4 - start
  const body = bodyLength(Buffer.from(bytes.subarray(start, headEnd)).toString('latin1'))
  if (body === null || head + body > maxFrame) return head
  return head + body > end - start ? 0 : head + body
}

/** A connection begins with one of the two methods that applications use. */
export function begins(bytes: Uint8Array): Beginning {
  const first = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  if (METHODS.some(method => first.startsWith(method))) return 'yes'
  return METHODS.some(method => method.startsWith(first)) ? 'more' : 'no'
}

/** null: the bytes are no request, or the body is missing. */
export function readRequest(frame: Uint8Array): HttpRequest | null {
  const headEnd = nextMark(frame, 0, frame.length, END_OF_HEAD)
  if (headEnd < 0) return null
  const head = Buffer.from(frame.subarray(0, headEnd)).toString('latin1')
  const [first = '', ...lines] = head.split('\r\n')
  const [, method, target, version] = /^([A-Z]+) (\S+) HTTP\/(1\.[01])$/.exec(first) ?? []
  if (method === undefined || target === undefined) return null
  const headers = new Map<string, string>()
  for (const text of lines) {
    const colon = text.indexOf(':')
    if (colon > 0) headers.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim())
  }
  const body = frame.subarray(headEnd + 4)
  if (bodyLength(head) !== body.length) return null
  const connection = headers.get('connection')?.toLowerCase() ?? ''
  const closes =
    connection.includes('close') || (version === '1.0' && !connection.includes('keep-alive'))
  return { method, target, headers, body, closes }
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  413: 'Content Too Large',
}

/** A response with a line of text, and whether the connection ends with it. */
export function response(status: number, text: string, closes: boolean): Uint8Array {
  const body = text === '' ? '' : `${text}\n`
  return Buffer.from(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
      ...(body === '' ? [] : ['Content-Type: text/plain; charset=utf-8']),
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Connection: ${closes ? 'close' : 'keep-alive'}`,
      '',
      body,
    ].join('\r\n'),
  )
}
