// The selected area, whose id is in the address of the screen.
import { toast } from '@flotta/ui/toast.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { HubsSearch, PoisSearch } from './address.ts'
import { areaKinds } from './kinds.tsx'

export interface SelectedArea {
  readonly selected: number | null
  readonly select: (id: number) => void
}

/** `areas` is undefined until they are loaded. */
export function useSelectedArea(kind: AreaKind, areas: readonly Area[] | undefined): SelectedArea {
  const { t } = useTranslation()
  const { param } = areaKinds[kind]
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const selected =
    (kind === 'hub' ? HubsSearch.parse(search).h : PoisSearch.parse(search).p) ?? null
  const select = useCallback(
    (id: number) => void navigate({ to: '.', search: (old: object) => ({ ...old, [param]: id }) }),
    [navigate, param],
  )
  // The address names an area that does not exist: a toast says so, and the address drops it.
  const isMissing =
    areas !== undefined && selected !== null && !areas.some(area => area.id === selected)
  useEffect(() => {
    if (!isMissing) return
    toast.error(t(kind === 'hub' ? 'global_map.hub_failed' : 'global_map.poi_failed'), {
      id: 'area-failed',
    })
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, [param]: undefined }),
      replace: true,
    })
  }, [isMissing, navigate, param, kind, t])
  return { selected, select }
}
