// Finds the one of several database servers that accepts writes. The search runs when it is needed, the server is watched while it is used, and
// searched for again when it does not answer. Connections to other servers are cut.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseServers } from './database-url.ts'
import type { Logger } from './log.ts'

/** How long a server may take to report its state, and how long the search lasts before it fails, ms. */
const ASK_MS = 2_000
const SEEK_MS = 5_000
const AGAIN_MS = 200
/** When two servers claim to accept writes, the one with the later timeline is right; the search waits this long for a second one, ms. */
const RIVAL_MS = 200
const WATCH_MS = 1_000

interface Server {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly name: string
}
interface Cut {
  readonly server: Server
  end(error: Error): void
}
type Client = pg.Client & { host: string; port: number; readonly connection: pg.Connection }
/** A status message of the connection, which the driver's types leave out. */
type Status = { readonly parameterName: string; readonly parameterValue: string }

const transient = (message: string): Error => Object.assign(new Error(message), { code: '57P03' })

class Seeker {
  readonly #servers: readonly Server[]
  readonly #open = new Set<Cut>()
  #current: Server | null = null
  /** The previous primary while none is known, so that a change is reported once. */
  #last: Server | null = null
  #seeking: Promise<Server> | null = null
  #users = 0
  #watching: AbortController | null = null
  log: Logger | null = null

  constructor(urls: readonly string[]) {
    this.#servers = urls.map(url => {
      const { host, port } = new pg.Client({ connectionString: url })
      return { url, host, port, name: `${host}:${port}` }
    })
  }

  /** Rejects with a transient error when there is none for a while. */
  server(): Promise<Server> {
    if (this.#current) return Promise.resolve(this.#current)
    this.#seeking ??= this.#seek().finally(() => {
      this.#seeking = null
    })
    return this.#seeking
  }
  /** The server did not act as a primary: the next request searches again. */
  doubt(server: Server): void {
    if (this.#current === server) this.#current = null
  }
  /** Returns a function to call when the connection has ended. */
  opened(cut: Cut): () => void {
    this.#open.add(cut)
    return () => this.#open.delete(cut)
  }
  /** Watches the primary until every caller has called `release`. */
  hold(log: Logger | null): void {
    this.log ??= log
    if (this.#users++ > 0) return
    this.#watching = new AbortController()
    void this.#watch(this.#watching.signal)
  }
  release(): void {
    if (--this.#users === 0) this.#watching?.abort()
  }

  async #seek(): Promise<Server> {
    const deadline = performance.now() + SEEK_MS
    for (;;) {
      const answers = new Map<Server, number | string>()
      const questions = this.#servers.map(async server => {
        answers.set(
          server,
          await ask(server.url).catch(
            (error: Error) => error.message || String((error as { code?: unknown }).code),
          ),
        )
        if (typeof answers.get(server) === 'string') throw new Error('none')
      })
      const all = Promise.allSettled(questions)
      await Promise.race([
        all,
        Promise.any(questions).then(
          () => pause(RIVAL_MS),
          () => undefined,
        ),
      ])
      const [newest] = [...answers]
        .flatMap(([server, answer]) =>
          typeof answer === 'number' ? [{ server, timeline: answer }] : [],
        )
        .sort((a, b) => b.timeline - a.timeline)
      if (newest) return this.#found(newest.server)
      if (performance.now() > deadline)
        throw transient(
          `no server takes writes: ${[...answers].map(([{ name }, why]) => `${name} (${why})`).join(', ')}`,
        )
      await pause(AGAIN_MS)
    }
  }
  #found(server: Server): Server {
    if (this.#last !== null && this.#last !== server)
      this.log?.warn(
        { server: server.name, before: this.#last.name },
        'another database server takes the writes now',
      )
    this.#current = server
    this.#last = server
    // Waiting for a server that no longer answers would last until the network gives up.
    for (const cut of this.#open)
      if (cut.server !== server) cut.end(transient(`${server.name} takes the writes now`))
    return server
  }

  /** Notices a hanging server before the queries that wait for it do. */
  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const server = await this.server().catch((error: Error) => {
        this.log?.error(
          { reason: error.message },
          'no database server takes writes; looking for one',
        )
        return null
      })
      if (server)
        await ask(server.url, { signal }).catch(() => !signal.aborted && this.doubt(server))
      else await pause(AGAIN_MS)
    }
  }
}

