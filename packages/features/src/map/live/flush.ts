// Sends changes: collected for a moment, with one query and one encoding for each group, and each vehicle at
// most once a second.
import type { Context } from '@flotta/platform/feature.ts'
import { mayBeNotified } from '../../fleet/access/rules.ts'
import { pinStatesOf } from '../global-map/queries.ts'
import { type Group, type Groups, markPending, sendEvent } from './groups.ts'
import { untilOf } from './queries.ts'

const FLUSH_MS = 250
/** How long the first update after a quiet moment waits for others, ms. */
const LINGER_MS = 15
/** Least time between two updates of a vehicle, ms. */
const VEHICLE_MS = 1_000
/** Groups that query at the same time. */
const AT_ONCE = 3

export class Flush {
  readonly #ctx: Context
  readonly #groups: Groups
  #timer: NodeJS.Timeout | undefined
  #last = 0
  #closed = false

  constructor(ctx: Context, groups: Groups) {
    this.#ctx = ctx
    this.#groups = groups
  }
  /** Sends soon, together with what is added until then. */
  schedule(): void {
    if (this.#timer !== undefined || this.#closed) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#last = Date.now()
        void this.#all()
      },
      Math.max(LINGER_MS, this.#last + FLUSH_MS - Date.now()),
    )
  }
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #all(): Promise<void> {
    const waits = (group: Group) => group.pending.size > 0 || group.stale
    const due = this.#groups.all().filter(group => !group.flushing && waits(group))
    const work = async () => {
      for (let group = due.shift(); group !== undefined; group = due.shift())
        await this.#group(group).catch((error: unknown) =>
          this.#ctx.log.warn(
            { error: error instanceof Error ? error.message : String(error) },
            'live updates were not sent; trying again',
          ),
        )
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (this.#groups.all().some(waits)) this.schedule()
  }

  async #group(group: Group): Promise<void> {
    group.flushing = true
    try {
      if (group.stale) {
        await this.#groups.readAccess(group).catch((error: unknown) => {
          group.stale = true
          throw error
        })
        sendEvent(group.readers, { event: 'news', until: untilOf(this.#ctx.now()), of: 'vehicles' })
      }
      const now = Date.now()
      const ready = new Map(
        [...group.pending].filter(([id]) => now - (group.sentAt.get(id) ?? 0) >= VEHICLE_MS),
      )
      for (const id of ready.keys()) group.pending.delete(id)
      if (ready.size === 0) return
      await this.#send(group, ready, now).catch((error: unknown) => {
        for (const [id, kinds] of ready) markPending(group, id, kinds)
        throw error
      })
    } finally {
      group.flushing = false
    }
  }

  async #send(
    group: Group,
    changedKinds: ReadonlyMap<number, ReadonlySet<string>>,
    now: number,
  ): Promise<void> {
    const until = untilOf(this.#ctx.now())
    const states = await pinStatesOf(this.#ctx, group.customer_id, [...changedKinds.keys()])
    if (states.length === 0) return
    const kinds = states.map(({ pin, next }): [number, string[]] => {
      group.sentAt.set(pin.id, now)
      if (next === null) group.statusChanges.delete(pin.id)
      else group.statusChanges.set(pin.id, next)
      const access = group.access.get(pin.id)
      return [
        pin.id,
        access === undefined
          ? []
          : [...(changedKinds.get(pin.id) ?? [])].filter(kind =>
              mayBeNotified(kind, access, this.#ctx.now()),
            ),
      ]
    })
    sendEvent(group.readers, { event: 'pins', until, pins: states.map(s => s.pin), kinds })
    for (const [id] of kinds) {
      group.traces.get(id)?.end(false, { readers: group.readers.size })
      group.traces.delete(id)
    }
  }
}
