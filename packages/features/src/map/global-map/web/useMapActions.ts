// The actions of clicks on the map, on the list and on a panel. The functions stay the same while the
// pins change.
import type { AreaKind } from '@flotta/ui/map/area-layers.ts'
import { boxOf } from '@flotta/ui/map/place.ts'
import { useStage } from '@flotta/ui/map/stage.tsx'
import { useCallback, useMemo, useRef } from 'react'
import type { Pin } from '../contract.ts'
import { type Filter, writeFilter } from '../filter.ts'
import { isLocated } from '../rules.ts'
import { NO_PINS } from './useFilteredPins.ts'
import { type areaOf, selecting, selectingArea, type useMapSearch } from './useMapSearch.ts'
import { ALL_ZOOM } from './useOpeningSubject.ts'

interface MapState {
  readonly inFleets: readonly Pin[] | undefined
  readonly filtered: readonly Pin[]
  /** The selected vehicle. */
  readonly v: number | undefined
  readonly area: ReturnType<typeof areaOf>
}

/** @param onSelect called before a vehicle or an area is selected; the same function each time */
export function useMapActions(
  state: MapState,
  change: ReturnType<typeof useMapSearch>[1],
  onSelect: () => void,
) {
  const { camera } = useStage()
  const latest = useRef(state)
  latest.current = state
  const getPins = useCallback(() => latest.current.inFleets ?? NO_PINS, [])
  const showAll = useCallback(() => {
    const box = boxOf(latest.current.filtered.filter(isLocated))
    if (box !== null) camera.show({ box, zoom: ALL_ZOOM })
  }, [camera])
  const select = useCallback(
    (id: number) => {
      onSelect()
      if (id === latest.current.v) camera.again()
      else change(selecting(id))
    },
    [camera, change, onSelect],
  )
  const selectArea = useMemo(() => {
    const selectKind = (kind: AreaKind) => (id: number) => {
      onSelect()
      if (latest.current.area?.kind === kind && latest.current.area.id === id) camera.again()
      else change(selectingArea(kind, id))
    }
    return { hub: selectKind('hub'), poi: selectKind('poi') }
  }, [camera, change, onSelect])
  const close = useCallback(() => change(selecting(undefined)), [change])
  const setFilter = useCallback((next: Filter) => change(writeFilter(next)), [change])
  return { getPins, showAll, select, selectArea, close, setFilter }
}
