// The visible part of a chart's period, changed by wheel, pinch, drag and keys. A change of the period shows all of it again.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from './overlay-plugin.ts'
import { isWithin, moveStretch, partOf, type Stretch, zoomStretch } from './stretch.ts'
import { BRUSH_FROM, listenToGestures, STEP } from './zoom-gestures.ts'

export interface Zoom {
  /** null: all of the period. */
  readonly part: Stretch | null
  readonly nearer: () => void
  readonly farther: () => void
  readonly reset: () => void
  /** The ref of the element that receives the gestures. */
  readonly ref: (element: HTMLElement | null) => void
  readonly onArea: (area: Area) => void
  readonly area: Area | null
  /** The part that is being marked with the mouse, pixels of the picture; null: none. */
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
