// The phone's bottom sheet with three heights: a peek, half, full. Drawn up and down by hand, by its handle's click, or by the arrow keys.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Sheet.module.css'

export type SheetHeight = 'peek' | 'half' | 'full'
const heights: readonly SheetHeight[] = ['peek', 'half', 'full']
/** Below this a touch is a click, px. */
const DRAG = 6

export interface SheetProps {
  readonly height: SheetHeight
  readonly onHeight: (height: SheetHeight) => void
  readonly label: string
  /** Height of the peek without the handle, px. */
  readonly peek?: number
  /** Closes by a pull below the peek and by Esc; without it the sheet cannot be closed. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

export function Sheet({ height, onHeight, label, peek = 88, onClose, children }: SheetProps) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly y: number; readonly size: number } | null>(null)
  const [pulled, setPulled] = useState<number | null>(null)
  const moved = useRef(false)
  const sizeOf = (h: SheetHeight): number => (h === 'peek' ? peek + 24 : window.innerHeight * (h === 'half' ? 0.5 : 0.92))

  const down = (e: PointerEvent) => {
    drag.current = { y: e.clientY, size: ref.current?.offsetHeight ?? sizeOf(height) }
    moved.current = false
    e.currentTarget.setPointerCapture(e.pointerId)
  }
  const move = (e: PointerEvent) => {
    if (drag.current === null) return
    const by = drag.current.y - e.clientY
    if (Math.abs(by) > DRAG) moved.current = true
    if (moved.current) setPulled(Math.max(24, Math.min(drag.current.size + by, sizeOf('full'))))
  }
  const up = () => {
    drag.current = null
    if (pulled === null) return
    setPulled(null)
    if (onClose !== undefined && pulled < sizeOf('peek') * 0.6) return onClose()
    onHeight(heights.reduce((best, h) => (Math.abs(sizeOf(h) - pulled) < Math.abs(sizeOf(best) - pulled) ? h : best)))
  }
  const step = (by: 1 | -1) => onHeight(heights[Math.max(0, Math.min(2, heights.indexOf(height) + by))] ?? height)
  const key = (e: KeyboardEvent) => {
    if (e.key === 'ArrowUp') step(1)
    else if (e.key === 'ArrowDown') step(-1)
    else if (e.key === 'Escape' && onClose !== undefined) onClose()
    else return
    e.preventDefault()
  }
  const size = pulled !== null ? `${pulled}px` : height === 'peek' ? `${peek + 24}px` : height === 'half' ? '50dvh' : '92dvh'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group is no landmark; what lies in the sheet may be one.
    <div
      ref={ref}
      role="group"
      className={classes.sheet}
      aria-label={label}
      style={{ height: size }}
      data-dragging={pulled !== null || undefined}
      data-height={height}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={t(height === 'full' ? 'ui.sheet_down' : 'ui.sheet_up')}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={key}
        onClick={() => {
          if (!moved.current) onHeight(height === 'peek' ? 'half' : height === 'half' ? 'full' : 'peek')
        }}
      />
      <div className={classes.body}>{children}</div>
    </div>
  )
}
