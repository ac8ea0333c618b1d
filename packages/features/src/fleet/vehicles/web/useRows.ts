// The rows of the vehicles' table: the list in one answer, the status of each from the pins, contracts where somebody has them.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Pin } from '../../../map/global-map/contract.ts'
import { pinsQuery } from '../../../map/global-map/web/usePins.ts'
import { agreement } from '../../agreements/contract.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { type Rent, vehicleRents } from '../../rents/contract.ts'
import { all, type Status } from '../contract.ts'
import { type RowMotion, rowMaker, type VehicleRow } from './rows.ts'

interface PinSummary {
  readonly statuses: ReadonlyMap<number, Status>
  readonly motions: ReadonlyMap<number, RowMotion>
  /** Any vehicle has the agreement for rental data. */
  readonly rents: boolean
}
const NO_PIN_SUMMARY: PinSummary = {
  statuses: new Map(),
  motions: new Map(),
  rents: false,
}
const NO_RENTS: readonly Rent[] = []

/** The same object as before while the pins say the same of it: they change all the time as vehicles move. */
function summarisePins(pins: readonly Pin[], before: PinSummary): PinSummary {
  const rents = pins.some(pin => pin.active_agreements?.includes(agreement.rent) === true)
  const isUnchanged =
    before.rents === rents &&
    before.statuses.size === pins.length &&
    pins.every(
      pin =>
        before.statuses.get(pin.id) === pin.status && isSameMotion(before.motions.get(pin.id), pin),
    )
  if (isUnchanged) return before
  const motions = new Map<number, RowMotion>()
  for (const pin of pins) {
    const knownMotion = before.motions.get(pin.id)
    if (knownMotion !== undefined && isSameMotion(knownMotion, pin))
      motions.set(pin.id, knownMotion)
    else if (pin.motion !== undefined)
      motions.set(pin.id, { motion: pin.motion, since: pin.motion_since ?? null })
  }
  return { statuses: new Map(pins.map(pin => [pin.id, pin.status])), motions, rents }
}
const isSameMotion = (motion: RowMotion | undefined, pin: Pin): boolean =>
  motion?.motion === pin.motion && (motion?.since ?? null) === (pin.motion_since ?? null)

export function useRows() {
  const items = useQuery({ ...query(all, {}), staleTime: 30_000 })
  const last = useRef(NO_PIN_SUMMARY)
  const select = useCallback(
    (pins: readonly Pin[]) => (last.current = summarisePins(pins, last.current)),
    [],
  )
  // the table comes first, then what the pins know
  const { data: summary = NO_PIN_SUMMARY } = useQuery({
    ...pinsQuery,
    select,
    enabled: items.data !== undefined,
  })
  const { data: rents = NO_RENTS } = useQuery({
    ...query(vehicleRents.all, {}),
    enabled: summary.rents,
  })
  const { fleets, passes } = useFleetFilter()
  const [make] = useState(rowMaker)
  const fleetById = useMemo(() => new Map((fleets ?? []).map(fleet => [fleet.id, fleet])), [fleets])
  const rentByVehicle = useMemo(() => new Map(rents.map(rent => [rent.vehicle_id, rent])), [rents])
  const rows = useMemo<readonly VehicleRow[] | undefined>(
    () =>
      items.data &&
      make(items.data, {
        statuses: summary.statuses,
        motions: summary.motions,
        fleets: fleetById,
        rents: rentByVehicle,
      }),
    [items.data, make, summary, fleetById, rentByVehicle],
  )
  return { rows, error: items.error, refetch: items.refetch, withRents: summary.rents, passes }
}
