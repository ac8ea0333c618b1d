// The view of the map of areas: first all of them, then the selected one, and the point of an open form.
import { areaPlace } from '@flotta/ui/map/Areas.tsx'
import type { Subject } from '@flotta/ui/map/camera.ts'
import { circleBox } from '@flotta/ui/map/circle.ts'
import { boxOf, type Place } from '@flotta/ui/map/place.ts'
import { usePlace, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Area } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { type Draft, NEW } from './form.ts'

/** The highest zoom for all areas together, and for one that exists only in its form. */
const ALL_ZOOM = 12
const DRAFT_ZOOM = 16
const ALL = 'areas'

/** Returns a function that shows given areas, for the button that shows all of them. */
export function useAreaView(
  kind: AreaKind,
  all: readonly Area[],
  selected: number | null,
  draft: Draft | null,
): (areas: readonly Area[]) => void {
  const { camera } = useStage()
  const beganWithAll = useRef(selected === null)
  const subject = useMemo<Subject | null>(() => {
    if (selected !== null)
      return { key: areaPlace(kind, selected), names: [areaPlace(kind, selected)] }
    return beganWithAll.current ? { key: ALL, names: [ALL] } : null
  }, [kind, selected])
  useSubject(subject)
  // The map shows all areas once, when they are loaded; later changes do not move it.
  const [everywhere, setEverywhere] = useState<Place | null>(null)
  if (everywhere === null && all.length > 0) setEverywhere(placeOf(all))
  usePlace(ALL, everywhere)
  useShownDraft(draft)
  return areas => {
    const place = placeOf(areas)
    if (place !== null) camera.show(place)
  }
}

function placeOf(areas: readonly Area[]): Place | null {
  const box = boxOf(areas)
  return box === null ? null : { box, zoom: ALL_ZOOM }
}

/** Brings another point of the open form into view. */
function useShownDraft(draft: Draft | null): void {
  const { camera } = useStage()
  const { id, latitude = '', longitude = '', radius = '' } = draft ?? {}
  const size = useRef(radius)
  size.current = radius
  const before = useRef<string | null>(null)
  useEffect(() => {
    const now =
      id === undefined || latitude === '' || longitude === '' ? null : `${latitude} ${longitude}`
    const hasMoved =
      now !== null && before.current !== now && (before.current !== null || id === NEW)
    before.current = now
    if (!hasMoved || latitude === '' || longitude === '') return
    camera.show({
      box: circleBox({ latitude, longitude, radius: size.current === '' ? 1 : size.current }),
      zoom: DRAFT_ZOOM,
    })
  }, [camera, id, latitude, longitude])
}
