// The target of the camera: what the address names, and otherwise, when the map opens, all vehicles that
// it shows.
import { areaPlace } from '@flotta/ui/map/Areas.tsx'
import type { Subject } from '@flotta/ui/map/camera.ts'
import { boxOf, type Place } from '@flotta/ui/map/place.ts'
import { usePlace } from '@flotta/ui/map/stage.tsx'
import { useMemo, useRef } from 'react'
import type { Pin } from '../contract.ts'
import { isLocated, subjectOf } from '../rules.ts'
import { areaOf, type MapSearch } from './useMapSearch.ts'

/** The highest zoom for all vehicles together. */
export const ALL_ZOOM = 12
const FLEET: Subject = { key: 'fleet', names: ['fleet'] }

/** null: there is no target (any more), so the camera stays. */
export function useOpeningSubject(search: MapSearch, pins: readonly Pin[]): Subject | null {
  const subject = useMemo<Subject | null>(() => {
    const area = areaOf(search)
    return (
      subjectOf(search) ??
      (area === null
        ? null
        : { key: areaPlace(area.kind, area.id), names: [areaPlace(area.kind, area.id)] })
    )
  }, [search])
  const hasAsked = useRef(false)
  if (subject !== null) hasAsked.current = true
  const first = useRef<Place | null>(null)
  if (first.current === null) {
    const box = boxOf(pins.filter(isLocated))
    if (box !== null) first.current = { box, zoom: ALL_ZOOM }
  }
  usePlace(FLEET.key, first.current)
  return subject ?? (hasAsked.current ? null : FLEET)
}
