// How answers are sent: with an ETag where the contract declares one, compressed once when they are serialized once, files byte by byte.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress, gzipSync } from 'node:zlib'
import {
  type Endpoint,
  type FileReply,
  type FileStream,
  SerializedReply,
  SharedReply,
  WrittenReply,
} from '@flotta/core/contract.ts'
import { jsonBytes } from '@flotta/core/json-writer.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong ETag of a body. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha1').update(body).digest('base64url')}"`
const bare = (etag: string): string => etag.replace(/^W\//, '').replace(/^"|"$/g, '')
/** The part of an ETag that changes only when somebody writes the record (`"record.whole"`, see `sendJson`). */
export const versionOf = (etag: string): string => bare(etag.trim()).split('.', 1)[0] ?? ''
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some(part => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

/** Adds these request headers to those that the answer depends on. */
export const varyBy = (reply: FastifyReply, names: string): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary') ?? [], names].flat().join(', '))

/**
 * Sends the answer of a handler of kind `json`; `write` makes its JSON.
 * An ETag that the handler has set is the version of the record alone, which writes compare. A digest of the whole answer, which also changes by
 * itself, becomes the second part of the ETag.
 */
export async function sendJson(
  e: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  write: (value: unknown) => string,
): Promise<FastifyReply> {
  const out: Body =
    answer instanceof SerializedReply
      ? bodyOf(answer, writeSerialized)
      : answer instanceof SharedReply
        ? bodyOf(answer, write)
        : answer instanceof WrittenReply
          ? { content: bytesOf(answer) }
          : { content: write(e.meta === undefined ? { data: answer } : answer) }
  // No cache may store people and their positions; a caller that sends If-None-Match keeps the last answer itself, in memory.
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  varyBy(reply, 'authorization, accept-language, accept-encoding')
  if (e.etag === true && e.method === 'GET') {
    const bodyEtag = out.etag ?? etagOf(out.content)
    const version = reply.getHeader('etag')
    const etag = typeof version === 'string' ? `"${bare(version)}.${bare(bodyEtag)}"` : bodyEtag
    reply.header('etag', etag)
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  const encoding = /\b(br|gzip)\b/.exec(request.headers['accept-encoding'] ?? '')?.[1] as
    | Encoding
    | undefined
  if (encoding === undefined || out.content.length < WORTH_COMPRESSING)
    return reply.send(out.content)
  return reply
    .header('content-encoding', encoding)
    .send(await (out.compressed?.(encoding) ?? compress(out.content, encoding)))
}

type Encoding = 'br' | 'gzip'
const WORTH_COMPRESSING = 1_024
/** A shorter body is compressed faster than it is passed to another thread. */
const ANOTHER_THREAD_FROM = 65_536
const brotli = promisify<string | Buffer, object, Buffer>(brotliCompress)
const gzip = promisify<string | Buffer, object, Buffer>(gzipCompress)
const GZIP = { level: 3 } as const

/** Compresses whole answers instead of streams: for the few kB of a list a stream takes ten times as long as the compression itself. */
function compress(content: string | Buffer, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'br')
    return brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    })
  return content.length < ANOTHER_THREAD_FROM ? gzipSync(content, GZIP) : gzip(content, GZIP)
}

interface Body {
  readonly content: string | Buffer
  readonly etag?: string
  readonly compressed?: (encoding: Encoding) => Promise<Buffer> | Buffer
}
function bytesOf({ write }: WrittenReply<unknown>): Buffer {
  const { buffer, byteOffset, byteLength } = jsonBytes(out => {
    out.raw('{"data":')
    write(out)
    out.raw('}')
  })
  return Buffer.from(buffer, byteOffset, byteLength)
}
const writeSerialized = (reply: unknown): string =>
  `{"data":${(reply as SerializedReply<unknown>).json}}`
/** By what writes them: two endpoints may give the same answer by schemas of their own. */
const bodiesOf = new WeakMap<object, WeakMap<object, Body>>()
/** What is written once is hashed and compressed once. */
function bodyOf(
  answer: SerializedReply<unknown> | SharedReply<unknown>,
  write: (value: unknown) => string,
): Body {
  let bodies = bodiesOf.get(write)
  if (bodies === undefined) {
    bodies = new WeakMap()
    bodiesOf.set(write, bodies)
  }
  const existing = bodies.get(answer)
  if (existing !== undefined) return existing
  const content = write(answer instanceof SharedReply ? answer.answer : answer)
  let etag: string | undefined
  const byEncoding = new Map<Encoding, Promise<Buffer> | Buffer>()
  const body: Body = {
    content,
    get etag() {
      etag ??= etagOf(content)
      return etag
    },
    compressed(encoding) {
      const before = byEncoding.get(encoding)
      if (before !== undefined) return before
      const now = compress(content, encoding)
      byEncoding.set(encoding, now)
      return now
    },
  }
  bodies.set(answer, body)
  return body
}

export function sendFile(reply: FastifyReply, file: FileReply | FileStream): FastifyReply {
  return reply
    .code(file.status ?? 200)
    .type(file.type)
    .header('cache-control', file.max_age > 0 ? `private, max-age=${file.max_age}` : 'no-store')
    .header('referrer-policy', 'no-referrer')
    .send(
      'stream' in file
        ? Readable.from(file.stream, { objectMode: false })
        : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
    )
}
