// Quotas of users, addresses and connections. Signed-in users are counted by user, so that a crowd or an attacker behind one address does not block them.
import { createHash, randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../feature.ts'
import { perMinute, type Rate, Slots } from '../limits.ts'
import { networkOf } from '../networks.ts'
import { AnonymousConnections } from './anonymous-connections.ts'

const STREAMS_PER_USER = 20
const CONNECTIONS_PER_USER = 200
/** Seconds after which a caller with too many connections may try again. */
const CONNECTIONS_WAIT_S = 5
/** Files allowed for each call: a page consists of dozens of files and a map loads parts of files, while a call uses the database. */
const FILES_PER_CALL = 30
/** Largest number of remembered credentials; the least recently used are removed. */
const MOST_PROOFS = 50_000

export interface Quotas {
  /** The first step of a request; `answer` closes when it is answered. Throws `too_many`. */
  admit(request: FastifyRequest, answer: ServerResponse): void
  /** The `RateLimit-*` headers of an answer: the burst, the remaining calls, and the seconds until all are available; none for files. */
  headersOf(request: FastifyRequest): Readonly<Record<string, string>>
  /** The request's token is this user's. Throws `too_many` when the user has too many connections. */
  recognise(request: FastifyRequest, token: string, user_id: number): void
  /** The token is invalid, or no longer valid. */
  disown(token: string): void
  /** A cookie was issued, so a caller that returns with it is known. */
  issued(request: FastifyRequest, cookie: string): void
  /** Takes a slot for one more stream of the request's user and returns a function that releases it. Throws `too_many`. */
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

/** @param isCall whether an address is a call; otherwise it is a file */
export const openQuotas = (
  ctx: Pick<Context, 'config' | 'limits' | 'log'>,
  isCall: (url: string) => boolean,
): Quotas => new RequestQuotas(ctx, isCall)

class RequestQuotas implements Quotas {
  readonly #limits: Context['limits']
  readonly #perUser: Rate
  readonly #perStranger: Rate
  readonly #files: Rate
  readonly #isProxied: boolean
  readonly #slots = new Slots()
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #anonymous: AnonymousConnections
  readonly #proofs = new ProvenCredentials()
  readonly #proxyWarning: ProxyWarning

  readonly #isCall: (url: string) => boolean

  constructor(
    { config, limits, log }: Pick<Context, 'config' | 'limits' | 'log'>,
    isCall: (url: string) => boolean,
  ) {
    this.#isCall = isCall
    this.#limits = limits
    this.#perUser = perMinute(config.FLOTTA_HTTP_REQUESTS_PER_USER)
    this.#perStranger = perMinute(config.FLOTTA_HTTP_REQUESTS_PER_ADDRESS)
    this.#files = perMinute(FILES_PER_CALL * config.FLOTTA_HTTP_REQUESTS_PER_ADDRESS)
    this.#isProxied = config.FLOTTA_TRUSTED_PROXIES.length > 0
    this.#anonymous = new AnonymousConnections(config.FLOTTA_HTTP_CONNECTIONS_PER_ADDRESS)
    this.#proxyWarning = new ProxyWarning(log, this.#isProxied)
  }

  admit(request: FastifyRequest, answer: ServerResponse): void {
    this.#proxyWarning.check(request)
    request.subject = this.#isCall(request.url) ? this.#proofs.subjectOf(request) : null
    const [key, rate] = this.#limitOf(request)
    const { socket } = request.raw
    answer.once('close', () => this.#anonymous.ends(socket))
    if (!this.#anonymous.begins(socket, request.subject !== null)) throw tooMany(CONNECTIONS_WAIT_S)
    const wait = this.#limits.takeNow(key, rate)
    if (wait > 0) throw tooMany(wait)
    request.strange = rate === this.#perStranger ? key : null
  }

  headersOf(request: FastifyRequest): Readonly<Record<string, string>> {
    if (!this.#isCall(request.url)) return {}
    const [key, { burst, every_ms }] = this.#limitOf(request)
    const untilWhole = this.#limits.untilWhole(key)
    const remaining = Math.max(0, Math.floor(burst - untilWhole / every_ms))
    return {
      'ratelimit-limit': String(burst),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(Math.ceil(untilWhole / 1_000)),
    }
  }

  recognise(request: FastifyRequest, token: string, user_id: number): void {
    const subject = `user ${user_id}`
    this.#giveBackStranger(request)
    request.subject = subject
    this.#proofs.remember(token, subject)
    const { socket } = request.raw
    const connection = this.#connections.get(socket)
    // A connection from a proxy belongs to no user.
    if (connection === undefined ? !this.#anonymous.has(socket) : connection.holder === subject)
      return
    const leave = this.#slots.take(`connections ${subject}`, CONNECTIONS_PER_USER)
    if (leave === null) throw tooMany(CONNECTIONS_WAIT_S)
    if (connection === undefined) socket.once('close', () => this.#connections.get(socket)?.leave())
    else connection.leave()
    this.#anonymous.leave(socket)
    this.#connections.set(socket, { holder: subject, leave })
  }

  disown(token: string): void {
    this.#proofs.forget(token)
  }

  issued(request: FastifyRequest, cookie: string): void {
    this.#giveBackStranger(request)
    this.#proofs.remember(cookie, request.subject ?? `session ${randomUUID()}`)
  }

  stream(request: FastifyRequest): () => void {
    const leave = this.#slots.take(`streams ${request.subject}`, STREAMS_PER_USER)
    if (leave === null) throw tooMany(30)
    return leave
  }

  watch(server: Server): void {
    // Every connection comes from the proxy, which has limits of its own.
    if (this.#isProxied) return
    server.on('connection', socket =>
      this.#anonymous.enter(socket, networkOf(socket.remoteAddress ?? '')),
    )
  }

  /** The key and the rate by which a request is counted. */
  #limitOf(request: FastifyRequest): readonly [key: string, rate: Rate] {
    const network = networkOf(request.ip)
    if (!this.#isCall(request.url)) return [`files ${network}`, this.#files]
    return request.subject === null
      ? [`calls ${network}`, this.#perStranger]
      : [`calls ${request.subject}`, this.#perUser]
  }

  /** Gives back what a signed-in user took from the limit of unknown callers, since after a restart a whole office reconnects at once. */
  #giveBackStranger(request: FastifyRequest): void {
    if (request.strange !== null) void this.#limits.give(request.strange, this.#perStranger)
    request.strange = null
  }
}

/** Credentials that were checked before, by their digests, with the user or session that each belongs to. */
class ProvenCredentials {
  readonly #subjects = new Map<string, string>()

  remember(credential: string, subject: string): void {
    const key = digestOf(credential)
    this.#subjects.delete(key)
    this.#subjects.set(key, subject)
    for (const oldest of this.#subjects.keys()) {
      if (this.#subjects.size <= MOST_PROOFS) break
      this.#subjects.delete(oldest)
    }
  }
  forget(credential: string): void {
    this.#subjects.delete(digestOf(credential))
  }
  subjectOf(request: FastifyRequest): string | null {
    const token = bearerOf(request)
    for (const credential of token === undefined ? Object.values(request.cookies) : [token]) {
      const subject =
        credential === undefined ? undefined : this.#subjects.get(digestOf(credential))
      if (subject !== undefined) return subject
    }
    return null
  }
}
const digestOf = (credential: string): string =>
  createHash('sha256').update(credential).digest('base64url')

/** Logs one warning when requests arrive through a proxy that the settings do not name. */
class ProxyWarning {
  readonly #log: Pick<Context['log'], 'warn'>
  #isDone: boolean

  /** @param isDone true: proxies are configured, so no warning is needed */
  constructor(log: Pick<Context['log'], 'warn'>, isDone: boolean) {
    this.#log = log
    this.#isDone = isDone
  }
  check(request: FastifyRequest): void {
    if (
      this.#isDone ||
      (request.headers['x-forwarded-for'] ?? request.headers.forwarded) === undefined
    )
      return
    this.#isDone = true
    this.#log.warn(
      { proxy: request.ip },
      'requests come by a proxy that FLOTTA_TRUSTED_PROXIES does not name: everybody behind it counts as one address',
    )
  }
}

const tooMany = (wait: number): Problem =>
  new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)

declare module 'fastify' {
  interface FastifyRequest {
    /** The key under which the quotas count the caller; null: the request has no valid credential. */
    subject: string | null
    /** The key of unknown callers under which this request was counted; null: none. */
    strange: string | null
  }
}
