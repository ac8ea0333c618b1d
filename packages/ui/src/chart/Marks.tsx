// The marks of events on top of a chart. Each can be pointed at and reached by keyboard, and pressed when it has an action.
import { Tooltip } from '@mantine/core'
import { formatDateTime } from '../texts.ts'
import classes from './chart.module.css'
import type { OverTime } from './data.ts'
import type { Area } from './overlay-plugin.ts'

export function Marks({
  data: { period, marks = [] },
  area,
}: {
  readonly data: OverTime
  readonly area: Area
}) {
  const visibleMarks = marks.filter(mark => mark.at >= period.from && mark.at <= period.to)
  if (visibleMarks.length === 0) return null
  const span = Math.max(1, period.to - period.from)
  return (
    <ul className={classes.marks}>
      {visibleMarks.map(({ at, label, onClick }) => {
        const markText = `${label}, ${formatDateTime(at)}`
        return (
          <li
            key={`${at} ${label}`}
            style={{
              left: area.left + ((at - period.from) / span) * (area.right - area.left),
              top: area.top,
            }}
          >
            <Tooltip label={markText}>
              {onClick === undefined ? (
                <span className={classes.mark} role="img" aria-label={markText} />
              ) : (
                <button
                  type="button"
                  className={classes.mark}
                  aria-label={markText}
                  onClick={onClick}
                />
              )}
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}
