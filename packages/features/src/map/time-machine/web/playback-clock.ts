// The clock of the time machine: a moment within a period, running at a chosen speed of real time.

/** Seconds of the past that pass in one second. */
export const speeds = [1, 10, 60, 300, 900, 3600] as const
export const FIRST_SPEED = 300

export class PlaybackClock {
  /** Epoch ms, both included. */
  readonly from: number
  readonly to: number
  #time: number
  #speed: number = FIRST_SPEED
  #frame: number | null = null
  readonly #listeners = new Set<() => void>()

  constructor(period: { readonly from: number; readonly to: number }, time: number) {
    this.from = period.from
    this.to = period.to
    this.#time = this.#within(time)
  }

  get time(): number {
    return this.#time
  }
  get speed(): number {
    return this.#speed
  }
  get isPlaying(): boolean {
    return this.#frame !== null
  }

  /** Calls the listener after each change; returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly seek = (time: number): void => {
    this.#time = this.#within(time)
    this.#tell()
  }
  setSpeed(speed: number): void {
    this.#speed = speed
    this.#tell()
  }
  /** Starts playing; at the end of the period it begins again. */
  play(): void {
    if (this.#frame !== null) return
    if (this.#time >= this.to) this.#time = this.from
    let before = performance.now()
    const step = (now: number) => {
      // a frame's time may lie before the moment at which it was requested
      this.#time = this.#within(this.#time + Math.max(0, now - before) * this.#speed)
      before = Math.max(now, before)
      this.#frame = this.#time >= this.to ? null : requestAnimationFrame(step)
      this.#tell()
    }
    this.#frame = requestAnimationFrame(step)
    this.#tell()
  }
  readonly pause = (): void => {
    if (this.#frame === null) return
    cancelAnimationFrame(this.#frame)
    this.#frame = null
    this.#tell()
  }

  #within(time: number): number {
    return Math.min(this.to, Math.max(this.from, time))
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
