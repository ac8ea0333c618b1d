// The part of its period that a chart shows, changed by wheel, pinch, drag and keys. A change of the period shows all of it again.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from './overlay-plugin.ts'
import { isWithin, moveStretch, type Stretch, zoomStretch } from './stretch.ts'

/** A button or key shows this share of the visible part. */
const STEP = 0.5
/** An arrow key moves by this share of the visible part. */
const ALONG = 0.25
/** Of one notch of a wheel. */
const WHEEL = 1.0015
/** A finger that moves fewer pixels than this has pressed. */
const STILL = 3

export interface Zoom {
  /** null: all of the period. */
  readonly part: Stretch | null
  readonly nearer: () => void
  readonly farther: () => void
  readonly reset: () => void
  /** Of the element that takes the gestures. */
  readonly ref: (element: HTMLElement | null) => void
  readonly onArea: (area: Area) => void
  readonly area: Area | null
}

const sameArea = (a: Area | null, b: Area): boolean =>
  a !== null && a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom

/** @param whole null: nothing can be zoomed */
export function useZoom(
  whole: Stretch | null,
  onZoom: ((part: Stretch | null) => void) | undefined,
): Zoom {
  const [chosen, setChosen] = useState<Stretch | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [element, ref] = useState<HTMLElement | null>(null)
  const part = chosen !== null && whole !== null && isWithin(chosen, whole) ? chosen : null
  const current = useRef({ part, whole, area })
  current.current = { part, whole, area }

  const latestOnZoom = useRef(onZoom)
  latestOnZoom.current = onZoom
  const [from, to] = [part?.from, part?.to]
  const isFirstRun = useRef(true)
  useEffect(() => {
    if (isFirstRun.current) isFirstRun.current = false
    else latestOnZoom.current?.(from === undefined || to === undefined ? null : { from, to })
  }, [from, to])

  const change = useCallback((next: (seen: Stretch, whole: Stretch) => Stretch | null) => {
    const { whole, part } = current.current
    if (whole === null) return
    const chosen = next(part ?? whole, whole)
    // Gestures come faster than React renders.
    current.current = { ...current.current, part: chosen }
    setChosen(chosen)
  }, [])
  const isZoomable = whole !== null
  useEffect(() => {
    if (element === null || !isZoomable) return
    const share = (x: number): number => {
      const { left, right } = current.current.area ?? { left: 0, right: element.clientWidth }
      return Math.min(
        1,
        Math.max(0, (x - element.getBoundingClientRect().left - left) / Math.max(1, right - left)),
      )
    }
    return listenToGestures(element, {
      zoom: (factor, x) =>
        change((seen, all) => zoomStretch(seen, all, factor, x === undefined ? 0.5 : share(x))),
      along: by => change((seen, all) => moveStretch(seen, all, by)),
      drag: pixels =>
        change((seen, all) =>
          moveStretch(
            seen,
            all,
            -pixels /
              Math.max(
                1,
                (current.current.area?.right ?? element.clientWidth) -
                  (current.current.area?.left ?? 0),
              ),
          ),
        ),
      reset: () => change(() => null),
      isZoomed: () => current.current.part !== null,
    })
  }, [element, isZoomable, change])

  return {
    part,
    nearer: () => change((seen, all) => zoomStretch(seen, all, STEP)),
    farther: () => change((seen, all) => zoomStretch(seen, all, 1 / STEP)),
    reset: () => change(() => null),
    ref,
    onArea: useCallback((next: Area) => setArea(old => (sameArea(old, next) ? old : next)), []),
    area,
  }
}

interface GestureActions {
  readonly zoom: (factor: number, x?: number) => void
  readonly along: (share: number) => void
  readonly drag: (pixels: number) => void
  readonly reset: () => void
  readonly isZoomed: () => boolean
}
const keys: Readonly<Record<string, (asked: GestureActions) => void>> = {
  '+': asked => asked.zoom(STEP),
  '=': asked => asked.zoom(STEP),
  '-': asked => asked.zoom(1 / STEP),
  '0': asked => asked.reset(),
  ArrowLeft: asked => asked.along(-ALONG),
  ArrowRight: asked => asked.along(ALONG),
}

function listenToGestures(element: HTMLElement, actions: GestureActions): () => void {
  const fingers = new Map<number, number>()
  let dragged = 0
  const listeners = new AbortController()
  const { signal } = listeners
  // The wheel zooms only a chart that has the focus, so that a person can scroll the page past a chart.
  const isChosen = (event: WheelEvent) =>
    event.ctrlKey || event.metaKey || element.contains(document.activeElement)
  element.addEventListener(
    'wheel',
    event => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (sideways ? !actions.isZoomed() : !isChosen(event)) return
      event.preventDefault()
      if (sideways) actions.drag(-event.deltaX)
      else
        actions.zoom(
          WHEEL ** (event.deltaMode === 0 ? event.deltaY : event.deltaY * 40),
          event.clientX,
        )
    },
    { signal, passive: false },
  )
  element.addEventListener(
    'pointerdown',
    event => {
      if (event.button !== 0) return
      fingers.set(event.pointerId, event.clientX)
      dragged = 0
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    event => {
      const x = fingers.get(event.pointerId)
      if (x === undefined) return
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, event.clientX)
      if (other !== undefined) {
        const [before, after] = [Math.abs(x - other), Math.abs(event.clientX - other)]
        if (before > 0 && after > 0) actions.zoom(before / after, (event.clientX + other) / 2)
        return
      }
      dragged += Math.abs(event.clientX - x)
      if (dragged <= STILL || !actions.isZoomed()) return
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
      actions.drag(event.clientX - x)
    },
    { signal },
  )
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    element.addEventListener(name, event => void fingers.delete(event.pointerId), { signal })
  element.addEventListener(
    'pointerleave',
    event => void (!element.hasPointerCapture(event.pointerId) && fingers.delete(event.pointerId)),
    { signal },
  )
  element.addEventListener(
    'keydown',
    event => {
      const act =
        event.target === element && !event.ctrlKey && !event.metaKey && !event.altKey
          ? keys[event.key]
          : undefined
      if (act === undefined) return
      event.preventDefault()
      act(actions)
    },
    { signal },
  )
  return () => listeners.abort()
}
