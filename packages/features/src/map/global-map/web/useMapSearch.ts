// The state of the global map in the address: selection, filters, open tab and
// period.
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { MapSearchParams } from './address.ts'

export type MapSearch = z.infer<typeof MapSearchParams>
type Patch = { readonly [K in keyof MapSearch]?: MapSearch[K] | undefined }

/**
 * The state in the address, and a function that changes parts of it. `replace` adds no step to the
 * history of the browser.
 */
export function useMapSearch(): readonly [
  MapSearch,
  (patch: Patch, options?: { readonly replace?: boolean }) => void,
] {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => MapSearchParams.parse(raw), [raw])
  const change = useCallback(
    (patch: Patch, { replace = false }: { readonly replace?: boolean } = {}) => {
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace })
    },
    [navigate],
  )
  return [search, change]
}

/** Values that belong to a selection are cleared with it; the open tab and the filters stay. */
const NOTHING = {
  v: undefined,
  h: undefined,
  p: undefined,
  a: undefined,
  lat: undefined,
  lng: undefined,
  t: undefined,
  from: undefined,
  to: undefined,
  trip: undefined,
}
/**
 * Selecting a vehicle, a hub or a point of interest clears the other kinds; `undefined` clears
 * the selection.
 */
export const selecting = (v: number | undefined): Patch => ({ ...NOTHING, v })
export const selectingArea = (kind: AreaKind, id: number): Patch => ({
  ...NOTHING,
  [kind === 'hub' ? 'h' : 'p']: id,
})

/** The selected hub or point of interest; a selected vehicle takes precedence. */
export function areaOf({
  v,
  h,
  p,
}: MapSearch): { readonly kind: AreaKind; readonly id: number } | null {
  if (v !== undefined) return null
  if (h !== undefined) return { kind: 'hub', id: h }
  return p === undefined ? null : { kind: 'poi', id: p }
}
