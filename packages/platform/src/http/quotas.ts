// Quotas of users, addresses and connections. Signed-in users are counted by user, so that a crowd or an attacker behind one address does not block them.
import { createHash, randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../feature.ts'
import { perMinute, Slots } from '../limits.ts'
import { networkOf } from '../networks.ts'
import { AnonymousConnections } from './anonymous-connections.ts'

const STREAMS_PER_USER = 20
const CONNECTIONS_PER_USER = 200
/** When somebody who has too many connections is to try again, s. */
const CONNECTIONS_WAIT_S = 5
/** Files allowed for each call: a page consists of dozens of files and a map loads parts of files, while a call uses the database. */
const FILES_PER_CALL = 30
/** Largest number of remembered credentials; the least recently used are removed. */
const MOST_PROOFS = 50_000

export interface Quotas {
  /** First thing of a request; `answer` closes when it is answered. Throws `too_many`. */
  admit(request: FastifyRequest, answer: ServerResponse): void
  /** The request's token is this user's. Throws `too_many` when the user has too many connections. */
  recognise(request: FastifyRequest, token: string, user_id: number): void
  /** The token is invalid, or not valid any more. */
  disown(token: string): void
  /** A cookie was handed out: who comes back with it is known. */
  issued(request: FastifyRequest, cookie: string): void
  /** A place for one more stream of the request's user; what it answers gives it back. Throws `too_many`. */
  stream(request: FastifyRequest): () => void
  /** Counts a server's connections. */
  watch(server: Server): void
}

/** A connection on which somebody has signed in. */
interface Connection {
  readonly holder: string
  readonly leave: () => void
}

export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]

export function openQuotas({
  config,
  limits,
  log,
}: Pick<Context, 'config' | 'limits' | 'log'>): Quotas {
  const perUser = perMinute(config.FLOTTA_HTTP_REQUESTS_PER_USER)
  const perStranger = perMinute(config.FLOTTA_HTTP_REQUESTS_PER_ADDRESS)
  const files = perMinute(FILES_PER_CALL * config.FLOTTA_HTTP_REQUESTS_PER_ADDRESS)
  const isProxied = config.FLOTTA_TRUSTED_PROXIES.length > 0
  const places = new Slots()
  const connections = new WeakMap<Socket, Connection>()
  const strangers = new AnonymousConnections(config.FLOTTA_HTTP_CONNECTIONS_PER_ADDRESS)
  /** Digest of a credential → whom it proves. */
  const proofs = new Map<string, string>()
  const digestOf = (credential: string) =>
    createHash('sha256').update(credential).digest('base64url')
  const remember = (credential: string, subject: string): void => {
    const key = digestOf(credential)
    proofs.delete(key)
    proofs.set(key, subject)
    for (const oldest of proofs.keys()) {
      if (proofs.size <= MOST_PROOFS) break
      proofs.delete(oldest)
    }
  }
  const subjectOf = (request: FastifyRequest): string | null => {
    const token = bearerOf(request)
    for (const credential of token === undefined ? Object.values(request.cookies) : [token]) {
      const subject = credential === undefined ? undefined : proofs.get(digestOf(credential))
      if (subject !== undefined) return subject
    }
    return null
  }
  /** Gives back what a signed-in user took from the limit of strangers, since after a restart a whole office comes back at once. */
  const markKnown = (request: FastifyRequest): void => {
    if (request.strange !== null) void limits.give(request.strange, perStranger)
    request.strange = null
  }
  let hasWarned = isProxied
  const warnOfProxy = (request: FastifyRequest): void => {
    if (
      hasWarned ||
      (request.headers['x-forwarded-for'] ?? request.headers.forwarded) === undefined
    )
      return
    hasWarned = true
    log.warn(
      { proxy: request.ip },
      'requests come by a proxy that FLOTTA_TRUSTED_PROXIES does not name: everybody behind it counts as one address',
    )
  }

  return {
    admit(request, answer) {
      warnOfProxy(request)
      const network = networkOf(request.ip)
      request.subject = request.url.startsWith('/api/') ? subjectOf(request) : null
      const [who, rate] = !request.url.startsWith('/api/')
        ? [`files ${network}`, files]
        : request.subject === null
          ? [`calls ${network}`, perStranger]
          : [`calls ${request.subject}`, perUser]
      const { socket } = request.raw
      answer.once('close', () => strangers.ends(socket))
      if (!strangers.begins(socket, request.subject !== null)) throw tooMany(CONNECTIONS_WAIT_S)
      const wait = limits.takeNow(who, rate)
      if (wait > 0) throw tooMany(wait)
      request.strange = rate === perStranger ? who : null
    },
    recognise(request, token, user_id) {
      const subject = `user ${user_id}`
      markKnown(request)
      request.subject = subject
      remember(token, subject)
      const { socket } = request.raw
      const connection = connections.get(socket)
      // behind a proxy connections are nobody's
      if (connection === undefined ? !strangers.has(socket) : connection.holder === subject) return
      const leave = places.take(`connections ${subject}`, CONNECTIONS_PER_USER)
      if (leave === null) throw tooMany(CONNECTIONS_WAIT_S)
      if (connection === undefined) socket.once('close', () => connections.get(socket)?.leave())
      else connection.leave()
      strangers.leave(socket)
      connections.set(socket, { holder: subject, leave })
    },
    disown(token) {
      proofs.delete(digestOf(token))
    },
    issued(request, cookie) {
      markKnown(request)
      remember(cookie, request.subject ?? `session ${randomUUID()}`)
    },
    stream(request) {
      const leave = places.take(`streams ${request.subject}`, STREAMS_PER_USER)
      if (leave === null) throw tooMany(30)
      return leave
    },
    watch(server) {
      // behind a proxy every connection is the proxy's, which has limits of its own
      if (!isProxied)
        server.on('connection', socket =>
          strangers.enter(socket, networkOf(socket.remoteAddress ?? '')),
        )
    },
  }
}

const tooMany = (wait: number): Problem =>
  new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request's credential proves, as the quotas count; null: a stranger. */
    subject: string | null
    /** The count of strangers that this request was taken from; null: none. */
    strange: string | null
  }
}
