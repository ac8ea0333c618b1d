// Choosing a point on the screen's map: the map moves under a cross until it is confirmed or given up, by pointer or by keys.
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from '../layers.ts'
import { formatNumber } from '../texts.ts'
import { pointAt } from './camera.ts'
import type { Spot } from './circle.ts'
import { type Choosing, useNearer, useStage } from './stage.tsx'

/** A point is chosen at this zoom or nearer. */
const CHOOSE_ZOOM = 13
/** A press that moves farther has moved the map, CSS pixels. */
const TOLERANCE = 4
const MOVE_MS = 250
/** A degree's sixth decimal is some ten centimetres. */
const DECIMALS = 6

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS))
const spotOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }): Spot => ({
  latitude: rounded(lat),
  longitude: rounded(lng),
})

/** `choose({ start })` asks for a point on the map of the screen: `{ latitude, longitude }`, null when the person gives it up. Another question gives the one before up. */
export function usePointSelection(): {
  readonly choose: (wish?: { readonly start?: Spot | undefined }) => Promise<Spot | null>
  readonly isChoosing: boolean
} {
  const { choose, choosing } = useStage()
  return { choose, isChoosing: choosing !== null }
}

/** Stands in the map; shows nothing until a point is asked for. Where no map can be drawn there is no point. */
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
  readonly map: NonNullable<ReturnType<typeof useStage>['map']>
  readonly choosing: Choosing
}) {
  const { t } = useTranslation()
  const { camera } = useStage()
  const cross = useRef<HTMLSpanElement>(null)
  const hint = useId()
  const [spot, setSpot] = useState(() => spotOf(map.getCenter()))
  const cancel = () => end(null)
  const confirm = () => end(spotOf(map.getCenter()))
  const latest = useRef(confirm)
  latest.current = confirm
  useNearer(true)
  useLayer(true, cancel)

  useEffect(() => {
    if (start !== null)
      camera.show({ box: pointAt(start.longitude, start.latitude), zoom: CHOOSE_ZOOM })
  }, [camera, start])

  useEffect(() => {
    const before = document.activeElement
    const canvas = map.getCanvas()
    // what is to be done is heard with the map, to which the focus goes
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

  useEffect(() => {
    const follow = () => {
      const { x, y } = map.project(map.getCenter())
      if (cross.current !== null) cross.current.style.transform = `translate(${x}px, ${y}px)`
      setSpot(spotOf(map.getCenter()))
    }
    follow()
    const subscriptions = [map.on('move', follow), map.on('resize', follow)]
    return () => {
      for (const s of subscriptions) s.unsubscribe()
    }
  }, [map])

  // A press brings its place under the cross; what lies there is not selected meanwhile.
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
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      latest.current()
    }
    container.addEventListener('mousedown', press, true)
    container.addEventListener('click', click, true)
    container.addEventListener('keydown', key)
    return () => {
      container.removeEventListener('mousedown', press, true)
      container.removeEventListener('click', click, true)
      container.removeEventListener('keydown', key)
    }
  }, [map])

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
