// The moment that is pointed at in another chart or on the map, drawn as a line through this chart with its time.

import { useCursorAt } from '../cursor.ts'
import { formatDateTime } from '../texts.ts'
import classes from './chart.module.css'
import type { OverTime } from './data.ts'
import type { Area } from './overlay-plugin.ts'

export function CursorLine({
  data: { period },
  area,
  source,
}: {
  readonly data: OverTime
  readonly area: Area
  /** The id of this chart. */
  readonly source: string
}) {
  const at = useCursorAt(source)
  if (at === null || at < period.from || at > period.to) return null
  const share = (at - period.from) / Math.max(1, period.to - period.from)
  return (
    <div
      className={classes.cursor}
      data-side={share > 0.5 ? 'left' : 'right'}
      style={{
        left: area.left + share * (area.right - area.left),
        top: area.top,
        height: area.bottom - area.top,
      }}
      aria-hidden
    >
      <span>{formatDateTime(at, 'time')}</span>
    </div>
  )
}

/** The moment at an x coordinate of the picture; null: outside of the area of values. */
export function momentAtX(x: number, { period }: OverTime, area: Area): number | null {
  if (x < area.left || x > area.right) return null
  const share = (x - area.left) / Math.max(1, area.right - area.left)
  return period.from + share * (period.to - period.from)
}
