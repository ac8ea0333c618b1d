// The fan-out of live updates: one group a customer, one query and one encoding for all of its readers.
import type { Access } from '@flotta/core/kinds.ts'
import type { Change } from '@flotta/platform/changes.ts'
import type { Caller, Context, EventStream } from '@flotta/platform/feature.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { maySee } from '../access/rules.ts'
import { accessTo, heldBy, seenVehicles } from '../access/vehicles.ts'
import { stillStands } from '../auth/sessions.ts'
import { pinStatesOf } from '../map/queries.ts'
import type { StreamEvent } from './contract.ts'
import { untilOf } from './queries.ts'

const FLUSH_MS = 250
/** Company that the first update after a quiet moment waits for, ms. */
const LINGER_MS = 15
/** A vehicle is sent at most this often. */
const VEHICLE_MS = 1_000
/** Looks for statuses that time alone changes, and for agreements that begin or end. */
const SWEEP_MS = 5_000
/** Asks whether readers may still read, should word of an end have been lost. */
const RECHECK_MS = 60_000
/** Groups that query at once. */
const AT_ONCE = 3

interface Reader {
  readonly caller: Caller
  readonly stream: EventStream
  /** Too slow: told to read again once it has caught up. */
  lagging: boolean
}
interface Group {
  readonly customer_id: number
  readonly readers: Set<Reader>
  seen: ReadonlyMap<number, Access>
  /** Vehicle → kinds that changed and were not sent yet. */
  pending: Map<number, Set<string>>
  readonly sentAt: Map<number, number>
  /** Vehicle → when time alone changes its status next. */
  readonly turns: Map<number, number>
  /** Who is seen must be read again. */
  stale: boolean
  /** Readers are to be told that the list of vehicles changed. */
  relisted: boolean
  /** When an agreement begins or ends next. */
  reseenAt: number
  flushing: boolean
  loaded: Promise<void>
}

export interface Hub {
  /** Serves a stream until it or its session ends. */
  join(caller: Caller, stream: EventStream): Promise<void>
  close(): Promise<void>
}

