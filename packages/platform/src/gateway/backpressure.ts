// Back-pressure: when too many bytes await their commit, every connection pauses. Reading resumes below half of the limit.
import type { Bus, Topic } from '../bus.ts'
import type { Logger } from '../log.ts'
import type { GatewayStats } from './stats.ts'

/** A connection that can be paused. */
interface Pausable {
  /** Stops reading. */
  pause(): void
  /** The connection was silent because it was paused, so its silence counts from `now`, ms of the monotonic clock. */
  resetSilence(now: number): void
  proceed(): void
}

export class Backpressure {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #log: Pick<Logger, 'warn'>
  readonly #stats: GatewayStats
  readonly #limit: number
  readonly #all: ReadonlySet<Pausable>
  /** Connections with a complete frame that was not admitted, in the order of their arrival. */
  readonly #queue = new Set<Pausable>()
  #full = false
  #closed = false
  #onEmpty: (() => void) | undefined

  /**
   * @param limit bytes of frames that may await their commit
   * @param all every connection that reads from a device
   */
  constructor(
    bus: Pick<Bus, 'publish'>,
    log: Pick<Logger, 'warn'>,
    stats: GatewayStats,
    limit: number,
    all: ReadonlySet<Pausable>,
  ) {
    this.#bus = bus
    this.#log = log
    this.#stats = stats
    this.#limit = limit
    this.#all = all
  }

  /** No frames are accepted now. */
  get isPaused(): boolean {
    return this.#full || this.#closed
  }

  /** Whether this many further bytes may await their commit. */
  fits(bytes: number): boolean {
    if (this.isPaused) return false
    if (this.#stats.in_flight === 0 || this.#stats.in_flight + bytes <= this.#limit) return true
    this.#full = true
    this.#stats.pauses++
    for (const pausable of this.#all) pausable.pause()
    return false
  }
  /** As `fits`. A connection that is not admitted is called again later (`proceed`). */
  admit(bytes: number, pausable: Pausable): boolean {
    if (this.fits(bytes)) return true
    this.#queue.add(pausable)
    return false
  }
  leave(pausable: Pausable): void {
    this.#queue.delete(pausable)
  }

  /** Calls exactly one of the two callbacks, later. */
  publish<T extends { readonly device_id: number }>(
    topic: Topic<T>,
    payload: T,
    bytes: number,
    committed: () => void,
    failed: () => void,
  ): void {
    this.#stats.in_flight += bytes
    const release = () => {
      this.#stats.in_flight -= bytes
      if (this.#full && !this.#closed && this.#stats.in_flight <= this.#limit / 2) this.#resume()
      if (this.#stats.in_flight === 0) this.#onEmpty?.()
    }
    this.#bus.publish(topic, payload).then(
      () => {
        committed()
        release()
      },
      error => {
        failed()
        release()
        this.#log.warn(
          { err: error, device_id: payload.device_id, topic: topic.name },
          'what a device sent was not committed',
        )
      },
    )
  }

  /** Accepts no further frames. */
  close(): void {
    this.#closed = true
  }
  /** Resolves when nothing awaits its commit, at the latest after `most` ms. */
  async drained(most: number): Promise<void> {
    if (this.#stats.in_flight === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>(resolve => {
      this.#onEmpty = resolve
      timer = setTimeout(resolve, most)
    })
    clearTimeout(timer)
  }

  #resume(): void {
    this.#full = false
    const now = performance.now()
    for (const pausable of this.#all) pausable.resetSilence(now)
    const queued = [...this.#queue]
    this.#queue.clear()
    for (const pausable of queued) pausable.proceed()
    for (const pausable of this.#all) if (!this.#full) pausable.proceed()
  }
}
