// The life of a packet after the gateway: place → sort → normalise → derive → settle → commit → tell.
// Until the commit nothing is written: everything of a batch is one transaction, and it is acknowledged when that is committed, and only then.

import { valueAt } from '@flotta/core/by-time.ts'
import type { EmittedEffect } from '@flotta/core/derivation.ts'
import { EMPTY_IO } from '@flotta/core/io.ts'
import { packMessage } from '@flotta/core/message-bytes.ts'
import type { Reading } from '@flotta/core/reading.ts'
import { RecordValues } from '@flotta/core/record-values.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { monthOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import { once } from '@flotta/platform/once.ts'
import type { VehicleUpdate } from '@flotta/platform/topics.ts'
import type { Span } from '@flotta/platform/trace.ts'
import { inTransaction, type Statement, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { readings } from '../../kinds.ts'
import { directoryOf } from '../registry/directory.ts'
import { Cache } from './cache.ts'
import {
  type Checkpoint,
  checkpointDue,
  checkpointOf,
  recentSince,
  writeCheckpoints,
} from './checkpoints.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { arrangeInstant, seqAt } from './instant.ts'
import { type NormalisedRecord, normalise } from './normalise.ts'
import { Months } from './partitions.ts'
import { admissionLimits, mountOrRefusal } from './place.ts'
import {
  deletePositions,
  type Instant,
  insertLate,
  insertPositions,
  loadInstants,
  type VehicleRecord,
} from './positions.ts'
import { rawSince } from './raw.ts'
import { storableFix } from './record.ts'
import { settlementOf, settlements } from './settlements.ts'
import { applyRecord, isAfter, type VehicleState } from './state.ts'
import {
  loadStates,
  lockVersions,
  type QuarantineEntry,
  stateOfNewVehicle,
  type VersionedState,
  writeQuarantine,
  writeStates,
} from './store.ts'
import { type DeviceWords, wordsOf } from './words.ts'

const MAX_CACHED_VEHICLES = 50_000
const MAX_ATTEMPTS = 5

/** Rows that a process has read; the database is the truth. */
interface Caches {
  readonly facts: Cache<FactsByTime>
  readonly states: Cache<VersionedState>
  readonly months: Months
}
/** They forget what the database says has changed. */
export const cachesOf = once((ctx): Caches => {
  const caches: Caches = {
    facts: new Cache(MAX_CACHED_VEHICLES),
    states: new Cache(MAX_CACHED_VEHICLES),
    months: new Months(ctx.pool),
  }
  ctx.changes.on(change => {
    vehicleFacts.forget(caches.facts, change)
    if (change.table === '*') caches.states.forget()
  })
  return caches
})

/** A record as its device sent it, and its place among those of its instant in its packet. */
export interface ReceivedRecord {
  readonly device_id: number
  readonly message: Message
  readonly place: number
}
/** A record with its vehicle and the words that its parameters are. */
export interface NewRecord extends VehicleRecord {
  readonly device_id: number
  readonly words: DeviceWords
  readonly place: number
  /** It is stored already; what follows from it is not. */
  readonly isStored?: boolean
  /** One that follows it within its instant is stored already. */
  readonly precedesStored?: boolean
}
interface AdmittedRecords {
  /** Their order within one instant is not known yet. */
  readonly records: NewRecord[]
  readonly refused: QuarantineEntry[]
}

const races = counter({
  role: 'worker',
  name: 'flotta_ingest_races_total',
  help: 'Batches that were taken again, as somebody else had written one of their vehicles',
})

/** Vehicle → what is traced of it. */
export type Traces = ReadonlyMap<number, Pick<Span, 'traceparent'>>
export const noTraces: Traces = new Map()

/** Stores records and all that follows from them. Resolves when it is committed; rejects with an error after which the same records may be tried again. */
export async function ingest(
  received: readonly ReceivedRecord[],
  ctx: Context,
  traces: Traces = noTraces,
): Promise<readonly QuarantineEntry[]> {
  const caches = cachesOf(ctx)
  for (let attempt = 1; ; attempt++) {
    const { records, refused } = await admit(received, ctx)
    await caches.months.ensure(new Set(records.map(r => monthOf(r.at))))
    const ids = [...new Set(records.map(r => r.vehicle_id))]
    const facts = await caches.facts.get(ids, missing => vehicleFacts.load(ctx.pool, missing))
    const cachedVehicles = attempt === 1 ? await takeVehicles(ids, caches, ctx) : null
    try {
      const {
        batch,
        vehicles,
        unplaced: quarantine,
      } = await inTransaction(ctx.pool, async client => {
        const vehicles = cachedVehicles ?? (await lockVehicles(ids, client))
        const order = await orderWithinInstants(
          records,
          vehicles,
          cachedVehicles === null,
          client,
          ctx.now(),
        )
        const batch = derive(order.records, vehicles, facts, recentSince(ctx.now()))
        const quarantine = [...refused, ...order.refused]
        await send(
          client,
          statementsOf(batch, order.renumbered, quarantine, ctx.now(), attempt > 1),
        )
        return { batch, vehicles, unplaced: quarantine }
      })
      for (const v of vehicles.values())
        caches.states.put(
          v.vehicle_id,
          batch.changedVehicles.has(v.vehicle_id) ? { ...v, version: v.version + 1 } : v,
        )
      await publishVehicleUpdates(ctx, withTraces(batch.updates, traces))
      return quarantine
    } catch (error) {
      if (!isRace(error) || attempt === MAX_ATTEMPTS) throw error
      races.inc()
    }
  }
}

/** News with the traces that they are part of. */
function withTraces(news: readonly VehicleUpdate[], traces: Traces): readonly VehicleUpdate[] {
  if (traces.size === 0) return news
  return news.map(update => {
    const trace = traces.get(update.vehicle_id)?.traceparent
    return trace === undefined ? update : { ...update, trace }
  })
}

/** What was read of a vehicle is no longer so. */
class VehicleChanged extends Error {}

/** Another process wrote the same vehicle meanwhile: seen by its version, by a record that is stored already, or as each waits for the other. */
const isRace = (error: unknown): boolean =>
  error instanceof VehicleChanged ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === '40001' ||
      error.code === '40P01' ||
      (error.code === '23505' &&
        'table' in error &&
        /^(positions|readings)_/.test(String(error.table)))))