export function openHub(ctx: Context): Hub {
  const groups = new Map<number, Group>()
  /** Vehicle → groups that see it. */
  const watched = new Map<number, Set<Group>>()
  let timer: NodeJS.Timeout | undefined
  let lastFlush = 0
  let closed = false

  const tell = (readers: Iterable<Reader>, event: StreamEvent): void => {
    const text = JSON.stringify(event)
    for (const reader of readers) if (!reader.lagging && !reader.stream.send(text)) reader.lagging = true
  }
  const until = () => untilOf(ctx.now())

  const leave = (group: Group, reader: Reader): void => {
    group.readers.delete(reader)
    if (group.readers.size > 0 || groups.get(group.customer_id) !== group) return
    groups.delete(group.customer_id)
    for (const id of group.seen.keys()) unwatch(id, group)
  }
  const unwatch = (vehicle_id: number, group: Group): void => {
    const watchers = watched.get(vehicle_id)
    watchers?.delete(group)
    if (watchers?.size === 0) watched.delete(vehicle_id)
  }

  const readSeen = async (group: Group): Promise<void> => {
    group.stale = false
    const now = ctx.now()
    const [{ rows }, held, { rows: ends }] = await Promise.all([
      sql<{ vehicle_id: number; owner: boolean }>`select s.vehicle_id, s.owner from ${seenVehicles(group.customer_id, now)} s`.execute(ctx.db),
      heldBy(ctx, group.customer_id, now),
      sql<{ at: Date | null }>`
        select least(min(active_from) filter (where active_from > ${new Date(now)}), min(active_to) filter (where active_to > ${new Date(now)})) as at
        from vehicle_agreements where customer_id = ${group.customer_id}`.execute(ctx.db),
    ])
    group.reseenAt = ends[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY
    const seen = await accessTo(ctx, group.customer_id, now, rows, held)
    if (!groups.has(group.customer_id)) return
    for (const id of group.seen.keys()) if (!seen.has(id)) unwatch(id, group)
    for (const id of seen.keys()) {
      const watchers = watched.get(id)
      if (watchers === undefined) watched.set(id, new Set([group]))
      else watchers.add(group)
    }
    group.seen = seen
  }
  const readTurns = async (group: Group): Promise<void> => {
    group.turns.clear()
    for (const { pin, next } of await pinStatesOf(ctx, group.customer_id)) if (next !== null) group.turns.set(pin.id, next)
  }

  const groupOf = (customer_id: number): Group => {
    const known = groups.get(customer_id)
    if (known !== undefined) return known
    const group: Group = {
      customer_id,
      readers: new Set(),
      seen: new Map(),
      pending: new Map(),
      sentAt: new Map(),
      turns: new Map(),
      stale: false,
      relisted: false,
      reseenAt: Number.POSITIVE_INFINITY,
      flushing: false,
      loaded: Promise.resolve(),
    }
    groups.set(customer_id, group)
    group.loaded = readSeen(group).then(() => readTurns(group))
    return group
  }

  const mark = (group: Group, vehicle_id: number, kinds: readonly string[]): void => {
    const known = group.pending.get(vehicle_id)
    if (known === undefined) group.pending.set(vehicle_id, new Set(kinds))
    else for (const kind of kinds) known.add(kind)
  }
  const schedule = (): void => {
    if (timer !== undefined || closed) return
    timer = setTimeout(
      () => {
        timer = undefined
        lastFlush = Date.now()
        void flushAll()
      },
      Math.max(LINGER_MS, lastFlush + FLUSH_MS - Date.now()),
    )
  }

  const flushAll = async (): Promise<void> => {
    const due = [...groups.values()].filter(g => !g.flushing && (g.pending.size > 0 || g.stale || g.relisted))
    const work = async () => {
      for (let group = due.shift(); group !== undefined; group = due.shift())
        await flush(group).catch((error: unknown) =>
          ctx.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'live updates were not sent; trying again'),
        )
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if ([...groups.values()].some(g => g.pending.size > 0 || g.stale || g.relisted)) schedule()
  }

  const flush = async (group: Group): Promise<void> => {
    group.flushing = true
    try {
      if (group.stale) {
        await readSeen(group)
        group.relisted = true
      }
      if (group.relisted) {
        group.relisted = false
        tell(group.readers, { event: 'vehicles', until: until() })
      }
      const now = Date.now()
      const ready: [number, ReadonlySet<string>][] = []
      for (const [id, kinds] of group.pending)
        if (now - (group.sentAt.get(id) ?? 0) >= VEHICLE_MS) {
          ready.push([id, kinds])
          group.pending.delete(id)
        }
      if (ready.length === 0) return
      await send(group, new Map(ready), now).catch((error: unknown) => {
        for (const [id, kinds] of ready) mark(group, id, [...kinds])
        throw error
      })
    } finally {
      group.flushing = false
    }
  }

  const send = async (group: Group, changed: ReadonlyMap<number, ReadonlySet<string>>, now: number): Promise<void> => {
    const at = until()
    const states = await pinStatesOf(ctx, group.customer_id, [...changed.keys()])
    const kinds: [number, string[]][] = []
    const alerted: number[] = []
    for (const { pin, next } of states) {
      group.sentAt.set(pin.id, now)
      if (next === null) group.turns.delete(pin.id)
      else group.turns.set(pin.id, next)
      const seen = group.seen.get(pin.id)
      const heard = seen === undefined ? [] : [...(changed.get(pin.id) ?? [])].filter(kind => maySee(kind, seen, ctx.now()))
      kinds.push([pin.id, heard])
      if (heard.includes('alert')) alerted.push(pin.id)
    }
    if (states.length > 0) tell(group.readers, { event: 'pins', until: at, pins: states.map(s => s.pin), kinds })
    if (alerted.length > 0) tell(group.readers, { event: 'alerts', until: at, vehicles: alerted })
  }

  const onUpdates = (changed: readonly VehicleUpdate[]): void => {
    let any = false
    for (const { vehicle_id, kinds } of changed)
      for (const group of watched.get(vehicle_id) ?? []) {
        mark(group, vehicle_id, kinds)
        any = true
      }
    if (any) schedule()
  }

  const farewell = (group: Group, reader: Reader): void => {
    leave(group, reader)
    reader.stream.send(JSON.stringify({ event: 'bye' } satisfies StreamEvent))
    reader.stream.close()
  }
  const recheck = async (which: (reader: Reader) => boolean): Promise<void> => {
    for (const group of [...groups.values()])
      for (const reader of [...group.readers]) if (which(reader) && !(await stillStands(reader.caller, ctx).catch(() => true))) farewell(group, reader)
  }

  const onChange = (change: Change): void => {
    const staleGroups = (which: (g: Group) => boolean) => {
      for (const group of groups.values()) if (which(group)) group.stale = true
      schedule()
    }
    switch (change.table) {
      case '*':
        for (const group of groups.values()) tell(group.readers, { event: 'resync' })
        staleGroups(() => true)
        void recheck(() => true)
        return
      case 'sessions':
        for (const group of [...groups.values()])
          for (const reader of [...group.readers])
            if (reader.caller.credential.kind === 'session' && reader.caller.credential.id === change.session_id) farewell(group, reader)
        return
      case 'api_tokens':
        void recheck(r => r.caller.credential.kind === 'token' && r.caller.credential.id === change.id)
        return
      case 'users':
        void recheck(r => r.caller.user_id === change.id)
        return
      case 'customers':
        void recheck(r => r.caller.customer_id === change.id)
        staleGroups(g => g.customer_id !== change.id)
        return
      case 'notifications':
        for (const group of groups.values())
          tell(
            [...group.readers].filter(r => r.caller.user_id === change.user_id),
            { event: 'notifications', until: until() },
          )
        return
      case 'vehicles':
        staleGroups(g => g.customer_id === change.customer_id || (change.id !== undefined && g.seen.has(change.id)))
        return
      case 'device_mounts':
        staleGroups(g => change.vehicle_id !== undefined && g.seen.has(change.vehicle_id))
        return
      case 'vehicle_agreements':
      case 'fleets':
      case 'fleet_vehicles':
        staleGroups(g => g.customer_id === change.customer_id)
        return
    }
  }

  const sweep = setInterval(() => {
    const now = ctx.now()
    let any = false
    for (const group of groups.values()) {
      if (group.reseenAt <= now) group.stale = any = true
      for (const [vehicle_id, at] of group.turns)
        if (at <= now) {
          group.turns.delete(vehicle_id)
          mark(group, vehicle_id, ['status'])
          any = true
        }
    }
    if (any) schedule()
  }, SWEEP_MS)
  const rechecks = setInterval(() => void recheck(() => true), RECHECK_MS)
  sweep.unref()
  rechecks.unref()
  const stopUpdates = ctx.bus.subscribe(updates, onUpdates)
  const stopChanges = ctx.changes.on(onChange)

  return {
    async join(caller, stream) {
      const group = groupOf(caller.customer_id)
      const reader: Reader = { caller, stream, lagging: false }
      group.readers.add(reader)
      stream.onClose(() => leave(group, reader))
      stream.onDrain(() => {
        if (!reader.lagging) return
        reader.lagging = false
        tell([reader], { event: 'resync' })
      })
      const hello = until()
      await group.loaded
      // a session that ended between its check and now would otherwise be served on
      if (!(await stillStands(caller, ctx))) return farewell(group, reader)
      tell([reader], { event: 'hello', until: hello })
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(sweep)
      clearInterval(rechecks)
      stopUpdates()
      stopChanges()
      for (const group of groups.values()) for (const reader of group.readers) reader.stream.close()
      groups.clear()
    },
  }
}
