// Room for what awaits its commit: when it is full every connection pauses, and reads again below half.
import type { Bus, Topic } from '../bus.ts'
import type { Logger } from '../log.ts'
import type { GatewayStats } from './stats.ts'

/** What is paused. */
interface Pausable {
  /** Reads no more. */
  pause(): void
  /** Its silence was ours; `now` is ms of the monotonic clock. */
  resetSilence(now: number): void
  proceed(): void
}

export class Backpressure {
  readonly #bus: Pick<Bus, 'publish'>
  readonly #log: Pick<Logger, 'warn'>
  readonly #stats: GatewayStats
  readonly #limit: number
  readonly #all: ReadonlySet<Pausable>
  /** Those with a whole frame that found no room, in the order that they came. */
  readonly #queue = new Set<Pausable>()
  #full = false
  #closed = false
  #onEmpty: (() => void) | undefined

  /**
   * @param limit bytes of frames
   * @param all what reads from devices
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

  /** Nothing is taken in now. */
  get isPaused(): boolean {
    return this.#full || this.#closed
  }

  /** Whether so many bytes may be published. */
  fits(bytes: number): boolean {
    if (this.isPaused) return false
    if (this.#stats.in_flight === 0 || this.#stats.in_flight + bytes <= this.#limit) return true
    this.#full = true
    this.#stats.pauses++
    for (const pausable of this.#all) pausable.pause()
    return false
  }
  /** The same; one for which there is none is called again (`proceed`). */
  admit(bytes: number, pausable: Pausable): boolean {
    if (this.fits(bytes)) return true
    this.#queue.add(pausable)
    return false
  }
  leave(pausable: Pausable): void {
    this.#queue.delete(pausable)
  }

  /** Exactly one of the two is called, later. */
  publish<T extends { readonly device_id: number }>(
    topic: Topic<T>,
    payload: T,
    bytes: number,
    committed: () => void,
    failed: () => void,
  ): void {
    this.#stats.in_flight += bytes
    const done = () => {
      this.#stats.in_flight -= bytes
      if (this.#full && !this.#closed && this.#stats.in_flight <= this.#limit / 2) this.#resume()
      if (this.#stats.in_flight === 0) this.#onEmpty?.()
    }
    this.#bus.publish(topic, payload).then(
      () => {
        committed()
        done()
      },
      error => {
        failed()
        done()
        this.#log.warn(
          { err: error, device_id: payload.device_id, topic: topic.name },
          'what a device sent was not committed',
        )
      },
    )
  }

  /** Takes nothing more in. */
  close(): void {
    this.#closed = true
  }
  /** Once nothing awaits its commit, at the latest after `most` ms. */
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
