// The part of its period that a chart shows, changed by wheel, pinch, drag and keys. A change of the period shows all of it again.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from './overlay-plugin.ts'
import { isWithin, moveStretch, partOf, type Stretch, zoomStretch } from './stretch.ts'

/** A button or key shows this share of the visible part. */
const STEP = 0.5
/** An arrow key moves by this share of the visible part. */
const ALONG = 0.25
/** The factor for each pixel of a wheel's movement. */
const WHEEL = 1.0015
/** A finger that moves fewer pixels than this has pressed. */
const STILL = 3
/** A part that is marked must be so wide: less was a press. */
const BRUSH_FROM = 8

export interface Zoom {
  /** null: all of the period. */
  readonly part: Stretch | null
  readonly nearer: () => void
  readonly farther: () => void
  readonly reset: () => void
  /** The ref of the element that takes the gestures. */
  readonly ref: (element: HTMLElement | null) => void
  readonly onArea: (area: Area) => void
  readonly area: Area | null
  /** What is being marked with the mouse, pixels of the picture; null: nothing. */
  readonly brush: { readonly from: number; readonly to: number } | null
}

const sameArea = (a: Area | null, b: Area): boolean =>
  a !== null && a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom

/** Reports each change of the part that is shown, but not the first part. */
function useZoomReport(
  part: Stretch | null,
  onZoom: ((part: Stretch | null) => void) | undefined,
): void {
  const latestOnZoom = useRef(onZoom)
  latestOnZoom.current = onZoom
  const [from, to] = [part?.from, part?.to]
  const isFirstRun = useRef(true)
  useEffect(() => {
    if (isFirstRun.current) isFirstRun.current = false
    else latestOnZoom.current?.(from === undefined || to === undefined ? null : { from, to })
  }, [from, to])
}

/** @param wholeRange null: nothing can be zoomed */
export function useZoom(
  wholeRange: Stretch | null,
  onZoom: ((part: Stretch | null) => void) | undefined,
): Zoom {
  const [zoomedRange, setChosen] = useState<Stretch | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [element, ref] = useState<HTMLElement | null>(null)
  const [brush, setBrush] = useState<Zoom['brush']>(null)
  const part =
    zoomedRange !== null && wholeRange !== null && isWithin(zoomedRange, wholeRange)
      ? zoomedRange
      : null
  const current = useRef({ part, whole: wholeRange, area })
  current.current = { part, whole: wholeRange, area }

  useZoomReport(part, onZoom)
  const change = useCallback((next: (visible: Stretch, allOfIt: Stretch) => Stretch | null) => {
    const { whole, part } = current.current
    if (whole === null) return
    const newRange = next(part ?? whole, whole)
    // Gestures come faster than React renders.
    current.current = { ...current.current, part: newRange }
    setChosen(newRange)
  }, [])
  const isZoomable = wholeRange !== null
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
        change((visible, all) =>
          zoomStretch(visible, all, factor, x === undefined ? 0.5 : share(x)),
        ),
      along: by => change((visible, all) => moveStretch(visible, all, by)),
      drag: pixels =>
        change((visible, all) =>
          moveStretch(
            visible,
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
      brush: (from, to) => {
        const { left } = element.getBoundingClientRect()
        const { area: drawnArea } = current.current
        const within = (x: number) =>
          Math.min(drawnArea?.right ?? x, Math.max(drawnArea?.left ?? x, x - left))
        setBrush({ from: within(Math.min(from, to)), to: within(Math.max(from, to)) })
      },
      endBrush: (from, to) => {
        setBrush(null)
        if (Math.abs(to - from) < BRUSH_FROM) return
        const [begin, end] = [share(Math.min(from, to)), share(Math.max(from, to))]
        change((visible, all) => partOf(visible, all, begin, end))
      },
    })
  }, [element, isZoomable, change])

  return {
    part,
    nearer: () => change((visible, all) => zoomStretch(visible, all, STEP)),
    farther: () => change((visible, all) => zoomStretch(visible, all, 1 / STEP)),
    reset: () => change(() => null),
    ref,
    onArea: useCallback((next: Area) => setArea(old => (sameArea(old, next) ? old : next)), []),
    area,
    brush,
  }
}

interface GestureActions {
  readonly zoom: (factor: number, x?: number) => void
  readonly along: (share: number) => void
  readonly drag: (pixels: number) => void
  readonly reset: () => void
  readonly isZoomed: () => boolean
  /** From where to where something is marked, pixels of the window. */
  readonly brush: (from: number, to: number) => void
  readonly endBrush: (from: number, to: number) => void
}
const keys: Readonly<Record<string, (actions: GestureActions) => void>> = {
  '+': actions => actions.zoom(STEP),
  '=': actions => actions.zoom(STEP),
  '-': actions => actions.zoom(1 / STEP),
  '0': actions => actions.reset(),
  ArrowLeft: actions => actions.along(-ALONG),
  ArrowRight: actions => actions.along(ALONG),
}

/** @returns ends the listening */
function listenToGestures(element: HTMLElement, actions: GestureActions): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  listenToWheel(element, actions, signal)
  listenToPointers(element, actions, signal)
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

function listenToWheel(element: HTMLElement, actions: GestureActions, signal: AbortSignal): void {
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
}

/** One finger or the mouse drags, two fingers zoom. */
function listenToPointers(
  element: HTMLElement,
  actions: GestureActions,
  signal: AbortSignal,
): void {
  /** Where each pointer is, in pixels from the left of the window. */
  const fingers = new Map<number, number>()
  let draggedPixels = 0
  /** Where the marking began; null: nothing is being marked. */
  let brushFrom: number | null = null
  element.addEventListener(
    'pointerdown',
    event => {
      if (event.button !== 0) return
      // the mouse marks a part of what is shown whole, with Shift also of a part; else it drags
      if (event.pointerType === 'mouse' && (event.shiftKey || !actions.isZoomed()))
        brushFrom = event.clientX
      fingers.set(event.pointerId, event.clientX)
      draggedPixels = 0
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    event => {
      const x = fingers.get(event.pointerId)
      if (x === undefined) return
      if (brushFrom !== null) {
        if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
        actions.brush(brushFrom, event.clientX)
        return
      }
      const otherFinger = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, event.clientX)
      if (otherFinger !== undefined) {
        const [before, after] = [Math.abs(x - otherFinger), Math.abs(event.clientX - otherFinger)]
        if (before > 0 && after > 0) actions.zoom(before / after, (event.clientX + otherFinger) / 2)
        return
      }
      draggedPixels += Math.abs(event.clientX - x)
      if (draggedPixels <= STILL || !actions.isZoomed()) return
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
      actions.drag(event.clientX - x)
    },
    { signal },
  )
  element.addEventListener(
    'pointerup',
    event => {
      if (brushFrom !== null) actions.endBrush(brushFrom, event.clientX)
      brushFrom = null
    },
    { signal },
  )
  element.addEventListener(
    'pointercancel',
    () => {
      if (brushFrom !== null) actions.endBrush(brushFrom, brushFrom)
      brushFrom = null
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
}
