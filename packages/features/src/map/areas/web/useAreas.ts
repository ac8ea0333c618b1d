// The state of the screens of areas: the areas, the search results, the selected one, and whose form is open.
import { contains } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { useStage } from '@flotta/ui/map/stage.tsx'
import { useAddByAddress, useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useMay } from '../../../account.tsx'
import type { Area } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { type Draft, NEW } from './form.ts'
import { areaKinds, useAreaKind } from './kinds.tsx'
import { useResize } from './useResize.ts'
import { useSelectedArea } from './useSelectedArea.ts'

const NONE: readonly Area[] = []
const matchesWords = (area: Area, words: string) =>
  [area.code, area.name, area.address, area.city].some(
    text => text !== null && contains(text, words),
  )

export function useAreas(kind: AreaKind) {
  const { resource } = areaKinds[kind]
  const mayEdit = useMay(resource.update)
  const address = useListAddress()
  const { data, isPending, error, refetch } = useQuery(query(resource.all, {}))
  const all = data ?? NONE
  const matches = useMemo(
    () => (address.search === '' ? all : all.filter(area => matchesWords(area, address.search))),
    [all, address.search],
  )
  const { selected, select } = useSelectedArea(kind, data)
  const [active, setActive] = useState<number | null>(null)
  useAddByAddress(mayEdit && data !== undefined, () => setActive(NEW))
  const [draft, setDraft] = useState<Draft | null>(null)
  const cardKind = useAreaKind(kind, setDraft)
  const close = useCallback(() => setActive(null), [])
  const onMade = useCallback(({ id }: Area) => select(id), [select])
  return {
    areas: { data, isPending, error, onRetry: () => void refetch() },
    all,
    shown: matches,
    address,
    selected,
    onSelect: useClick(selected, active, select),
    active,
    draft,
    cardKind,
    mayEdit,
    onEdit: setActive,
    onClose: close,
    onMade,
    onResize: useDraftResize(kind, all, draft),
  }
}

/** A click on an area selects it, and one on the selected area brings it into view again. */
function useClick(
  selected: number | null,
  active: number | null,
  select: (id: number) => void,
): (id: number) => void {
  const { camera } = useStage()
  const latest = useRef({ selected, active })
  latest.current = { selected, active }
  return useCallback(
    (id: number) => {
      // While a form is open, clicks on the map select nothing.
      if (latest.current.active !== null) return
      if (id === latest.current.selected) camera.again()
      else select(id)
    },
    [camera, select],
  )
}

/** A radius that was dragged goes into the open form; without a form it is stored at once. */
function useDraftResize(kind: AreaKind, all: readonly Area[], draft: Draft | null) {
  const resize = useResize(areaKinds[kind].resource)
  const latest = useRef(all)
  latest.current = all
  return useCallback(
    (id: number, radius: number) => {
      if (draft !== null && draft.id === id) return draft.setRadius(radius)
      const area = latest.current.find(a => a.id === id)
      return area === undefined ? undefined : resize(area, radius)
    },
    [draft, resize],
  )
}
