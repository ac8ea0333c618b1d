// Dragging the edge of a circle by mouse, pen or touch.
import { bearing } from '@flotta/core/geo.ts'
import { type Circle, radiusThrough } from './circle.ts'

/** The methods of the map that dragging needs. */
export interface DragMap {
  getContainer(): HTMLElement
  unproject(point: [number, number]): { readonly lng: number; readonly lat: number }
}
export interface DraggedEdge {
  /** Metres. */
  readonly radius: number
  /** The direction of the pointer from the centre, in degrees from north. */
  readonly direction: number
}
export interface DragEnds {
  readonly live: (edge: DraggedEdge) => void
  /** null: the edge was not moved, or Esc cancelled the drag. */
  readonly done: (edge: DraggedEdge | null) => void
}

/** Follows the pointer until it is released. Returns a function that cancels the drag. */
export function dragEdge(map: DragMap, center: Circle, { live, done }: DragEnds): () => void {
  let edge: DraggedEdge | null = null
  const stops = new AbortController()
  const end = (result: DraggedEdge | null) => {
    if (stops.signal.aborted) return
    stops.abort()
    done(result)
  }
  const cancel = () => end(null)
  const on = <K extends keyof WindowEventMap>(
    name: K,
    listener: (event: WindowEventMap[K]) => void,
  ) => window.addEventListener(name, listener, { signal: stops.signal, capture: true })
  on('pointermove', ({ clientX, clientY }) => {
    const { left, top } = map.getContainer().getBoundingClientRect()
    const { lng, lat } = map.unproject([clientX - left, clientY - top])
    edge = {
      radius: radiusThrough(center, { longitude: lng, latitude: lat }),
      direction: bearing(center.latitude, center.longitude, lat, lng),
    }
    live(edge)
  })
  on('pointerup', () => end(edge))
  on('pointercancel', cancel)
  on('keydown', event => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  })
  return cancel
}
