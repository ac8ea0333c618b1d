// The edge that resizes a panel at the right, by dragging or with the arrow keys.
import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

const STEP = 24

export interface ResizerProps {
  /** CSS pixels */
  readonly width: number
  readonly least: number
  readonly most: number
  readonly onWidth: (width: number) => void
}

export function Resizer({ width, least, most, onWidth }: ResizerProps) {
  const { t } = useTranslation()
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const end = () => {
    from.current = null
  }
  const set = (next: number) => onWidth(Math.round(Math.min(most, Math.max(least, next))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a movable separator.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('global_map.resize')}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      className={classes.resizer}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        from.current = { x: event.clientX, width }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (from.current !== null) set(from.current.width + from.current.x - event.clientX)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={event => {
        if (event.key === 'ArrowLeft') set(width + STEP)
        if (event.key === 'ArrowRight') set(width - STEP)
      }}
    />
  )
}
