// The order of records within one instant, and which of them are stored already.
import type { PoolClient } from 'pg'
import type { Instant } from '../packs/queries.ts'
import { unpackDays } from '../packs/unpack.ts'
import { type NewRecord, quarantineEntry } from './admit.ts'
import { arrangeInstant } from './instant.ts'
import { loadInstants, type VehicleRecord } from './positions.ts'
import { rawSince } from './raw.ts'
import { lockVersions, type QuarantineEntry, type VersionedState } from './store.ts'

/** Another process has written a vehicle since its state was read. */
export class VehicleChanged extends Error {}

export interface OrderedRecords {
  /** By vehicle, time and seq, without the records that are stored and derived already. */
  readonly records: readonly NewRecord[]
  readonly renumbered: readonly RenumberedRecord[]
  readonly refused: readonly QuarantineEntry[]
}
/** A stored record whose `seq` was `from` before. */
export interface RenumberedRecord {
  readonly from: number
  readonly record: VehicleRecord
}

/**
 * Puts the records of each instant in order. A record that is not newer than the newest one of its
 * vehicle needs a look into the database: the vehicle's row is locked, and the stored records of
 * the same instants are compared by content.
 * @param isLocked the rows of the vehicles are locked already, so every instant is looked up
 */
export async function orderWithinInstants(
  newRecords: readonly NewRecord[],
  vehicles: ReadonlyMap<number, VersionedState>,
  isLocked: boolean,
  client: PoolClient,
  now: number,
): Promise<OrderedRecords> {
  const since = rawSince(now)
  const instants = instantsOf(newRecords)
  const newest = (r: Instant): number =>
    vehicles.get(r.vehicle_id)?.state.at ?? Number.NEGATIVE_INFINITY
  const lookups = isLocked ? instants : instants.filter(([r]) => r.at <= newest(r))
  const storedRecords =
    lookups.length === 0
      ? new Map<string, VehicleRecord[]>()
      : await loadStoredRecords(lookups, isLocked ? null : vehicles, client)
  const records: NewRecord[] = []
  const renumberedRecords: RenumberedRecord[] = []
  const quarantine: QuarantineEntry[] = []
  for (const came of instants) {
    const [first] = came
    const before =
      storedRecords.size === 0 ? NO_RECORDS : (storedRecords.get(keyOf(first)) ?? NO_RECORDS)
    if (came.length === 1 && before.length === 0) {
      records.push(first)
      continue
    }
    const instant = arrangeInstant(before, came, first.at >= since)
    // A record that is not the last of its instant is late, even if the state says otherwise: the
    // records after it may have new numbers.
    const last = instant.renumbered.reduce(
      (most, m) => Math.max(most, m.record.seq),
      before.reduce((most, k) => Math.max(most, k.seq), -1),
    )
    const storedAgain =
      first.at > newest(first) ? instant.stored.map(r => ({ ...r, isStored: true })) : []
    records.push(
      ...[...instant.fresh.map(r => ({ ...r, precedesStored: r.seq < last })), ...storedAgain].sort(
        (a, b) => a.seq - b.seq,
      ),
    )
    for (const { from, record } of instant.renumbered)
      renumberedRecords.push({
        from,
        record: { ...record, vehicle_id: first.vehicle_id, at: first.at },
      })
    for (const r of instant.refused)
      quarantine.push(
        quarantineEntry(
          { device_id: r.device_id, message: r, place: r.place },
          'data',
          'more records of one instant than can be told apart',
        ),
      )
  }
  // a record with a new number is deleted and inserted again as a row
  await unpackDays(
    client,
    renumberedRecords.map(({ record }) => record),
    now,
  )
  return { records, renumbered: renumberedRecords, refused: quarantine }
}
const NO_RECORDS: readonly VehicleRecord[] = []
const keyOf = ({ vehicle_id, at }: Instant): string => `${vehicle_id} ${at}`

/** Groups neighbouring records of one vehicle and time. */
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

/**
 * The stored records of these instants, by `keyOf`. Throws VehicleChanged where a cached state is outdated.
 * @param vehicles the cached states, whose rows are locked here; null: the rows are locked already
 */
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
