// The marks of events and the bars of spans, above a chart: each can be pointed at, reached by keys and pressed.
import { type CSSProperties, type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCursor } from '../cursor.ts'
import { rowFor } from '../list-keys.ts'
import classes from './chart.module.css'
import type { OverTime } from './data.ts'
import { MARK, tiersOf } from './mark-tiers.ts'
import { type Occurrence, occurrencesOf } from './occurrences.ts'
import { type Area, SPAN_PITCH } from './overlay-plugin.ts'

/** More marks than this would overlap; a part of the period has fewer. */
const MOST = 250
/** Length of the shortest bar, CSS pixels. */
const LEAST = 6
/** The keys that move along the chart, as in a list. */
const KEYS: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  Home: 'Home',
  End: 'End',
}

export function Marks({
  data,
  area,
  source,
}: {
  readonly data: OverTime
  readonly area: Area
  /** The id of the chart as the source of the pointed moment. */
  readonly source: string
}) {
  const { t } = useTranslation()
  const cursor = useCursor()
  const occurrences = useMemo(() => occurrencesOf(data).slice(0, MOST), [data])
  const tiers = useMemo(() => tiersOfAll(occurrences, data.period, area), [occurrences, data, area])
  const [reachable, setReachable] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  if (occurrences.length === 0) return null
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const to = rowFor(KEYS[event.key] ?? '', at, buttons.length)
    if (to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  const point = (i: number | null) => {
    setPointed(i)
    cursor.point(i === null ? null : (occurrences[i]?.from ?? null), source)
  }
  const pointedOccurrence = pointed === null ? undefined : occurrences[pointed]
  return (
    <>
      <ul className={classes.marks} aria-label={t('ui.chart.events')} onKeyDown={move}>
        {occurrences.map((occurrence, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they are ordered by time, and two may be equal.
            key={i}
            style={placeOf(occurrence, tiers[i] ?? 0, data.period, area)}
          >
            <button
              type="button"
              className={classes.mark}
              tabIndex={i === Math.min(reachable, occurrences.length - 1) ? 0 : -1}
              aria-label={occurrence.text}
              onFocus={() => {
                setReachable(i)
                point(i)
              }}
              onBlur={() => point(null)}
              onPointerEnter={() => setPointed(i)}
              onPointerLeave={() => setPointed(null)}
              onClick={() => {
                point(i)
                occurrence.onClick?.()
              }}
            />
          </li>
        ))}
      </ul>
      {pointedOccurrence !== undefined && (
        <MarkText occurrence={pointedOccurrence} period={data.period} area={area} />
      )}
    </>
  )
}

const xOf = (at: number, { from, to }: OverTime['period'], { left, right }: Area): number =>
  left + ((Math.min(to, Math.max(from, at)) - from) / Math.max(1, to - from)) * (right - left)

/** The tier of each mark; bars have 0. */
function tiersOfAll(
  occurrences: readonly Occurrence[],
  period: OverTime['period'],
  area: Area,
): number[] {
  const tiers = tiersOf(
    occurrences.flatMap(({ from, row }) => (row === null ? [xOf(from, period, area)] : [])),
  )
  let next = 0
  return occurrences.map(({ row }) => (row === null ? (tiers[next++] ?? 0) : 0))
}

function placeOf(
  { from, to, row }: Occurrence,
  tier: number,
  period: OverTime['period'],
  area: Area,
): CSSProperties {
  const x = xOf(from, period, area)
  if (row === null)
    return { left: x - MARK / 2, top: area.top + tier * MARK, width: MARK, height: MARK }
  return {
    left: x,
    top: area.bottom - (row + 1) * SPAN_PITCH,
    width: Math.max(LEAST, xOf(to, period, area) - x),
    height: SPAN_PITCH,
  }
}

/** The text of the mark under the pointer; for screen readers it is the name of the button. */
function MarkText({
  occurrence,
  period,
  area,
}: {
  readonly occurrence: Occurrence
  readonly period: OverTime['period']
  readonly area: Area
}) {
  const x = xOf(occurrence.from, period, area)
  const isRight = x > (area.left + area.right) / 2
  return (
    <p
      className={classes.markText}
      style={{
        top: occurrence.row === null ? area.top + MARK : area.top,
        ...(isRight ? { right: `calc(100% - ${x}px)` } : { left: x }),
        maxWidth: isRight ? x : `calc(100% - ${x}px)`,
      }}
      aria-hidden
    >
      {occurrence.text}
    </p>
  )
}
