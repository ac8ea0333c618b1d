// The rows of the vehicles table: each vehicle with its status, fleet and contract. A row whose parts are unchanged stays the same object, so that only
// changed rows are rendered again.
import { searchable } from '@flotta/core/searchable.ts'
import type { Counters } from '../../../services/overviews/web/useCounters.ts'
import type { Fleet } from '../../fleets/contract.ts'
import type { Rent } from '../../rents/contract.ts'
import type { Status, Vehicle, VehicleItem, VehicleWithRent } from '../contract.ts'

/** What a vehicle does; the same object while it is unchanged. */
export interface RowMotion {
  readonly motion: NonNullable<Vehicle['motion']>
  readonly since: string | null
}

/** The part of a pin that the table shows; the same object while it is unchanged. */
export interface PinFacts {
  readonly status: Status
  /** undefined: not known */
  readonly motion: RowMotion | undefined
  readonly driver: string | undefined
  /** ISO, time of the last message */
  readonly contact: string | undefined
  /** Its place, for users who may see names of places. */
  readonly spot: { readonly latitude: number; readonly longitude: number } | undefined
}
export interface VehicleRow extends VehicleItem {
  /** undefined: not known (yet), or retired */
  readonly status: Status | undefined
  /** undefined: not known */
  readonly motion: RowMotion | undefined
  readonly facts: PinFacts | undefined
  readonly counters: Counters | undefined
  readonly fleet: Fleet | undefined
  readonly rent: Rent | undefined
  /** The words that the search covers. */
  readonly words: string
}
interface CachedRow {
  readonly item: VehicleItem
  readonly row: VehicleRow
}

/** Makes rows, and returns the former object where nothing has changed. */
export function rowMaker() {
  let before = new Map<number, CachedRow>()
  return (
    items: readonly VehicleItem[],
    { pins, counters, fleets, rents }: RowSources,
  ): readonly VehicleRow[] => {
    const next = new Map<number, CachedRow>()
    const rows = items.map(item => {
      const facts = pins.get(item.id)
      const count = counters.get(item.id)
      const fleet = item.fleet_id === null ? undefined : fleets.get(item.fleet_id)
      const rent = rents.get(item.id)
      const cachedRow = before.get(item.id)
      const row =
        cachedRow !== undefined &&
        cachedRow.item === item &&
        cachedRow.row.facts === facts &&
        cachedRow.row.counters === count &&
        cachedRow.row.fleet === fleet &&
        cachedRow.row.rent === rent
          ? cachedRow.row
          : {
              ...item,
              status: facts?.status,
              motion: facts?.motion,
              facts,
              counters: count,
              fleet,
              rent,
              words: cachedRow?.item === item ? cachedRow.row.words : wordsOf(item),
            }
      next.set(item.id, { item, row })
      return row
    })
    before = next
    return rows
  }
}
/** A row from a whole vehicle alone, before the list of all is loaded. */
export function rowOfVehicle(
  vehicle: VehicleWithRent,
  pins: RowSources['pins'],
  fleets: RowSources['fleets'],
): VehicleRow {
  const { id, plate, serial, model, fleet_id, motion, motion_since, message_datetime } = vehicle
  const driver = vehicle.driver_activities[0]?.driver
  const facts: PinFacts = pins.get(id) ?? {
    status: vehicle.status,
    motion: motion === null ? undefined : { motion, since: motion_since },
    driver: driver === undefined ? undefined : `${driver.name} ${driver.surname}`,
    contact: message_datetime ?? undefined,
    spot: undefined,
  }
  return {
    id,
    plate,
    serial,
    vehicle_type: vehicle.vehicle_type,
    vehicle_subtype: vehicle.vehicle_subtype,
    fleet_id,
    model: model ?? undefined,
    color: vehicle.color ?? undefined,
    unit_code: vehicle.unit_code ?? undefined,
    active: vehicle.active,
    current_month_sms_count: vehicle.current_month_sms_count,
    status: facts.status,
    motion: facts.motion,
    facts,
    counters: { km: vehicle.odometer, fuel: null },
    fleet: fleet_id === null ? undefined : fleets.get(fleet_id),
    rent: vehicle.rent ?? undefined,
    words: wordsOf(vehicle),
  }
}
const wordsOf = ({
  plate,
  serial,
  model,
}: Pick<VehicleItem, 'plate' | 'serial'> & { readonly model?: string | null | undefined }) =>
  searchable([plate, serial, model].join('\u0001'))
interface RowSources {
  readonly pins: ReadonlyMap<number, PinFacts>
  readonly counters: ReadonlyMap<number, Counters>
  readonly fleets: ReadonlyMap<number, Fleet>
  readonly rents: ReadonlyMap<number, Rent>
}

export interface RowFilter {
  readonly search: string
  readonly type: readonly string[]
  readonly subtype: readonly string[]
  readonly status: readonly string[]
  readonly active: readonly string[]
  /** Whether a vehicle of this fleet is shown. */
  readonly passes: (fleet_id: number | null) => boolean
}
const isOneOf = (choices: readonly string[], value: string | number | null | undefined): boolean =>
  choices.length === 0 || (value !== null && value !== undefined && choices.includes(String(value)))

/** Subtypes exist for type U alone: they narrow its vehicles and do not affect the others. */
export function filterRows(
  rows: readonly VehicleRow[],
  { search, type, subtype, status, active, passes }: RowFilter,
): readonly VehicleRow[] {
  const words = searchable(search)
  return rows.filter(
    row =>
      isOneOf(type, row.vehicle_type) &&
      (row.vehicle_type !== 'U' || isOneOf(subtype, row.vehicle_subtype ?? 'none')) &&
      isOneOf(status, row.status) &&
      isOneOf(active, row.active ?? 2) &&
      passes(row.fleet_id) &&
      row.words.includes(words),
  )
}
