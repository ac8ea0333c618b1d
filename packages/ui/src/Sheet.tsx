// The phone's bottom sheet with three heights: peek, half, full. Its height is changed by dragging the handle, clicking it, or with the arrow keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLayer } from './layers.ts'
import classes from './Sheet.module.css'

export type SheetHeight = 'peek' | 'half' | 'full'
const heights: readonly SheetHeight[] = ['peek', 'half', 'full']
/** Height of the handle, px; its touch target is larger (Sheet.module.css). */
const HANDLE = 24
/** Free space above the handle of a full sheet, px. */
const GAP = 12
/** Share of the window's height that a half sheet covers. */
const HALF = 0.5
const doNothing = () => undefined
/** A movement of fewer pixels is a click. */
const DRAG = 6

export interface SheetProps {
  readonly height: SheetHeight
  readonly onHeight: (height: SheetHeight) => void
  readonly label: string
  /** Height of the peek without the handle, px. */
  readonly peek?: number
  /** Called when the sheet is dragged below the peek, and by Esc; without it the sheet cannot be closed. */
  readonly onClose?: () => void
  /** The element of the sheet, for moving the focus into it. */
  readonly box?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

type SizeOf = (height: SheetHeight) => number

/** Dragging the sheet by its handle: its current height in pixels, and the events of the handle. */
function useDrag(
  ref: RefObject<HTMLDivElement | null>,
  sizeOf: SizeOf,
  { height, onHeight, onClose }: Pick<SheetProps, 'height' | 'onHeight' | 'onClose'>,
) {
  const drag = useRef<{ readonly y: number; readonly size: number } | null>(null)
  const [draggedSize, setPulled] = useState<number | null>(null)
  const hasMoved = useRef(false)
  const down = (e: PointerEvent) => {
    drag.current = { y: e.clientY, size: ref.current?.offsetHeight ?? sizeOf(height) }
    hasMoved.current = false
    e.currentTarget.setPointerCapture(e.pointerId)
  }
  const move = (e: PointerEvent) => {
    if (drag.current === null) return
    const by = drag.current.y - e.clientY
    if (Math.abs(by) > DRAG) hasMoved.current = true
    if (hasMoved.current)
      setPulled(Math.max(HANDLE, Math.min(drag.current.size + by, sizeOf('full'))))
  }
  const up = () => {
    drag.current = null
    if (draggedSize === null) return
    setPulled(null)
    if (onClose !== undefined && draggedSize < sizeOf('peek') * 0.6) return onClose()
    onHeight(
      heights.reduce((best, h) =>
        Math.abs(sizeOf(h) - draggedSize) < Math.abs(sizeOf(best) - draggedSize) ? h : best,
      ),
    )
  }
  const listeners = {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onClick() {
      if (!hasMoved.current)
        onHeight(height === 'peek' ? 'half' : height === 'half' ? 'full' : 'peek')
    },
  }
  return { draggedSize, listeners }
}

export function Sheet({ height, onHeight, label, peek = 88, onClose, box, children }: SheetProps) {
  const { t } = useTranslation()
  const ownRef = useRef<HTMLDivElement>(null)
  const ref = box ?? ownRef
  useLayer(onClose !== undefined, onClose ?? doNothing, { whileTyping: false })
  // The sheet lies between the bars at the top and bottom of the window and must not slide under them.
  const sizeOf: SizeOf = h => {
    const room = ref.current?.parentElement?.clientHeight ?? window.innerHeight
    return h === 'peek'
      ? peek + HANDLE
      : h === 'half'
        ? Math.min(window.innerHeight * HALF, room - GAP)
        : room - GAP
  }
  const { draggedSize, listeners } = useDrag(ref, sizeOf, {
    height,
    onHeight,
    ...(onClose && { onClose }),
  })
  const step = (by: 1 | -1) =>
    onHeight(heights[Math.max(0, Math.min(2, heights.indexOf(height) + by))] ?? height)
  const key = (e: KeyboardEvent) => {
    if (e.key === 'ArrowUp') step(1)
    else if (e.key === 'ArrowDown') step(-1)
    else return
    e.preventDefault()
  }
  const most = `calc(100% - ${GAP}px)`
  const size =
    draggedSize !== null
      ? `${draggedSize}px`
      : height === 'peek'
        ? `${peek + HANDLE}px`
        : height === 'half'
          ? `min(${HALF * 100}dvh, ${most})`
          : most
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group is no landmark; its content may be one.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      className={classes.sheet}
      aria-label={label}
      style={{ height: size }}
      data-dragging={draggedSize !== null || undefined}
      data-height={height}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={t(height === 'full' ? 'ui.sheet_down' : 'ui.sheet_up')}
        {...listeners}
        onKeyDown={key}
      />
      <div className={classes.body}>{children}</div>
    </div>
  )
}
