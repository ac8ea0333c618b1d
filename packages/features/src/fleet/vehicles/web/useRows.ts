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
import { rowMaker, type VehicleRow } from './rows.ts'

interface PinSummary {
  readonly statuses: ReadonlyMap<number, Status>
  /** Any vehicle has the agreement for rental data. */
  readonly rents: boolean
}
const NO_PIN_SUMMARY: PinSummary = { statuses: new Map(), rents: false }
const NO_RENTS: readonly Rent[] = []

/** The same object as before while the pins say the same of it: they change all the time as vehicles move. */
function summarisePins(pins: readonly Pin[], before: PinSummary): PinSummary {
  const rents = pins.some(pin => pin.active_agreements?.includes(agreement.rent) === true)
  const isUnchanged =
    before.rents === rents &&
    before.statuses.size === pins.length &&
    pins.every(pin => before.statuses.get(pin.id) === pin.status)
  return isUnchanged ? before : { statuses: new Map(pins.map(pin => [pin.id, pin.status])), rents }
}

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
      make(items.data, { statuses: summary.statuses, fleets: fleetById, rents: rentByVehicle }),
    [items.data, make, summary.statuses, fleetById, rentByVehicle],
  )
  return { rows, error: items.error, refetch: items.refetch, withRents: summary.rents, passes }
}
