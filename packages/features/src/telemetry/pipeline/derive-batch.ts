// Normalises and derives the records of a batch.
import { valueAt } from '@flotta/core/by-time.ts'
import type { EmittedEffect } from '@flotta/core/derivation.ts'
import type { Reading } from '@flotta/core/reading.ts'
import { RecordValues } from '@flotta/core/record-values.ts'
import type { VehicleUpdate } from '@flotta/platform/topics.ts'
import { readings } from '../../kinds.ts'
import type { NewRecord } from './admit.ts'
import { type Checkpoint, checkpointDue, checkpointOf } from './checkpoints.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { type NormalisedRecord, normalise } from './normalise.ts'
import { settlementOf } from './settlements.ts'
import { applyRecord, isAfter, type VehicleState } from './state.ts'
import type { VersionedState } from './store.ts'

export interface DerivedBatch {
  /** Records that were derived. */
  readonly live: readonly NewRecord[]
  /** Records that wait for the replay of their vehicle. */
  readonly late: readonly NewRecord[]
  /** Vehicles whose state has changed, by id. */
  readonly changedVehicles: ReadonlyMap<number, VersionedState>
  readonly checkpoints: readonly Checkpoint[]
  readonly effects: readonly EmittedEffect[]
  readonly updates: readonly VehicleUpdate[]
}

/**
 * Normalises and derives the records one by one, each from the state that the record before it
 * left.
 * Records newer than the newest one of their vehicle are derived at once and change the state in
 * place; the others are late and wait for the replay.
 * @param records by vehicle, time and seq
 * @param recent checkpoints within a day are kept since this time, epoch ms
 */
export function normaliseAndDerive(
  records: readonly NewRecord[],
  vehicles: ReadonlyMap<number, VersionedState>,
  facts: ReadonlyMap<number, FactsByTime>,
  recent: number,
): DerivedBatch {
  const live: NewRecord[] = []
  const late: NewRecord[] = []
  const changedVehicles = new Map<number, VersionedState>()
  const checkpoints: Checkpoint[] = []
  const effects: EmittedEffect[] = []
  const updates: VehicleUpdate[] = []
  let vehicle: VersionedState | undefined
  let vehicleFactsByTime: FactsByTime = []
  let kinds = new Set<string>()
  let firstEffect = 0
  const finishVehicle = () => {
    if (vehicle === undefined || !changedVehicles.has(vehicle.vehicle_id)) return
    for (let i = firstEffect; i < effects.length; i++)
      kinds.add(kindOf(effects[i] as EmittedEffect))
    updates.push({ vehicle_id: vehicle.vehicle_id, kinds: [...kinds] })
  }
  for (const record of records) {
    if (vehicle?.vehicle_id !== record.vehicle_id) {
      finishVehicle()
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
    const normalRecord = normaliseRecord(record, state)
    applyRecord(
      state,
      valueAt(vehicleFactsByTime, record.at),
      record.at,
      record.seq,
      record.fix,
      normalRecord,
      effects,
    )
    if (normalRecord.position !== null) kinds.add('position')
    for (const { index } of normalRecord.readings) kinds.add((readings[index] as Reading).kind)
  }
  finishVehicle()
  return {
    live,
    late,
    changedVehicles,
    checkpoints,
    effects,
    updates,
  }
}

/**
 * The values of the current record. One object serves all records, so that none is allocated for
 * each.
 */
const recordValues = new RecordValues()
/** @param latest the newest readings of the vehicle before the record */
export function normaliseRecord(
  { fix, io, words }: Pick<NewRecord, 'fix' | 'io' | 'words'>,
  { latest }: Pick<VehicleState, 'latest'>,
): NormalisedRecord {
  if (words.reader === null) recordValues.clear()
  else words.reader.fill(io, recordValues)
  return normalise(fix, recordValues, words.meanings, latest)
}
const kindOf = ({ effect }: EmittedEffect): string => settlementOf(effect.effect).kind(effect)