/**
 * The timeline that a server writes; rejects when it takes no writes.
 * @param signal asks again every second on the same connection, until it aborts or the server no longer answers
 */
async function ask(
  url: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'flotta primary',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      const { rows } = await client.query<{ timeline: string | null }>(
        `select case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
      )
      const timeline = rows[0]?.timeline
      if (timeline == null) throw new Error('a standby')
      if (!signal || signal.aborted) return Number.parseInt(timeline, 16)
      await pause(WATCH_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    // It may never answer the end of the connection.
    void client.end().catch(() => {})
  }
}

const seekers = new Map<string, Seeker>()
/** null: there is one server, so nothing to search for. */
function seekerOf(url: string): Seeker | null {
  const existing = seekers.get(url)
  if (existing) return existing
  const servers = databaseServers(url)
  if (servers.length < 2) return null
  const seeker = new Seeker(servers)
  seekers.set(url, seeker)
  return seeker
}

/** A class of connections that go to whichever server takes writes when they are opened. */
function clientsOf(seeker: Seeker, url: string): typeof pg.Client {
  class PrimaryClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: databaseServers(url)[0] ?? url })
    }
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (!callback) return connecting
      // As the driver calls it: without an error argument when there is no error.
      const onConnected = callback as (error?: Error) => void
      connecting.then(() => onConnected(), onConnected)
      return undefined
    }
    async #connect(): Promise<pg.Client> {
      const self = this as Client
      const { connection } = self
      const givenUp = new Promise<never>((_, reject) =>
        connection.stream.once('close', () =>
          reject(transient('the connection was given up while a server was looked for')),
        ),
      )
      givenUp.catch(() => {})
      // Until the driver uses the connection nobody else listens for its end, and an unhandled error would end the process.
      connection.stream.on('error', () => {})
      const server = await Promise.race([seeker.server(), givenUp])
      self.host = server.host
      self.port = server.port
      const end = (error: Error) => void connection.stream.destroy(error)
      const refuse = () => {
        seeker.doubt(server)
        end(transient(`${server.name} is a standby`))
      }
      connection.on(
        'parameterStatus',
        ({ parameterName, parameterValue }: Status) =>
          parameterName === 'in_hot_standby' && parameterValue === 'on' && refuse(),
      )
      // The server has become read-only: the caller receives the error, and no further query is sent to it.
      connection.on(
        'errorMessage',
        ({ code }: { readonly code?: string }) => code === '25006' && setImmediate(refuse),
      )
      this.once('end', seeker.opened({ server, end }))
      try {
        return await super.connect()
      } catch (error) {
        seeker.doubt(server)
        throw error
      }
    }
  }
  return PrimaryClient
}

/** A new connection, not opened yet, to the server that takes writes. */
export function newClient(
  url: string,
  config: Omit<pg.ClientConfig, 'connectionString'>,
): pg.Client {
  const seeker = seekerOf(url)
  if (!seeker) return new pg.Client({ ...config, connectionString: databaseServers(url)[0] ?? url })
  return new (clientsOf(seeker, url))(config)
}

/** The options of a pool of connections to the server that takes writes. The server is watched until `release`. */
export function primaryOf(
  url: string,
  log: Logger | null,
): { readonly config: pg.PoolConfig; release(): void } {
  const seeker = seekerOf(url)
  if (!seeker)
    return { config: { connectionString: databaseServers(url)[0] ?? url }, release: () => {} }
  seeker.hold(log)
  return {
    config: { connectionString: url, Client: clientsOf(seeker, url) },
    release: () => seeker.release(),
  }
}
