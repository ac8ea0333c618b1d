// The readers of the stream: one group for each customer, because its readers see the same; and the vehicles that each group
// sees.
import type { Access } from '@flotta/core/kinds.ts'
import type { Audience } from '@flotta/core/live.ts'
import type { Caller, Context, EventStream } from '@flotta/platform/feature.ts'
import { counter, gauge } from '@flotta/platform/metrics.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import type { Span } from '@flotta/platform/trace.ts'
import { sql } from 'kysely'
import { channelOf } from '../../fleet/access/audience.ts'
import { accessOf, activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { pinStatesOf } from '../global-map/queries.ts'
import type { StreamEvent } from './contract.ts'

export interface Reader {
  readonly caller: Caller
  readonly stream: EventStream
  /** The reader was too slow: it gets `resync` once it has caught up. */
  lagging: boolean
}
export interface Group extends Audience {
  readonly readers: Set<Reader>
  access: ReadonlyMap<number, Access>
  /** The customers whose channels the group subscribes to: its own, and the owners of shared vehicles. */
  owners: ReadonlySet<number>
  /** Vehicle → changed kinds that were not sent yet. */
  readonly pending: Map<number, Set<string>>
  readonly sentAt: Map<number, number>
  /** Vehicle → the trace of its update until that is sent. */
  readonly traces: Map<number, Span>
  /** Vehicle → the time of its next change of status without a message. */
  readonly statusChanges: Map<number, number>
  /** The set of visible vehicles must be read again. */
  stale: boolean
  /** When the next agreement begins or ends. */
  rereadAt: number
  flushing: boolean
  /** Settles when the set of visible vehicles is known. */
  loaded: Promise<void>
}

const ROLE = 'api'
const streams = gauge({
  role: ROLE,
  name: 'flotta_live_streams',
  help: 'Readers of live updates, now',
})
const audiences = gauge({
  role: ROLE,
  name: 'flotta_live_audiences',
  help: 'Customers of whom somebody reads live updates, now',
})
const sentEvents = counter({
  role: ROLE,
  name: 'flotta_live_events_total',
  help: 'Live updates sent, each to each of its readers',
})
const laggingReaders = counter({
  role: ROLE,
  name: 'flotta_live_lagging_total',
  help: 'Times that a reader was too slow and was told to read again',
})

/** Encodes the event once for all readers. */
export function sendEvent(readers: Iterable<Reader>, event: StreamEvent): void {
  const text = JSON.stringify(event)
  for (const reader of readers) {
    if (reader.lagging) continue
    if (reader.stream.send(text)) sentEvents.inc()
    else {
      reader.lagging = true
      laggingReaders.inc()
    }
  }
}

/** Marks kinds of a vehicle's data as changed and not sent yet. */
export function markPending(group: Group, vehicle_id: number, kinds: Iterable<string>): void {
  const pendingKinds = group.pending.get(vehicle_id)
  if (pendingKinds === undefined) group.pending.set(vehicle_id, new Set(kinds))
  else for (const kind of kinds) pendingKinds.add(kind)
}

export class Groups {
  readonly #ctx: Context
  readonly #groups = new Map<number, Group>()
  /** Vehicle → the groups that see it. */
  readonly #watched = new Map<number, Set<Group>>()

  readonly #tellNoMore: readonly (() => void)[]

  /** Owner → the groups that need the owner's channel, and the function that unsubscribes from it. */
  readonly #heard = new Map<number, { readonly groups: Set<Group>; readonly stop: () => void }>()
  readonly #hear: (updates: readonly VehicleUpdate[]) => void

  /**
   * @param hear gets the updates of all owners with a group, also of vehicles that no group sees
   */
  constructor(ctx: Context, hear: (updates: readonly VehicleUpdate[]) => void) {
    this.#ctx = ctx
    this.#hear = hear
    this.#tellNoMore = [
      streams.from(() => this.all().reduce((n, { readers }) => n + readers.size, 0)),
      audiences.from(() => this.#groups.size),
    ]
  }
  /** The present groups; the set may change during a loop. */
  all(): readonly Group[] {
    return [...this.#groups.values()]
  }
  watching(vehicle_id: number): Iterable<Group> {
    return this.#watched.get(vehicle_id) ?? []
  }

  /** The reader's group, created for its first reader. */
  join(reader: Reader): Group {
    const { customer_id } = reader.caller
    const group = this.#groups.get(customer_id) ?? this.#made(customer_id)
    group.readers.add(reader)
    return group
  }
  /** A group ends with its last reader. */
  leave(group: Group, reader: Reader): void {
    group.readers.delete(reader)
    if (group.readers.size > 0 || this.#groups.get(group.customer_id) !== group) return
    this.#groups.delete(group.customer_id)
    for (const id of group.access.keys()) this.#unwatch(id, group)
    this.#listen(group, new Set())
  }
  clear(): void {
    for (const stop of this.#tellNoMore) stop()
    for (const { stop } of this.#heard.values()) stop()
    this.#heard.clear()
    this.#groups.clear()
    this.#watched.clear()
  }

  /** Reads again which vehicles the group sees, and until when that is valid. */
  async readAccess(group: Group): Promise<void> {
    group.stale = false
    const ctx = this.#ctx
    const now = ctx.now()
    const [{ rows }, heldAgreements, { rows: ends }] = await Promise.all([
      sql<{
        vehicle_id: number
        owner: boolean
        customer_id: number
      }>`select s.vehicle_id, s.owner, s.customer_id from ${visibleVehiclesSql(group.customer_id, now)} s`.execute(
        ctx.db,
      ),
      activeAgreementIds(ctx, group.customer_id, now),
      sql<{ at: Date | null }>`
        select least(min(active_from) filter (where active_from > ${new Date(now)}), min(active_to) filter (where active_to > ${new Date(now)})) as at
        from vehicle_agreements where customer_id = ${group.customer_id}`.execute(ctx.db),
    ])
    if (this.#groups.get(group.customer_id) !== group) return
    // Subscribes before the rows are read by anyone, so that no change in between is lost.
    this.#listen(group, new Set([group.customer_id, ...rows.map(r => r.customer_id)]))
    group.rereadAt = ends[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY
    const access = await accessOf(ctx, group.customer_id, now, rows, heldAgreements)
    if (this.#groups.get(group.customer_id) !== group) return
    for (const id of group.access.keys()) if (!access.has(id)) this.#unwatch(id, group)
    for (const id of access.keys()) this.#watch(id, group)
    group.access = access
  }

  #made(customer_id: number): Group {
    const group: Group = {
      customer_id,
      sees: id => id !== undefined && group.access.has(id),
      readers: new Set(),
      access: new Map(),
      owners: new Set(),
      pending: new Map(),
      sentAt: new Map(),
      traces: new Map(),
      statusChanges: new Map(),
      stale: false,
      rereadAt: Number.POSITIVE_INFINITY,
      flushing: false,
      loaded: Promise.resolve(),
    }
    this.#groups.set(customer_id, group)
    this.#listen(group, new Set([customer_id]))
    group.loaded = this.readAccess(group).then(() => this.#readTurns(group))
    return group
  }
  async #readTurns(group: Group): Promise<void> {
    group.statusChanges.clear()
    for (const { pin, next } of await pinStatesOf(this.#ctx, group.customer_id))
      if (next !== null) group.statusChanges.set(pin.id, next)
  }
  #listen(group: Group, owners: ReadonlySet<number>): void {
    for (const owner of owners) {
      const channel = this.#heard.get(owner) ?? {
        groups: new Set(),
        stop: this.#ctx.bus.subscribe(updates, this.#hear, channelOf(owner)),
      }
      this.#heard.set(owner, channel)
      channel.groups.add(group)
    }
    for (const owner of group.owners) {
      const channel = this.#heard.get(owner)
      if (owners.has(owner) || channel === undefined) continue
      channel.groups.delete(group)
      if (channel.groups.size > 0) continue
      channel.stop()
      this.#heard.delete(owner)
    }
    group.owners = owners
  }
  #watch(vehicle_id: number, group: Group): void {
    const watchers = this.#watched.get(vehicle_id)
    if (watchers === undefined) this.#watched.set(vehicle_id, new Set([group]))
    else watchers.add(group)
  }
  #unwatch(vehicle_id: number, group: Group): void {
    const watchers = this.#watched.get(vehicle_id)
    watchers?.delete(group)
    if (watchers?.size === 0) this.#watched.delete(vehicle_id)
  }
}
