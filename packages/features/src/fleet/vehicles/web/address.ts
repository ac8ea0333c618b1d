// What the address of the vehicles' table says: what is searched and filtered, how it is sorted, which vehicle is open.
import { Id } from '@flotta/core/contract.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { VehicleSubtype, VehicleType } from '../contract.ts'

const left = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
/** Some of a list's words, by commas; what is none of them is passed over. */
const someOf = <T extends string>(words: readonly T[]) =>
  left(z.string().transform(text => words.filter(word => text.split(',').includes(word))))

export const activities = ['2', '1', '0'] as const
export const statuses = ['1', '0', '2'] as const
export const VehiclesSearch = z.object({
  search: left(z.string().max(100)),
  type: left(z.string()),
  subtype: left(z.string()),
  /** connection: 1 connected, 0 standby, 2 disconnected */ status: left(z.coerce.string<string>()),
  /** 2 unit mounted, 1 none, 0 retired */ active: left(z.coerce.string<string>()),
  /** ids of the fleets that are shown; absent: all */ fleets: left(
    z.coerce.string<string>().regex(/^\d{1,9}(,\d{1,9})*$/),
  ),
  /** `plate`, downwards `-plate` */ sort: left(z.string().max(50)),
  /** the vehicle that is open beside the table */ v: left(Id),
})
const Read = z.object({
  search: left(z.string()),
  type: someOf(VehicleType.options),
  subtype: someOf(VehicleSubtype.options),
  status: someOf(statuses),
  active: someOf(activities),
  fleets: left(z.string()),
  sort: left(z.string()),
  v: left(Id),
})
export type VehiclesAddress = z.output<typeof Read>
type Patch = {
  readonly [K in keyof VehiclesAddress]?: (K extends 'v' ? number : string) | undefined
}

/** What the address says, and a way to change parts of it. `replace` leaves no step for the back button. */
export function useVehiclesAddress(): readonly [
  VehiclesAddress,
  (patch: Patch, options?: { readonly replace?: boolean }) => void,
] {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const address = useMemo(() => Read.parse(VehiclesSearch.parse(raw)), [raw])
  const change = useCallback(
    (patch: Patch, { replace = false }: { readonly replace?: boolean } = {}) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace }),
    [navigate],
  )
  return [address, change]
}
