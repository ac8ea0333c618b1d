// The customer's hubs and points of interest on the map, and the switch that shows them.
import { query } from '@flotta/ui/api.ts'
import type { AreaKind, MapArea } from '@flotta/ui/map/area-layers.ts'
import { usePreference } from '@flotta/ui/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Area, hubs, pois } from '../../areas/contract.ts'
import { drawnArea } from '../../areas/web/drawn.ts'

const NONE: readonly Area[] = []

export interface AreasOfKind {
  readonly kind: AreaKind
  /** All areas; empty while loading. */
  readonly all: readonly Area[]
  /** The visible areas: all, or with the layer off only the selected one. */
  readonly drawn: readonly MapArea[]
  readonly on: boolean
  readonly toggle: () => void
}

export function useAreas(kind: AreaKind, selected: number | null): AreasOfKind {
  const [layers, keep] = usePreference('layers')
  const on = layers[kind] !== false
  const { data: all = NONE } = useQuery({
    ...query((kind === 'hub' ? hubs : pois).all, {}),
    staleTime: 60_000,
  })
  const drawnAreas = useMemo(
    () => (on ? all : all.filter(area => area.id === selected)).map(drawnArea),
    [on, all, selected],
  )
  return { kind, all, drawn: drawnAreas, on, toggle: () => keep({ ...layers, [kind]: !on }) }
}
