// The state of the global map in the address: selection, filters, open tab and
// period.
import { Id } from '@flotta/core/contract.ts'
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'

const optional = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
/** Unreadable values are ignored. */
export const Search = z.object({
  /** vehicle */ v: optional(Id),
  /** hub */ h: optional(Id),
  /** point of interest */ p: optional(Id),
  /** service or `type_X` */ s: optional(z.string()),
  /** feature or status */ f: optional(z.string()),
  /** ids of the fleets that are shown; absent: all */ fleets: optional(
    z.string().regex(/^\d{1,9}(,\d{1,9})*$/),
  ),
  /** subtype of type U */ st: optional(z.string()),
  /** alert shown at lat, lng, t; without it the moment t is shown there */ a: optional(z.string()),
  lat: optional(z.coerce.number<number>().min(-90).max(90)),
  lng: optional(z.coerce.number<number>().min(-180).max(180)),
  t: optional(z.string()),
  /** service whose tab is open */ tab: optional(z.string()),
  /** part of the tab that is open */ sub: optional(z.string()),
  /** period of the history; without an end it ends now */ from: optional(z.iso.datetime()),
  to: optional(z.iso.datetime()),
  trip: optional(z.uuid()),
})
export type MapSearch = z.infer<typeof Search>
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
  const search = useMemo(() => Search.parse(raw), [raw])
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
