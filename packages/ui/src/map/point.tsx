// Choosing a point on the map of the screen: the map moves under a cross, by pointer or by keys, until the person confirms or cancels.
import { Button } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../layers.ts'
import { formatNumber } from '../texts.ts'
import { pointAt } from './camera.ts'
import type { Spot } from './circle.ts'
import { type Choosing, useNearer, useStage } from './stage.tsx'

/** The map zooms to the start at this zoom. */
const CHOOSE_ZOOM = 13
/** A press that moves farther than this many CSS pixels drags the map. */
const TOLERANCE = 4
const MOVE_MS = 250
/** The sixth decimal of a degree is about ten centimetres. */
const DECIMALS = 6

const roundDegrees = (degrees: number): number => Number(degrees.toFixed(DECIMALS))
const spotOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }): Spot => ({
  latitude: roundDegrees(lat),
  longitude: roundDegrees(lng),
})

/** `choose({ start })` asks for a point on the map of the screen and answers `{ latitude, longitude }`, or null when the person cancels. A new call cancels the one before. */
export function usePointSelection(): {
  readonly choose: (wish?: { readonly start?: Spot | undefined }) => Promise<Spot | null>
  readonly isChoosing: boolean
} {
  const { choose, choosing } = useStage()
  return { choose, isChoosing: choosing !== null }
}

/** Shows nothing until `choose` is called. Where no map can be drawn, it answers null. */
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
    if (start !== null)
      camera.show({ box: pointAt(start.longitude, start.latitude), zoom: CHOOSE_ZOOM })
  }, [camera, start])
  useMapFocus(map, hint)
  const spot = useCentre(map, cross)
  usePressToMove(map)
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

/** Moves the focus to the map, with the hint as its description, and back when the choosing ends. */
function useMapFocus(map: MapLibre, hint: string): void {
  useEffect(() => {
    const before = document.activeElement
    const canvas = map.getCanvas()
    canvas.setAttribute('aria-describedby', hint)
    canvas.focus({ preventScroll: true })
    return () => {
      canvas.removeAttribute('aria-describedby')
      if (
        before instanceof HTMLElement &&
        (document.activeElement === canvas || document.activeElement === document.body)
      )
        before.focus({ preventScroll: true })
    }
  }, [map, hint])
}

/** The point in the centre of the map; the cross stays over it. */
function useCentre(map: MapLibre, cross: RefObject<HTMLSpanElement | null>): Spot {
  const [spot, setSpot] = useState(() => spotOf(map.getCenter()))
  useEffect(() => {
    const follow = () => {
      const { x, y } = map.project(map.getCenter())
      if (cross.current !== null) cross.current.style.transform = `translate(${x}px, ${y}px)`
      setSpot(spotOf(map.getCenter()))
    }
    follow()
    const subscriptions = [map.on('move', follow), map.on('resize', follow)]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map, cross])
  return spot
}

/** A press moves its place under the cross. It does not select what lies there. */
function usePressToMove(map: MapLibre): void {
  useEffect(() => {
    const container = map.getContainer()
    let down: { readonly x: number; readonly y: number } | null = null
    const press = ({ clientX, clientY }: MouseEvent) => {
      down = { x: clientX, y: clientY }
    }
    const click = (event: MouseEvent) => {
      event.stopPropagation()
      if (down === null || Math.hypot(event.clientX - down.x, event.clientY - down.y) > TOLERANCE)
        return
      const { left, top } = container.getBoundingClientRect()
      map.easeTo(
        { center: map.unproject([event.clientX - left, event.clientY - top]), duration: MOVE_MS },
        { originalEvent: event },
      )
    }
    container.addEventListener('mousedown', press, true)
    container.addEventListener('click', click, true)
    return () => {
      container.removeEventListener('mousedown', press, true)
      container.removeEventListener('click', click, true)
    }
  }, [map])
}

function useEnterKey(map: MapLibre, onEnter: () => void): void {
  const latest = useRef(onEnter)
  latest.current = onEnter
  useEffect(() => {
    const container = map.getContainer()
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      latest.current()
    }
    container.addEventListener('keydown', key)
    return () => container.removeEventListener('keydown', key)
  }, [map])
}
