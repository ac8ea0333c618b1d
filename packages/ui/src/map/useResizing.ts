// Resizing the selected area: a pointer drags its edge on the map, or the handle changes the radius.
import type { Map as MapLibre, MapMouseEvent, MapTouchEvent } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLayer } from '../layers.ts'
import { type AreaKind, edgeOf, type MapArea } from './area-layers.ts'
import { type DraggedEdge, dragEdge } from './edge-drag.ts'

/** Direction of the handle before the edge was dragged: east. */
const EAST = 90

interface Resizing extends DraggedEdge {
  readonly id: number
}

export interface ResizingProps {
  readonly map: MapLibre | null
  readonly kind: AreaKind
  /** The selected area; only it can be resized. */
  readonly area: MapArea | undefined
  readonly onResize: ((id: number, radius_m: number) => unknown) | undefined
}
export interface AreaResizing {
  readonly isResizable: boolean
  /** The radius while it is changed; null otherwise. */
  readonly radius: number | null
  /** Where the handle is, in degrees from north. */
  readonly direction: number
  /** Shows a radius that is not final yet. */
  readonly change: (radius: number) => void
  /** The radius that is shown is final. */
  readonly finish: () => void
}

export function useResizing({ map, kind, area, onResize }: ResizingProps): AreaResizing {
  const [state, setResizing] = useState<Resizing | null>(null)
  const resizing = state !== null && state.id === area?.id ? state : null
  const latest = useRef({ area, onResize })
  latest.current = { area, onResize }

  const finish = useCallback((end: Resizing | null) => {
    const { area: current, onResize: report } = latest.current
    if (
      end === null ||
      report === undefined ||
      current?.id !== end.id ||
      current.radius === end.radius
    ) {
      setResizing(null)
      return
    }
    // After the answer the circle shows the stored radius. The caller itself reports a refusal.
    const showStored = () => setResizing(now => (now === end ? null : now))
    setResizing(end)
    Promise.resolve(report(end.id, end.radius)).then(showStored, showStored)
  }, [])

  const isResizable = onResize !== undefined && area !== undefined && area.ring === undefined
  useEffect(() => {
    if (map === null || !isResizable) return
    return listenToEdge(map, edgeOf(kind), () => latest.current.area, {
      live: setResizing,
      done: finish,
    })
  }, [map, kind, isResizable, finish])
  useLayer(
    resizing !== null,
    useCallback(() => setResizing(null), []),
  )

  const direction = resizing?.direction ?? EAST
  return {
    isResizable,
    radius: resizing?.radius ?? null,
    direction,
    change: radius => area !== undefined && setResizing({ id: area.id, radius, direction }),
    finish: () => finish(resizing),
  }
}

interface ResizingListener {
  readonly live: (resizing: Resizing) => void
  /** null: the drag was cancelled. */
  readonly done: (resizing: Resizing | null) => void
}
/** Drags of a circle's edge, by mouse or finger. @returns a function that ends the listening */
function listenToEdge(
  map: MapLibre,
  edge: ReturnType<typeof edgeOf>,
  areaNow: () => ResizingProps['area'],
  { live, done }: ResizingListener,
): () => void {
  let cancelDrag: (() => void) | null = null
  const begin = (event: MapMouseEvent | MapTouchEvent) => {
    const area = areaNow()
    if (area === undefined || ('points' in event && event.points.length !== 1)) return
    // The drag moves the edge, not the map.
    event.preventDefault()
    cancelDrag?.()
    cancelDrag = dragEdge(map, area, {
      live: circle => live({ id: area.id, ...circle }),
      done: circle => done(circle === null ? null : { id: area.id, ...circle }),
    })
  }
  const showCursor = () => {
    map.getCanvas().style.cursor = 'move'
  }
  const subscriptions = [
    map.on('mousedown', edge, begin),
    map.on('touchstart', edge, begin),
    map.on('mousemove', edge, showCursor),
  ]
  return () => {
    cancelDrag?.()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