/** Each record's vehicle by the device's mounts at the record's own time; what cannot be placed is for the quarantine. */
async function admit(received: readonly ReceivedRecord[], ctx: Context): Promise<AdmittedRecords> {
  const devices = await directoryOf(ctx).byIds(new Set(received.map(r => r.device_id)))
  const limits = admissionLimits(ctx.now(), ctx.config.FLOTTA_RETENTION_MONTHS)
  const records: NewRecord[] = []
  const refused: QuarantineEntry[] = []
  for (const record of received) {
    const { device_id, message } = record
    const mount = mountOrRefusal(message.at, devices.get(device_id)?.mounts, limits)
    if (typeof mount === 'string') {
      refused.push(quarantineEntry(record, mount, null))
      continue
    }
    const { vehicle_id } = mount
    const { at, io } = message
    records.push({
      vehicle_id,
      at,
      seq: seqAt(record.place),
      fix: storableFix(message.fix),
      io,
      device_id,
      words: wordsOf(ctx, mount),
      place: record.place,
    })
  }
  return { records: records.sort((a, b) => a.vehicle_id - b.vehicle_id || a.at - b.at), refused }
}
export const quarantineEntry = (
  { device_id, message }: ReceivedRecord,
  reason: string,
  error: string | null,
): QuarantineEntry => ({
  device_id,
  vehicle_id: null,
  reason,
  at: message.at,
  record: packMessage(message),
  error,
})

interface OrderedRecords {
  /** In the order of vehicle, time, seq; without those that are stored and derived already. */
  readonly records: readonly NewRecord[]
  readonly renumbered: readonly RenumberedRecord[]
  readonly refused: readonly QuarantineEntry[]
}
/** A stored record whose `seq` has changed from `from`. */
interface RenumberedRecord {
  readonly from: number
  readonly record: VehicleRecord
}

/**
 * Gives the records of each instant their order. What is newer than all that is known of its vehicle needs no look at the database; for the rest the vehicle is held, and
 * its records of these instants are compared by their content.
 * @param all look at every instant; the vehicles are held already
 */
