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
  const derivation = new BatchDerivation(recent)
  let vehicle: VersionedState | undefined
  for (const record of records) {
    if (vehicle?.vehicle_id !== record.vehicle_id) {
      derivation.finishVehicle()
      vehicle = vehicles.get(record.vehicle_id)
      if (vehicle === undefined) throw new TypeError(`vehicle ${record.vehicle_id} was not taken`)
      derivation.beginVehicle(
        vehicle,
        facts.get(record.vehicle_id) ?? vehicleFacts.unknown(record.vehicle_id),
      )
    }
    derivation.step(vehicle, record)
  }
  derivation.finishVehicle()
  return derivation
}

/** What a batch has derived so far. */
class BatchDerivation implements DerivedBatch {
  readonly live: NewRecord[] = []
  readonly late: NewRecord[] = []
  readonly changedVehicles = new Map<number, VersionedState>()
  readonly checkpoints: Checkpoint[] = []
  readonly effects: EmittedEffect[] = []
  readonly updates: VehicleUpdate[] = []
  readonly #recent: number
  /** The vehicle whose records are derived now, its facts, what its records reported, and the number of effects before it. */
  #vehicle_id: number | null = null
  #factsByTime: FactsByTime = []
  #tellsPosition = false
  /** By the index of the reading, 1: reported. */
  readonly #toldReadings = new Uint8Array(readings.length)
  #firstEffect = 0

  constructor(recent: number) {
    this.#recent = recent
  }

  beginVehicle({ vehicle_id }: VersionedState, factsByTime: FactsByTime): void {
    this.#vehicle_id = vehicle_id
    this.#factsByTime = factsByTime
    this.#tellsPosition = false
    this.#toldReadings.fill(0)
    this.#firstEffect = this.effects.length
  }

  step(vehicle: VersionedState, record: NewRecord): void {
    const { state } = vehicle
    if (record.precedesStored === true || !isAfter(record.at, record.seq, state)) {
      this.late.push(record)
      return
    }
    this.changedVehicles.set(vehicle.vehicle_id, vehicle)
    this.live.push(record)
    const due = checkpointDue(state.at, record.at, this.#recent)
    if (due !== null) this.checkpoints.push(checkpointOf(vehicle.vehicle_id, due, state))
    const normalRecord = normaliseRecord(record, state)
    applyRecord(
      state,
      valueAt(this.#factsByTime, record.at),
      record.at,
      record.seq,
      record.fix,
      normalRecord,
      this.effects,
    )
    if (normalRecord.position !== null) this.#tellsPosition = true
    for (const { index } of normalRecord.readings) this.#toldReadings[index] = 1
  }

  /** Adds the update of the vehicle, if any of its records changed its state. */
  finishVehicle(): void {
    const vehicle_id = this.#vehicle_id
    if (vehicle_id === null || !this.changedVehicles.has(vehicle_id)) return
    const kinds = ['status']
    if (this.#tellsPosition) kinds.push('position')
    for (let i = 0; i < readings.length; i++)
      if (this.#toldReadings[i] !== 0) kinds.push((readings[i] as Reading).kind)
    for (let i = this.#firstEffect; i < this.effects.length; i++) {
      const kind = kindOf(this.effects[i] as EmittedEffect)
      if (!kinds.includes(kind)) kinds.push(kind)
    }
    this.updates.push({ vehicle_id, kinds })
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
