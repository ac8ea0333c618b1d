// The handles of a line or ring while it is drawn: one on each point, and a small one between two points for inserting another.
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingStep, DrawnPoints } from './drawing-steps.ts'
import { MapMarker } from './Marker.tsx'
import { HANDLE, spotOf } from './pointing.ts'
import type { DrawnPoint } from './stage.tsx'

/** With more points the handles between them would cover the points. */
const MIDDLES_UP_TO = 100
/** Distance that a key moves a point, CSS pixels; more with Shift. */
const NUDGE = 4
const NUDGE_FAR = 32
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface DrawingHandlesProps {
  readonly map: MapLibre
  readonly points: DrawnPoints
  readonly isRing: boolean
  readonly canAdd: boolean
  readonly selected: number | null
  readonly onSelect: (at: number | null) => void
  readonly onStep: (step: DrawingStep) => void
  readonly onRemove: (at: number) => void
}
export function DrawingHandles(props: DrawingHandlesProps) {
  const { points, isRing, canAdd, onStep } = props
  // A middle handle stays while it is dragged, even when its own new point is the last that is allowed.
  const [isMiddleDragged, setMiddleDragged] = useState(false)
  const hasMiddles = canAdd && points.length > 1 && points.length <= MIDDLES_UP_TO
  const middles = hasMiddles || isMiddleDragged ? middlesOf(points, isRing) : []
  return (
    <>
      {points.map((point, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is identified by its index in the line.
        <PointHandle key={at} point={point} at={at} {...props} />
      ))}
      {middles.map((middle, before) => (
        <MiddleHandle
          // biome-ignore lint/suspicious/noArrayIndexKey: a middle handle is identified by the points beside it.
          key={before}
          middle={middle}
          before={before}
          total={points.length}
          onStep={onStep}
          onDragged={setMiddleDragged}
        />
      ))}
    </>
  )
}

/** A press makes it a point where it is; dragging makes it a point where it is released. */
function MiddleHandle({
  middle,
  before,
  total,
  onStep,
  onDragged,
}: Pick<DrawingHandlesProps, 'onStep'> & {
  readonly middle: DrawnPoint
  readonly before: number
  readonly total: number
  readonly onDragged: (isDragged: boolean) => void
}) {
  const { t } = useTranslation()
  // The new point has a middle handle on either side; this one stays under the pointer meanwhile.
  const [pointerPlace, setPointerPlace] = useState<DrawnPoint | null>(null)
  const isDragged = useRef(false)
  const [longitude, latitude] = pointerPlace ?? middle
  const at = before + 1
  return (
    <MapMarker
      longitude={longitude}
      latitude={latitude}
      onDrag={(spot, isEnd) => {
        const point: DrawnPoint = [spot.longitude, spot.latitude]
        onStep(
          isDragged.current
            ? { does: 'move', at, point, isEnd }
            : { does: 'add', point, at, isMoving: !isEnd },
        )
        isDragged.current = !isEnd
        onDragged(!isEnd)
        setPointerPlace(isEnd ? null : point)
      }}
    >
      <button
        type="button"
        className="flotta-middle"
        {...{ [HANDLE]: '' }}
        aria-label={t('ui.map.drawing_between', { before: at, after: (at % total) + 1 })}
        onClick={() => onStep({ does: 'add', point: middle, at })}
      />
    </MapMarker>
  )
}

function middlesOf(points: DrawnPoints, isRing: boolean): DrawnPoint[] {
  const ends = isRing && points.length > 2 ? [...points.slice(1), points[0]] : points.slice(1)
  return ends.map((end, i): DrawnPoint => {
    const from = points[i] ?? [0, 0]
    const to = end ?? from
    return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  })
}

function PointHandle({
  map,
  point,
  at,
  selected,
  onSelect,
  onStep,
  onRemove,
}: DrawingHandlesProps & { readonly point: DrawnPoint; readonly at: number }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const press = (event: KeyboardEvent) => {
    // Arrow keys would move the map too, and Enter would add a point.
    event.stopPropagation()
    const arrow = ARROWS[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(at)
    else if (arrow === undefined) return
    else {
      const pixels = event.shiftKey ? NUDGE_FAR : NUDGE
      const { x, y } = map.project([point[0], point[1]])
      const { longitude, latitude } = spotOf(
        map.unproject([x + arrow[0] * pixels, y + arrow[1] * pixels]),
      )
      onStep({ does: 'move', at, point: [longitude, latitude], isEnd: true })
    }
    event.preventDefault()
  }
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    const element = button.current
    // The map's own listener gets the event before React, so this one stops it.
    const key = (event: KeyboardEvent) => latest.current(event)
    element?.addEventListener('keydown', key)
    return () => element?.removeEventListener('keydown', key)
  }, [])
  return (
    <MapMarker
      longitude={point[0]}
      latitude={point[1]}
      onDrag={({ longitude, latitude }, isEnd) => {
        onSelect(at)
        onStep({ does: 'move', at, point: [longitude, latitude], isEnd })
      }}
    >
      <button
        ref={button}
        type="button"
        className="flotta-vertex"
        {...{ [HANDLE]: '' }}
        data-selected={selected === at || undefined}
        aria-label={t('ui.map.drawing_point', { number: at + 1 })}
        onFocus={() => onSelect(at)}
        onClick={() => onSelect(at)}
      />
    </MapMarker>
  )
}
