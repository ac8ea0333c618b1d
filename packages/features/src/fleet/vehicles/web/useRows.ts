// Loads the rows of the vehicles table: first a few, so that they show at once; then all in one answer, with data of the pins, counters, and contracts where
// somebody has them.
import { laterQuery, query } from '@flotta/ui/api.ts'
import { usePreference } from '@flotta/ui/preferences.ts'
import type { Rest } from '@flotta/ui/table/columns.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Pin } from '../../../map/global-map/contract.ts'
import { pinsQuery } from '../../../map/global-map/web/usePins.ts'
import { useCounters } from '../../../services/overviews/web/useCounters.ts'
import { agreement } from '../../agreements/contract.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { type Rent, vehicleRents } from '../../rents/contract.ts'
import { all, type VehicleItem, vehiclesWithRent } from '../contract.ts'
import { type PinFacts, rowMaker, rowOfVehicle, type VehicleRow } from './rows.ts'

interface PinSummary {
  readonly pins: ReadonlyMap<number, PinFacts>
  /** Any vehicle has the agreement for rental data. */
  readonly rents: boolean
  /** Any vehicle has the agreement for its tank. */
  readonly fuel: boolean
}
const NO_PIN_SUMMARY: PinSummary = { pins: new Map(), rents: false, fuel: false }
const NO_RENTS: readonly Rent[] = []

/** Summarises pins; returns the former object while the table would show the same, because pins change constantly as vehicles move. */
function summarisePins(list: readonly Pin[], before: PinSummary): PinSummary {
  const has = (id: number) => list.some(pin => pin.active_agreements?.includes(id) === true)
  const pins = new Map<number, PinFacts>()
  let isUnchanged = before.pins.size === list.length
  for (const pin of list) {
    const previousFacts = before.pins.get(pin.id)
    const facts = factsOf(pin, previousFacts)
    if (facts !== previousFacts) isUnchanged = false
    pins.set(pin.id, facts)
  }
  const [rents, fuel] = [has(agreement.rent), has(agreement.eyefuel)]
  return isUnchanged && before.rents === rents && before.fuel === fuel
    ? before
    : { pins, rents, fuel }
}

/** Degrees, some 100 m: a list does not need the place more exactly. */
const NEAR = 0.001
/** An age in minutes does not need the time more exactly, ms. */
const RECENT = 30_000
/** Returns the former object where a reader of the table would see no difference. */
function factsOf(pin: Pin, before: PinFacts | undefined): PinFacts {
  const { status, driver, message_datetime: contact, motion: state, latitude, longitude } = pin
  const since = pin.motion_since
  const motion =
    state === null
      ? undefined
      : before?.motion?.motion === state && before.motion.since === since
        ? before.motion
        : { motion: state, since }
  const mayName = pin.active_agreements?.includes(agreement.reverse_geocoding) === true
  const spot =
    !mayName || latitude === undefined || longitude === undefined
      ? undefined
      : isNear(before?.spot, latitude, longitude)
        ? before?.spot
        : { latitude, longitude }
  const isSame =
    before !== undefined &&
    before.status === status &&
    before.driver === driver &&
    before.motion === motion &&
    before.spot === spot &&
    isRecent(before.contact, contact)
  return isSame ? before : { status, driver, contact, motion, spot }
}
const isNear = (spot: PinFacts['spot'], latitude: number, longitude: number): boolean =>
  spot !== undefined &&
  Math.abs(spot.latitude - latitude) < NEAR &&
  Math.abs(spot.longitude - longitude) < NEAR
const isRecent = (before: string | undefined, contact: string | undefined): boolean =>
  before === contact ||
  (before !== undefined &&
    contact !== undefined &&
    Math.abs(Date.parse(contact) - Date.parse(before)) < RECENT)

/** Rows that fill a screen. */
const FIRST = 50
const firstQuery = query(vehiclesWithRent, { query: { page: 1, per_page: FIRST } })

/**
 * Loads the rows.
 * @param isPlain false: the address has an order or filters, which need all vehicles
 */
export function useRows(isPlain: boolean) {
  const { fleets, passes } = useFleetFilter()
  const [chosenFleets] = usePreference('fleets')
  const isAskedFirst = isPlain && chosenFleets.length === 0
  const items = useQuery({ ...(isAskedFirst ? laterQuery : query)(all, {}), staleTime: 30_000 })
  // if all cannot be loaded, the first ones must not look as if they were all
  const isFirst = isAskedFirst && !items.isError
  const { data: first } = useQuery({
    ...firstQuery,
    enabled: isFirst && items.data === undefined,
  })
  const last = useRef(NO_PIN_SUMMARY)
  const select = useCallback(
    (pins: readonly Pin[]) => (last.current = summarisePins(pins, last.current)),
    [],
  )
  // the table comes first, the data of the pins follow
  const { data: summary = NO_PIN_SUMMARY, isPending: isWaitingForPins } = useQuery({
    ...pinsQuery,
    select,
    enabled: items.data !== undefined,
  })
  // until the pins come, the first vehicles say which columns there will be, so that none comes later between others
  const hasFirst = (id: number) =>
    isWaitingForPins &&
    first?.data.some(v => v.active_agreements.some(a => a.agreement_id === id)) === true
  const { data: rents = NO_RENTS } = useQuery({
    ...query(vehicleRents.all, {}),
    enabled: summary.rents,
  })
  const counters = useCounters(summary.pins.size > 0, summary.fuel)
  const [make] = useState(rowMaker)
  const fleetById = useMemo(() => new Map((fleets ?? []).map(fleet => [fleet.id, fleet])), [fleets])
  const rentByVehicle = useMemo(() => new Map(rents.map(rent => [rent.vehicle_id, rent])), [rents])
  const rowsOf = useCallback(
    (vehicles: readonly VehicleItem[]) =>
      make(vehicles, { pins: summary.pins, counters, fleets: fleetById, rents: rentByVehicle }),
    [make, summary, counters, fleetById, rentByVehicle],
  )
  const allRows = useMemo(() => items.data && rowsOf(items.data), [items.data, rowsOf])
  const firstRows = useMemo(
    () => first?.data.map(vehicle => rowOfVehicle(vehicle, summary.pins, fleetById)),
    [first, summary, fleetById],
  )
  // the first rows know more than all rows without their pins
  const isShowingFirst =
    isFirst && (allRows === undefined || (isWaitingForPins && firstRows !== undefined))
  const cache = useQueryClient()
  const every = async () => rowsOf(await cache.fetchQuery(query(all, {})))
  const rest: Rest<VehicleRow> | undefined =
    isShowingFirst && first !== undefined
      ? // all are loading
        { total: first.meta.total, more: () => undefined, every }
      : undefined
  return {
    rows: isShowingFirst ? firstRows : allRows,
    /** The number of vehicles that are not among the rows yet. */
    rest,
    error: items.error,
    refetch: items.refetch,
    withRents: summary.rents || hasFirst(agreement.rent),
    withFuel: summary.fuel || hasFirst(agreement.eyefuel),
    passes,
  }
}
