// The fan-out of live updates: changes from the pipeline and the database go to the readers of each
// customer.
import type { Listener, Streams } from '@flotta/core/live.ts'
import type { Change } from '@flotta/platform/changes.ts'
import type { Caller, Context, EventStream } from '@flotta/platform/feature.ts'
import type { VehicleUpdate } from '@flotta/platform/topics.ts'
import { beginSpan } from '@flotta/platform/trace.ts'
import { vehicleUpdateOf } from '../../fleet/access/audience.ts'
import { stillStands } from '../../people/auth/callers.ts'
import type { StreamEvent } from './contract.ts'
import { Flush } from './flush.ts'
import { type Group, Groups, markPending, type Reader, sendEvent } from './groups.ts'
import { applyChange } from './meaning.ts'
import { untilOf } from './queries.ts'

/** Interval of the search for changes of status by time, and for agreements that begin or end, ms. */
const SWEEP_MS = 5_000
/** Interval of the check that readers still have a session, in case the event of its end was lost, ms. */
const RECHECK_MS = 60_000

export class LiveStreams {
  readonly #ctx: Context
  readonly #groups: Groups
  readonly #flush: Flush
  readonly #stops: readonly (() => void)[]
  /** The workers' channel was lost when it was last checked. */
  #away = false

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#groups = new Groups(ctx, updates => this.#onUpdates(updates))
    this.#flush = new Flush(ctx, this.#groups)
    const sweep = setInterval(() => this.#sweep(), SWEEP_MS)
    const rechecks = setInterval(() => void this.#recheck(() => true), RECHECK_MS)
    sweep.unref()
    rechecks.unref()
    this.#stops = [
      () => clearInterval(sweep),
      () => clearInterval(rechecks),
      ctx.changes.on(change => this.#onChange(change)),
      () => this.#flush.close(),
    ]
  }

  /** Serves a stream until it or its session ends. */
  async join(caller: Caller, stream: EventStream): Promise<void> {
    const reader: Reader = { caller, stream, lagging: false }
    const group = this.#groups.join(reader)
    stream.onClose(() => this.#groups.leave(group, reader))
    stream.onDrain(() => {
      if (!reader.lagging) return
      reader.lagging = false
      sendEvent([reader], { event: 'resync' })
      if (this.#away) sendEvent([reader], { event: 'paused' })
    })
    const until = untilOf(this.#ctx.now())
    await group.loaded
    // A session may have ended between its check and now; without this check its stream would go on.
    if (!(await stillStands(caller, this.#ctx))) return this.#farewell(group, reader)
    sendEvent([reader], { event: 'hello', until })
    this.#hear()
    if (this.#away) sendEvent([reader], { event: 'paused' })
  }
  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    for (const group of this.#groups.all())
      for (const reader of group.readers) reader.stream.close()
    this.#groups.clear()
  }

  #onUpdates(updates: readonly VehicleUpdate[]): void {
    for (const { vehicle_id, kinds, trace } of updates)
      for (const group of this.#groups.watching(vehicle_id)) {
        markPending(group, vehicle_id, kinds)
        const span =
          trace === undefined || group.traces.has(vehicle_id)
            ? null
            : beginSpan('live', 'consumer', {}, trace)
        if (span !== null) group.traces.set(vehicle_id, span)
        this.#flush.schedule()
      }
  }
  #onChange(change: Change): void {
    const update = vehicleUpdateOf(change)
    if (update !== null) {
      this.#onUpdates([update])
      return
    }
    applyChange(change, this.#streams)
    if (change.table !== '*') return
    for (const group of this.#groups.all()) sendEvent(group.readers, { event: 'resync' })
    this.#streams.resee(() => true)
    this.#streams.recheck(() => true)
  }
  readonly #streams: Streams = {
    resee: which => {
      for (const group of this.#groups.all().filter(which)) group.stale = true
      this.#flush.schedule()
    },
    recheck: which => void this.#recheck(which),
    renew: (which, vehicle_id, kinds) => {
      for (const group of this.#groups.all().filter(which))
        if (group.sees(vehicle_id)) markPending(group, vehicle_id, kinds)
      this.#flush.schedule()
    },
    end: which => {
      for (const [group, reader] of this.#readers(which)) this.#farewell(group, reader)
    },
    tell: (which, news) =>
      sendEvent(
        this.#readers(which).map(([, reader]) => reader),
        { event: 'news', until: untilOf(this.#ctx.now()), of: news },
      ),
  }

  #readers(which: (listener: Listener) => boolean): readonly (readonly [Group, Reader])[] {
    return this.#groups
      .all()
      .flatMap(group =>
        [...group.readers]
          .filter(({ caller }) => which(caller))
          .map(reader => [group, reader] as const),
      )
  }
  async #recheck(which: (listener: Listener) => boolean): Promise<void> {
    for (const [group, reader] of this.#readers(which))
      if (!(await stillStands(reader.caller, this.#ctx).catch(() => true)))
        this.#farewell(group, reader)
  }
  #farewell(group: Group, reader: Reader): void {
    this.#groups.leave(group, reader)
    reader.stream.send(JSON.stringify({ event: 'bye' } satisfies StreamEvent))
    reader.stream.close()
  }
  /**
   * Whether updates from the workers arrive. While they do not, readers poll, and afterwards they read
   * everything again, because updates in between are lost.
   */
  #hear(): void {
    const away = this.#ctx.bus.state === 'away'
    if (away === this.#away) return
    this.#away = away
    for (const group of this.#groups.all())
      sendEvent(group.readers, { event: away ? 'paused' : 'resync' })
  }
  #sweep(): void {
    const now = this.#ctx.now()
    this.#hear()
    for (const group of this.#groups.all()) {
      if (group.rereadAt <= now) {
        group.stale = true
        this.#flush.schedule()
      }
      for (const [vehicle_id, at] of group.statusChanges)
        if (at <= now) {
          group.statusChanges.delete(vehicle_id)
          markPending(group, vehicle_id, ['status'])
          this.#flush.schedule()
        }
    }
  }
}