async function orderWithinInstants(
  admitted: readonly NewRecord[],
  vehicles: ReadonlyMap<number, VersionedState>,
  all: boolean,
  client: PoolClient,
  now: number,
): Promise<OrderedRecords> {
  const since = rawSince(now)
  const instants = instantsOf(admitted)
  const newest = (r: Instant): number =>
    vehicles.get(r.vehicle_id)?.state.at ?? Number.NEGATIVE_INFINITY
  const lookups = all ? instants : instants.filter(([r]) => r.at <= newest(r))
  const storedRecords =
    lookups.length === 0
      ? new Map<string, VehicleRecord[]>()
      : await loadStoredRecords(lookups, all ? null : vehicles, client)
  const records: NewRecord[] = []
  const moved: RenumberedRecord[] = []
  const refused: QuarantineEntry[] = []
  for (const came of instants) {
    const [first] = came
    const before =
      storedRecords.size === 0 ? NO_RECORDS : (storedRecords.get(keyOf(first)) ?? NO_RECORDS)
    if (came.length === 1 && before.length === 0) {
      records.push(first)
      continue
    }
    const instant = arrangeInstant(before, came, first.at >= since)
    // what is not the last of its instant is late, whatever the state remembers: those after it may be numbered anew since
    const last = instant.renumbered.reduce(
      (most, m) => Math.max(most, m.record.seq),
      before.reduce((most, k) => Math.max(most, k.seq), -1),
    )
    const underived =
      first.at > newest(first) ? instant.stored.map(r => ({ ...r, isStored: true })) : []
    records.push(
      ...[...instant.fresh.map(r => ({ ...r, precedesStored: r.seq < last })), ...underived].sort(
        (a, b) => a.seq - b.seq,
      ),
    )
    for (const { from, record } of instant.renumbered)
      moved.push({ from, record: { ...record, vehicle_id: first.vehicle_id, at: first.at } })
    for (const r of instant.refused)
      refused.push(
        quarantineEntry(
          { device_id: r.device_id, message: r, place: r.place },
          'data',
          'more records of one instant than can be told apart',
        ),
      )
  }
  return { records, renumbered: moved, refused }
}
const NO_RECORDS: readonly VehicleRecord[] = []
const keyOf = ({ vehicle_id, at }: Instant): string => `${vehicle_id} ${at}`

/** Runs of one vehicle and time. */
function instantsOf(records: readonly NewRecord[]): [NewRecord, ...NewRecord[]][] {
  const instants: [NewRecord, ...NewRecord[]][] = []
  for (const record of records) {
    const last = instants.at(-1)
    if (last !== undefined && last[0].vehicle_id === record.vehicle_id && last[0].at === record.at)
      last.push(record)
    else instants.push([record])
  }
  return instants
}

/** @param vehicles as they are cached, to be held; null: they are held */
async function loadStoredRecords(
  instants: readonly (readonly [NewRecord, ...NewRecord[]])[],
  vehicles: ReadonlyMap<number, VersionedState> | null,
  client: PoolClient,
): Promise<Map<string, VehicleRecord[]>> {
  if (vehicles !== null) {
    const versions = await lockVersions(client, [...new Set(instants.map(([r]) => r.vehicle_id))])
    for (const [id, version] of versions)
      if (version !== vehicles.get(id)?.version) throw new VehicleChanged()
  }
  const storedRecords = new Map<string, VehicleRecord[]>()
  for (const record of await loadInstants(
    client,
    instants.map(([r]) => r),
  )) {
    const others = storedRecords.get(keyOf(record))
    if (others === undefined) storedRecords.set(keyOf(record), [record])
    else others.push(record)
  }
  return storedRecords
}

/** States leave the cache while a batch changes them: another batch would read its own from the database, and one of the two would have to begin again. */
async function takeVehicles(
  ids: readonly number[],
  caches: Caches,
  ctx: Context,
): Promise<ReadonlyMap<number, VersionedState>> {
  const vehicles = new Map<number, VersionedState>()
  const missing: number[] = []
  for (const id of ids) {
    const state = caches.states.take(id)
    if (state) vehicles.set(id, state)
    else missing.push(id)
  }
  if (missing.length > 0) {
    const loadedStates = await loadStates(ctx.pool, missing)
    for (const id of missing) vehicles.set(id, loadedStates.get(id) ?? stateOfNewVehicle(id))
  }
  return vehicles
}
/** The second time nobody else gets at them before the batch is committed. */
async function lockVehicles(
  ids: readonly number[],
  client: PoolClient,
): Promise<ReadonlyMap<number, VersionedState>> {
  const lockedStates = await loadStates(client, ids, true)
  return new Map(ids.map(id => [id, lockedStates.get(id) ?? stateOfNewVehicle(id)]))
}

interface Batch {
  readonly live: readonly NewRecord[]
  readonly late: readonly NewRecord[]
  /** Vehicles whose state is a new one, in the order of ids. */
  readonly changedVehicles: ReadonlyMap<number, VersionedState>
  readonly checkpoints: readonly Checkpoint[]
  readonly effects: readonly EmittedEffect[]
  readonly updates: readonly VehicleUpdate[]
}

