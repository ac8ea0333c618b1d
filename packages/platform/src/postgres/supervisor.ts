// Keeps the embedded PostgreSQL alive: sees that it ended or crashed, says why, starts it again.
import { stat } from 'node:fs/promises'
import { fullDisk } from '../disk.ts'
import { processIdentity } from '../lock-file.ts'
import type { Logger } from '../log.ts'
import { logSince, type Place, type Postmaster } from './postmaster.ts'

const LOOK_MS = 250
const LONGEST_PAUSE_MS = 3_000
/** A reason that does not go by itself is given this long; a full disk for ever. */
const PATIENCE_MS = 60_000
/** What it says of a crash that it survives by itself. */
const CRASH =
  /PANIC:|was terminated by signal|all server processes terminated|No space left on device/

/** There is nothing to start again, and there will not be. */
export class FilesGone extends Error {}

export interface Supervisor {
  readonly postmaster: Postmaster
  stop(): Promise<void>
}

/**
 * @param again brings one up on the same port, or finds one that somebody else brought up
 * @param lost it cannot be brought up again; this process is of no use any more
 */
export function supervise(
  first: Postmaster,
  {
    place,
    log,
    again,
    lost,
  }: {
    readonly place: Place
    readonly log: Logger
    again(): Promise<Postmaster>
    lost(error: Error): void
  },
): Supervisor {
  let postmaster = first
  let isStopped = false
  let wake: (() => void) | undefined
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const watch = async () => {
    let identity = await processIdentity(postmaster.pid)
    let readSize = await size(place.log)
    while (!isStopped) {
      await pause(LOOK_MS)
      const now = await size(place.log)
      const since = readSize
      readSize = now
      const alive = identity !== null && (await processIdentity(postmaster.pid)) === identity
      if (isStopped) return
      if (alive) {
        const trouble = now > since ? await logSince(place.log, since, CRASH) : ''
        if (trouble !== '') log.error({ said: trouble }, 'PostgreSQL is in trouble')
        continue
      }
      const logLines = now > since ? await logSince(place.log, since) : ''
      const { child } = postmaster
      log.error(
        {
          signal: child?.signalCode ?? null,
          code: child?.exitCode ?? null,
          said: logLines || (await logSince(place.log, 0)),
          disk: await fullDisk(place.files, null),
        },
        'PostgreSQL ended; it is started again',
      )
      if (!(await bringBack())) return
      identity = await processIdentity(postmaster.pid)
      readSize = await size(place.log)
    }
  }

  const bringBack = async (): Promise<boolean> => {
    const began = performance.now()
    let failingSince = began
    let last = ''
    for (let wait = 100; !isStopped; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        postmaster = await again()
        log.warn(
          { seconds: Math.round(performance.now() - began) / 1_000, pid: postmaster.pid },
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
      await pause(wait)
    }
    return false
  }

  const watching = watch().catch(error =>
    lost(error instanceof Error ? error : new Error(String(error))),
  )
  return {
    get postmaster() {
      return postmaster
    },
    async stop() {
      isStopped = true
      wake?.()
      await watching
    },
  }
}

const size = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0
