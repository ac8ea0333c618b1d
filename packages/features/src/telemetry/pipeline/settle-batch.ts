// The statements that write a batch: positions, states, effects, checkpoints, late records and the
// quarantine.
import { EMPTY_IO } from '@flotta/core/io.ts'
import type { Statement } from '@flotta/platform/transaction.ts'
import { noteArrivals } from './arrivals.ts'
import { writeCheckpoints } from './checkpoints.ts'
import type { DerivedBatch } from './derive-batch.ts'
import type { RenumberedRecord } from './order.ts'
import { deletePositions, insertLate, insertPositions, type VehicleRecord } from './positions.ts'
import { rawSince } from './raw.ts'
import { settlements } from './settlements.ts'
import { type QuarantineEntry, writeQuarantine, writeStates } from './store.ts'

/**
 * The statements that write a batch. Each writes its rows in the order of vehicles, so that two
 * batches never wait for each other in a circle.
 * @param isRepeated an earlier attempt may have been committed
 */
export function settlementStatements(
  batch: DerivedBatch,
  renumberedRecords: readonly RenumberedRecord[],
  quarantine: readonly QuarantineEntry[],
  now: number,
  isRepeated: boolean,
): Statement[] {
  const since = rawSince(now)
  const fresh = batch.live.filter(r => r.isStored !== true)
  return [
    ...deletePositions(renumberedRecords.map(({ from, record }) => ({ ...record, seq: from }))),
    ...insertPositions(withoutOldRaw(fresh, since)),
    ...writeStates([...batch.changedVehicles.values()], now),
    ...settlements.flatMap(settlement => {
      const effects = batch.effects.filter(e => settlement.effects.includes(e.effect.effect))
      return effects.length > 0
        ? settlement.write(effects, now, isRepeated || fresh.length < batch.live.length)
        : []
    }),
    ...writeCheckpoints(batch.checkpoints),
    ...insertLate(
      withoutOldRaw([...batch.late, ...renumberedRecords.map(m => m.record)], since),
      now,
      since,
    ),
    ...noteArrivals(
      'positions',
      [...fresh, ...batch.late, ...renumberedRecords.map(m => m.record)].filter(hasFix),
    ),
    ...writeQuarantine(quarantine, now),
  ]
}
const hasFix = ({ fix }: VehicleRecord): boolean => fix !== null
const withoutOldRaw = (
  records: readonly VehicleRecord[],
  since: number,
): readonly VehicleRecord[] =>
  records.some(r => r.at < since)
    ? records.map(r => (r.at < since ? { ...r, io: EMPTY_IO } : r))
    : records
