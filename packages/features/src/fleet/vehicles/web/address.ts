// The search parameters of the vehicles table: search, filters, order, and the open vehicle.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { VehicleSubtype, VehicleType } from '../values.ts'

/** Words of a list, separated by commas; unknown ones are ignored. */
const wordList = <T extends string>(words: readonly T[]) =>
  searchParam(z.string().transform(text => words.filter(word => text.split(',').includes(word))))

export const activities = ['2', '1', '0'] as const
export const statuses = ['1', '0', '2'] as const
export const VehiclesSearch = z.object({
  search: searchParam(z.string().max(100)),
  type: searchParam(z.string()),
  subtype: searchParam(z.string()),
  /** connection: 1 connected, 0 standby, 2 disconnected */ status: searchParam(
    z.coerce.string<string>(),
  ),
  /** 2 unit mounted, 1 none, 0 retired */ active: searchParam(z.coerce.string<string>()),
  /** ids of the fleets that are shown; absent: all */ fleets: searchParam(
    z.coerce.string<string>().regex(/^\d{1,9}(,\d{1,9})*$/),
  ),
  /** `plate`, downwards `-plate` */ sort: searchParam(z.string().max(50)),
  /** the vehicle that is open beside the table */ v: searchParam(Id),
  open: ListSearch.shape.open,
})
const AddressParams = z.object({
  search: searchParam(z.string()),
  type: wordList(VehicleType.options),
  subtype: wordList(VehicleSubtype.options),
  status: wordList(statuses),
  active: wordList(activities),
  fleets: searchParam(z.string()),
  sort: searchParam(z.string()),
  v: searchParam(Id),
})
export type VehiclesAddress = z.output<typeof AddressParams>
type AddressChange = {
  readonly [K in keyof VehiclesAddress]?: (K extends 'v' ? number : string) | undefined
}

/** The values in the address, and a function that changes some of them. `replace` adds no step to the history of the browser. */
export function useVehiclesAddress(): readonly [
  VehiclesAddress,
  (patch: AddressChange, options?: { readonly replace?: boolean }) => void,
] {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = useMemo(() => AddressParams.parse(VehiclesSearch.parse(raw)), [raw])
  const change = useCallback(
    (patch: AddressChange, { replace = false }: { readonly replace?: boolean } = {}) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace }),
    [navigate],
  )
  return [address, change]
}
