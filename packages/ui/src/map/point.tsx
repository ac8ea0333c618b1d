// Choosing a point on the map of the screen: the map is moved under a cross, by pointer or by keys, until the person confirms or cancels.
import { Button } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../layers.ts'
import { formatNumber } from '../texts.ts'
import type { Spot } from './circle.ts'
import { pointAt } from './place.ts'
import { spotOf, useCentre, useEnterKey, useMapFocus, usePress } from './pointing.ts'
import { type Choosing, useNearer, useStage } from './stage.tsx'

/** Zoom at which the map shows the start. */
const CHOOSE_ZOOM = 13
const MOVE_MS = 250

/**
 * `choose({ start })` lets the person choose a point on the map of the screen and resolves with `{ latitude, longitude }`, or null when the person
 * cancels. A new call cancels the previous one.
 */
export function usePointSelection(): {
  readonly choose: (wish?: { readonly start?: Spot | undefined }) => Promise<Spot | null>
  readonly isChoosing: boolean
} {
  const { choose, choosing } = useStage()
  return { choose, isChoosing: choosing !== null }
}

/** Shows nothing until `choose` is called. Without a drawable map it resolves with null. */
export function PointChooser({ drawable }: { readonly drawable: boolean }) {
  const { map, choosing } = useStage()
  useEffect(() => {
    if (!drawable) choosing?.end(null)
  }, [drawable, choosing])
  return choosing === null || map === null ? null : <Cross map={map} choosing={choosing} />
}

function Cross({
  map,
  choosing: { start, end },
}: {
  readonly map: MapLibre
  readonly choosing: Choosing
}) {
  const { t } = useTranslation()
  const { camera } = useStage()
  const cross = useRef<HTMLSpanElement>(null)
  const hint = useId()
  const cancel = () => end(null)
  const confirm = () => end(spotOf(map.getCenter()))
  useNearer(true)
  useLayer(true, cancel)
  useEffect(() => {
    if (start !== undefined)
      camera.show({ box: pointAt(start.longitude, start.latitude), zoom: CHOOSE_ZOOM })
  }, [camera, start])
  useMapFocus(map, hint)
  const spot = useCentre(map, cross)
  // A press moves its place under the cross.
  usePress(map, (center, originalEvent) =>
    map.easeTo(
      { center: [center.longitude, center.latitude], duration: MOVE_MS },
      { originalEvent },
    ),
  )
  useEnterKey(map, confirm)

  const degrees = (value: number) => formatNumber(value, { decimals: 5 })
  return (
    <>
      <span ref={cross} className="flotta-cross" aria-hidden />
      <section className="flotta-point" aria-label={t('ui.map.point')}>
        <p id={hint}>{t('ui.map.point_hint')}</p>
        <p className="flotta-quiet flotta-figures">
          {degrees(spot.latitude)} · {degrees(spot.longitude)}
        </p>
        <div>
          <Button variant="default" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button onClick={confirm}>{t('ui.confirm')}</Button>
        </div>
      </section>
    </>
  )
}
