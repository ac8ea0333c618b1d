// Keeps the embedded PostgreSQL running: notices when it ended or crashed, reports the reason, and restarts it.
import { stat } from 'node:fs/promises'
import { fullDisk } from '../disk.ts'
import { processIdentity } from '../lock-file.ts'
import type { Logger } from '../log.ts'
import { logSince, type Place, type Postmaster } from './postmaster.ts'

const LOOK_MS = 250
const LONGEST_PAUSE_MS = 3_000
/** Attempts to restart it end after this time, ms; on a full disk they continue without end. */
const PATIENCE_MS = 60_000
/** Lines of the log about a crash after which PostgreSQL recovers by itself. */
const CRASH =
  /PANIC:|was terminated by signal|all server processes terminated|No space left on device/

/** The files of the database are gone, so it can never be started again. */
export class FilesGone extends Error {}

export interface SupervisorOptions {
  readonly place: Place
  readonly log: Logger
  /** Starts a postmaster on the same port, or finds one that another process has started. */
  again(): Promise<Postmaster>
  /** It cannot be restarted, so this process cannot continue. */
  lost(error: Error): void
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

export class Supervisor {
  #postmaster: Postmaster
  readonly #options: SupervisorOptions
  readonly #watching: Promise<void>
  #isStopped = false
  #endPause: (() => void) | undefined

  constructor(postmaster: Postmaster, options: SupervisorOptions) {
    this.#postmaster = postmaster
    this.#options = options
    this.#watching = this.#watch().catch(error => options.lost(asError(error)))
  }

  get postmaster(): Postmaster {
    return this.#postmaster
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endPause?.()
    await this.#watching
  }

  async #watch(): Promise<void> {
    const { place, log } = this.#options
    let identity = await processIdentity(this.#postmaster.pid)
    let readSize = await size(place.log)
    while (!this.#isStopped) {
      await this.#pause(LOOK_MS)
      const now = await size(place.log)
      const since = readSize
      readSize = now
      const isAlive =
        identity !== null && (await processIdentity(this.#postmaster.pid)) === identity
      if (this.#isStopped) return
      if (isAlive) {
        const trouble = now > since ? await logSince(place.log, since, CRASH) : ''
        if (trouble !== '') log.error({ said: trouble }, 'PostgreSQL is in trouble')
        continue
      }
      await this.#logEnd(now > since ? await logSince(place.log, since) : '')
      if (!(await this.#bringBack())) return
      identity = await processIdentity(this.#postmaster.pid)
      readSize = await size(place.log)
    }
  }

  async #logEnd(lastLines: string): Promise<void> {
    const { place, log } = this.#options
    const { child } = this.#postmaster
    log.error(
      {
        signal: child?.signalCode ?? null,
        code: child?.exitCode ?? null,
        said: lastLines || (await logSince(place.log, 0)),
        disk: await fullDisk(place.files, null),
      },
      'PostgreSQL ended; it is started again',
    )
  }

  /** Tries until PostgreSQL runs again (true), the supervisor is stopped, or the files are gone. */
  async #bringBack(): Promise<boolean> {
    const { place, log, again, lost } = this.#options
    const began = performance.now()
    let failingSince = began
    let last = ''
    for (let wait = 100; !this.#isStopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#postmaster = await again()
        log.warn(
          { seconds: Math.round(performance.now() - began) / 1_000, pid: this.#postmaster.pid },
          'PostgreSQL runs again',
        )
        return true
      } catch (error) {
        const full = await fullDisk(place.files, error)
        const reason = full ?? (error instanceof Error ? error.message : String(error))
        if (reason !== last) log.error({ reason }, 'PostgreSQL cannot be started; trying again')
        last = reason
        if (full) failingSince = performance.now()
        if (error instanceof FilesGone || performance.now() - failingSince > PATIENCE_MS) {
          lost(new Error(`PostgreSQL ended and cannot be started again: ${reason}`))
          return false
        }
      }
      await this.#pause(wait)
    }
    return false
  }

  #pause(ms: number): Promise<void> {
    return new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const size = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0
