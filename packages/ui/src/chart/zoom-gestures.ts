/** A button or key zooms to this share of the visible part. */
export const STEP = 0.5
/** An arrow key moves by this share of the visible part. */
const ALONG = 0.25
/** The zoom factor for each pixel of a wheel's movement. */
const WHEEL = 1.0015
/** A finger that moves fewer pixels than this is a press. */
const STILL = 3
/** A narrower marked part counts as a press, pixels. */
export const BRUSH_FROM = 8

interface GestureActions {
  readonly zoom: (factor: number, x?: number) => void
  readonly along: (share: number) => void
  readonly drag: (pixels: number) => void
  readonly reset: () => void
  readonly isZoomed: () => boolean
  /** Begin and end of the part that is being marked, pixels of the window. */
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

/** @returns a function that ends the listening */
export function listenToGestures(element: HTMLElement, actions: GestureActions): () => void {
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
  /** Position of each pointer, pixels from the left of the window. */
  const fingers = new Map<number, number>()
  let draggedPixels = 0
  /** Position where marking began; null: nothing is being marked. */
  let brushFrom: number | null = null
  element.addEventListener(
    'pointerdown',
    event => {
      if (event.button !== 0) return
      // While the whole period is visible the mouse marks a part; when a part is visible it drags, and marks only with Shift.
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
