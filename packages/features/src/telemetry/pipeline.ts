// The life of a packet after the gateway: place → sort → normalise → derive → settle → commit → tell.
// Until the commit nothing is written: everything of a batch is one transaction, and it is acknowledged when that is committed, and only then.
import type { Emitted, VehicleFacts } from '@flotta/core/derivation.ts'
import { EMPTY_IO } from '@flotta/core/io.ts'
import { dayOf, monthOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { Packet, VehicleUpdate } from '@flotta/platform/topics.ts'
import { updates } from '@flotta/platform/topics.ts'
import { inTransaction, type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { type FactsByTime, factsAt, type KnownDevice, loadDevices, loadFacts } from './known.ts'
import { normalise } from './normalise.ts'
import { Months } from './partitions.ts'
import { limitsAt, place } from './place.ts'
import { rawSince } from './raw.ts'
import { packMessage, seqOf, storable } from './record.ts'
import { Remembered } from './remembered.ts'
import { settlementOf, settlements } from './settlements.ts'
import { advance, isAfter } from './state.ts'
import {
  type Checkpoint,
  checkpointOf,
  insertLate,
  insertPositions,
  loadStates,
  type Placed,
  type Quarantined,
  unknownVehicle,
  type Versioned,
  writeCheckpoints,
  writeQuarantine,
  writeStates,
} from './store.ts'

const REMEMBERED_VEHICLES = 50_000
const MOST_ATTEMPTS = 5

/** What one process remembers for ingest; the database is the truth. */
export interface Memory {
  readonly devices: Remembered<KnownDevice>
  readonly facts: Remembered<FactsByTime>
  readonly states: Remembered<Versioned>
  readonly months: Months
}
const memories = new WeakMap<Context, Memory>()

/** Made at first use; forgets what the database says has changed. */
export function memoryOf(ctx: Context): Memory {
  const known = memories.get(ctx)
  if (known) return known
  const memory: Memory = {
    devices: new Remembered(REMEMBERED_VEHICLES),
    facts: new Remembered(REMEMBERED_VEHICLES),
    states: new Remembered(REMEMBERED_VEHICLES),
    months: new Months(ctx.pool),
  }
  ctx.changes.on(change => {
    if (change.table === '*' || change.table === 'devices') memory.devices.forget(change.id)
    if (change.table === 'device_mounts') memory.devices.forget(change.device_id)
    if (change.table === '*' || change.table === 'vehicles') memory.facts.forget(change.id)
    if (change.table === '*') memory.states.forget()
  })
  memories.set(ctx, memory)
  return memory
}

/** A record with its vehicle and the device whose words its parameters are. */
export interface Arrived extends Placed {
  readonly device: KnownDevice
}
interface Sorting {
  readonly records: Arrived[]
  readonly refused: Quarantined[]
}

/** Stores packets and all that follows from them. Resolves when it is committed; rejects with an error after which the same packets may be tried again. */
export async function ingest(packets: readonly Packet[], ctx: Context): Promise<readonly Quarantined[]> {
  const memory = memoryOf(ctx)
  for (let attempt = 1; ; attempt++) {
    const { records, refused } = await placeAll(packets, memory, ctx)
    await memory.months.ensure(new Set(records.map(r => monthOf(r.at))))
    const ids = [...new Set(records.map(r => r.vehicle_id))]
    const facts = await memory.facts.get(ids, missing => loadFacts(ctx.pool, missing))
    const remembered = attempt === 1 ? await takeVehicles(ids, memory, ctx) : null
    try {
      const { batch, vehicles } = await inTransaction(ctx.pool, async client => {
        const vehicles = remembered ?? (await lockVehicles(ids, client))
        const batch = derive(records, vehicles, facts)
        await send(client, statementsOf(batch, refused, ctx.now(), attempt > 1))
        return { batch, vehicles }
      })
      for (const v of vehicles.values()) memory.states.put(v.vehicle_id, batch.moved.has(v.vehicle_id) ? { ...v, version: v.version + 1 } : v)
      if (batch.told.length > 0) ctx.bus.tell(updates, batch.told)
      return refused
    } catch (error) {
      if (!isRace(error) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}

/** Another process wrote the same vehicle meanwhile: seen by its version (a serialization failure), or by a record newer than its newest that is stored already. */
const isRace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '40001' || (error.code === '23505' && 'table' in error && String(error.table).startsWith('positions_')))

/** Each record's vehicle by the device's mounts at the record's own time; what cannot be placed is for the quarantine. */
async function placeAll(packets: readonly Packet[], memory: Memory, ctx: Context): Promise<Sorting> {
  const devices = await memory.devices.get(new Set(packets.map(p => p.device_id)), ids => loadDevices(ctx, ctx.pool, ids))
  const limits = limitsAt(ctx.now(), ctx.config.FLOTTA_RETENTION_MONTHS)
  const records: Arrived[] = []
  const refused: Quarantined[] = []
  for (const { device_id, messages } of packets) {
    const device = devices.get(device_id)
    for (const message of messages) {
      const placed = place(message.at, device, limits)
      if (typeof placed === 'number' && device) {
        const fix = storable(message.fix)
        records.push({ vehicle_id: placed, at: message.at, seq: seqOf(fix, message.io), fix, io: message.io, device })
      } else refused.push({ device_id, vehicle_id: null, reason: String(placed), at: message.at, record: packMessage(message), error: null })
    }
  }
  return { records: records.sort((a, b) => a.vehicle_id - b.vehicle_id || a.at - b.at || a.seq - b.seq), refused }
}

/** States leave the memory while a batch changes them: another batch would read its own from the database, and one of the two would have to begin again. */
async function takeVehicles(ids: readonly number[], memory: Memory, ctx: Context): Promise<ReadonlyMap<number, Versioned>> {
  const taken = new Map<number, Versioned>()
  const missing: number[] = []
  for (const id of ids) {
    const known = memory.states.take(id)
    if (known) taken.set(id, known)
    else missing.push(id)
  }
  if (missing.length > 0) {
    const loaded = await loadStates(ctx.pool, missing)
    for (const id of missing) taken.set(id, loaded.get(id) ?? unknownVehicle(id))
  }
  return taken
}
/** The second time nobody else gets at them before the batch is committed. */
async function lockVehicles(ids: readonly number[], client: PoolClient): Promise<ReadonlyMap<number, Versioned>> {
  const locked = await loadStates(client, ids, true)
  return new Map(ids.map(id => [id, locked.get(id) ?? unknownVehicle(id)]))
}

interface Batch {
  readonly live: readonly Arrived[]
  readonly late: readonly Arrived[]
  /** Vehicles whose state is a new one, in the order of ids. */
  readonly moved: ReadonlyMap<number, Versioned>
  readonly checkpoints: readonly Checkpoint[]
  readonly emitted: readonly Emitted[]
  readonly told: readonly VehicleUpdate[]
}

/** Sorted records into what is to be written. Records newer than the vehicle's newest are derived now, the others wait for the replay. Changes the states in place. */
export function derive(records: readonly Arrived[], vehicles: ReadonlyMap<number, Versioned>, facts: ReadonlyMap<number, FactsByTime>): Batch {
  const live: Arrived[] = []
  const late: Arrived[] = []
  const moved = new Map<number, Versioned>()
  const checkpoints: Checkpoint[] = []
  const emitted: Emitted[] = []
  const told: VehicleUpdate[] = []
  let vehicle: Versioned | undefined
  let known: FactsByTime = []
  let kinds = new Set<string>()
  let spoken = 0
  const close = () => {
    if (vehicle === undefined || !moved.has(vehicle.vehicle_id)) return
    for (let i = spoken; i < emitted.length; i++) kinds.add(kindOf(emitted[i] as Emitted))
    told.push({ vehicle_id: vehicle.vehicle_id, kinds: [...kinds] })
  }
  for (const record of records) {
    if (vehicle?.vehicle_id !== record.vehicle_id) {
      close()
      vehicle = vehicles.get(record.vehicle_id)
      known = facts.get(record.vehicle_id) ?? factsUnknown(record.vehicle_id)
      kinds = new Set(['status'])
      spoken = emitted.length
    }
    if (vehicle === undefined) throw new TypeError(`vehicle ${record.vehicle_id} was not taken`)
    const { state } = vehicle
    if (!isAfter(record.at, record.seq, state)) {
      late.push(record)
      continue
    }
    moved.set(vehicle.vehicle_id, vehicle)
    live.push(record)
    if (state.at > 0 && dayOf(state.at) !== dayOf(record.at)) checkpoints.push(checkpointOf(vehicle.vehicle_id, dayOf(record.at), state))
    const said = saidBy(record)
    advance(state, factsAt(known, record.at), record.at, record.seq, record.fix, said, emitted)
    if (said.position !== null) kinds.add('position')
    if (said.power !== null) kinds.add('power')
    if (said.temperature !== null) kinds.add('temperature')
    if (said.ignition !== null) kinds.add('ignition')
  }
  close()
  return { live, late, moved, checkpoints, emitted, told }
}

export const saidBy = ({ fix, io, device }: { readonly fix: Arrived['fix']; readonly io: Uint8Array; readonly device: KnownDevice | undefined }) =>
  normalise(fix, !device?.reader ? {} : device.reader.read(io), device?.meanings ?? noMeanings)
const noMeanings: KnownDevice['meanings'] = {
  ignition: [],
  movement: [],
  odometer: [],
  external_voltage: [],
  battery_voltage: [],
  battery_capacity: [],
  T1: [],
  T2: [],
  T3: [],
  T4: [],
}
const kindOf = ({ effect }: Emitted): string => settlementOf(effect.effect).kind(effect)
const nobody: Omit<VehicleFacts, 'vehicle_id'> = { vehicle_type: '', configurations: {} }
export const factsUnknown = (vehicle_id: number): FactsByTime => [{ until: Number.POSITIVE_INFINITY, facts: { vehicle_id, ...nobody } }]

/** Ordered by vehicle each, so that two batches never wait for one another in a circle. */
function statementsOf(batch: Batch, refused: readonly Quarantined[], now: number, known: boolean): Statement[] {
  const since = rawSince(now)
  return [
    ...insertPositions(withoutOldRaw(batch.live, since), known),
    ...writeStates([...batch.moved.values()], now),
    ...settlements.flatMap(settlement => {
      const own = batch.emitted.filter(e => settlement.effects.includes(e.effect.effect))
      return own.length > 0 ? settlement.write(own, now) : []
    }),
    ...writeCheckpoints(batch.checkpoints),
    ...insertLate(withoutOldRaw(batch.late, since), now, since),
    ...writeQuarantine(refused, now),
  ]
}
const withoutOldRaw = (records: readonly Arrived[], since: number): readonly Placed[] =>
  records.some(r => r.at < since) ? records.map(r => (r.at < since ? { ...r, io: EMPTY_IO } : r)) : records