/** Sorted records into what is to be written. Records newer than the vehicle's newest are derived now, the others wait for the replay. Changes the states in place. `recent`: checkpoints within a day are kept since. */
export function derive(
  records: readonly NewRecord[],
  vehicles: ReadonlyMap<number, VersionedState>,
  facts: ReadonlyMap<number, FactsByTime>,
  recent: number,
): Batch {
  const live: NewRecord[] = []
  const late: NewRecord[] = []
  const changedVehicles = new Map<number, VersionedState>()
  const checkpoints: Checkpoint[] = []
  const effects: EmittedEffect[] = []
  const news: VehicleUpdate[] = []
  let vehicle: VersionedState | undefined
  let vehicleFactsByTime: FactsByTime = []
  let kinds = new Set<string>()
  let firstEffect = 0
  const close = () => {
    if (vehicle === undefined || !changedVehicles.has(vehicle.vehicle_id)) return
    for (let i = firstEffect; i < effects.length; i++)
      kinds.add(kindOf(effects[i] as EmittedEffect))
    news.push({ vehicle_id: vehicle.vehicle_id, kinds: [...kinds] })
  }
  for (const record of records) {
    if (vehicle?.vehicle_id !== record.vehicle_id) {
      close()
      vehicle = vehicles.get(record.vehicle_id)
      vehicleFactsByTime = facts.get(record.vehicle_id) ?? vehicleFacts.unknown(record.vehicle_id)
      kinds = new Set(['status'])
      firstEffect = effects.length
    }
    if (vehicle === undefined) throw new TypeError(`vehicle ${record.vehicle_id} was not taken`)
    const { state } = vehicle
    if (record.precedesStored === true || !isAfter(record.at, record.seq, state)) {
      late.push(record)
      continue
    }
    changedVehicles.set(vehicle.vehicle_id, vehicle)
    live.push(record)
    const due = checkpointDue(state.at, record.at, recent)
    if (due !== null) checkpoints.push(checkpointOf(vehicle.vehicle_id, due, state))
    const normalised = normaliseRecord(record, state)
    applyRecord(
      state,
      valueAt(vehicleFactsByTime, record.at),
      record.at,
      record.seq,
      record.fix,
      normalised,
      effects,
    )
    if (normalised.position !== null) kinds.add('position')
    for (const { index } of normalised.readings) kinds.add((readings[index] as Reading).kind)
  }
  close()
  return {
    live,
    late,
    changedVehicles: changedVehicles,
    checkpoints,
    effects: effects,
    updates: news,
  }
}

/** Of the record at hand. */
const recordValues = new RecordValues()
/** @param latest of the vehicle's state, which comes before the record */
export function normaliseRecord(
  { fix, io, words }: Pick<NewRecord, 'fix' | 'io' | 'words'>,
  { latest }: Pick<VehicleState, 'latest'>,
): NormalisedRecord {
  if (words.reader === null) recordValues.clear()
  else words.reader.fill(io, recordValues)
  return normalise(fix, recordValues, words.meanings, latest)
}
const kindOf = ({ effect }: EmittedEffect): string => settlementOf(effect.effect).kind(effect)

/** Ordered by vehicle each, so that two batches never wait for one another in a circle. */
function statementsOf(
  batch: Batch,
  moved: readonly RenumberedRecord[],
  refused: readonly QuarantineEntry[],
  now: number,
  again: boolean,
): Statement[] {
  const since = rawSince(now)
  const fresh = batch.live.filter(r => r.isStored !== true)
  return [
    ...deletePositions(moved.map(({ from, record }) => ({ ...record, seq: from }))),
    ...insertPositions(withoutOldRaw(fresh, since)),
    ...writeStates([...batch.changedVehicles.values()], now),
    ...settlements.flatMap(settlement => {
      const effects = batch.effects.filter(e => settlement.effects.includes(e.effect.effect))
      return effects.length > 0
        ? settlement.write(effects, now, again || fresh.length < batch.live.length)
        : []
    }),
    ...writeCheckpoints(batch.checkpoints),
    ...insertLate(withoutOldRaw([...batch.late, ...moved.map(m => m.record)], since), now, since),
    ...writeQuarantine(refused, now),
  ]
}
const withoutOldRaw = (
  records: readonly VehicleRecord[],
  since: number,
): readonly VehicleRecord[] =>
  records.some(r => r.at < since)
    ? records.map(r => (r.at < since ? { ...r, io: EMPTY_IO } : r))
    : records
