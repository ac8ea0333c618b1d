// The parts around the drawing of a chart: its legend, and for people who do not see it the same as a table or in three figures.
import { useDebouncedValue } from '@mantine/hooks'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../texts.ts'
import classes from './chart.module.css'
import { colorOf, type Scheme } from './colors.ts'
import { type ChartData, isOverTime, paletteIndex } from './data.ts'
import type { Table } from './data-table.ts'
import { groupsOf } from './occurrences.ts'
import { type ChartKind, isRound } from './options.ts'
import type { Stretch } from './stretch.ts'
import type { LegendChoice } from './useLegend.ts'

export const formatValue = (
  value: number | null,
  unit: string | undefined,
  decimals: number | undefined,
): string =>
  formatNumber(value, {
    ...(unit !== undefined && { unit }),
    ...(decimals !== undefined && { decimals }),
  })

/** The names of the series with their colours; a press hides a part of the chart. A single line needs no legend. */
export function Legend({
  type,
  data,
  hidden,
  scheme,
  write: written,
}: {
  readonly type: ChartKind
  readonly data: ChartData
  readonly hidden: LegendChoice
  readonly scheme: Scheme
  readonly write: (value: number | null) => string
}) {
  const { t } = useTranslation()
  const round = isRound(type) && !isOverTime(data)
  const parts: readonly {
    readonly index: number
    readonly label: string
    readonly color: string
    readonly value: number | null
    readonly isHeld?: boolean
  }[] = round
    ? data.labels.map((label, index) => ({
        index,
        label,
        color: colorOf(index, scheme),
        value: data.series[0]?.values[index] ?? null,
      }))
    : data.series.map(({ label, color }, index) => ({
        index,
        label,
        color:
          color ?? colorOf(isOverTime(data) ? paletteIndex(data.series, index) : index, scheme),
        isHeld: isOverTime(data) && data.series[index]?.held === true,
        value: null,
      }))
  const groups = isOverTime(data) ? groupsOf(data, scheme) : []
  if (!round && parts.length < 2 && groups.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={t('ui.chart.legend')}>
      {parts.map(({ index, label, color, value, isHeld = false }) => (
        <li key={index}>
          <button
            type="button"
            aria-pressed={!hidden.series.has(index)}
            onClick={() => hidden.toggleSeries(index)}
          >
            <span
              className={classes.swatch}
              data-held={isHeld || undefined}
              style={{ '--swatch': color } as CSSProperties}
              aria-hidden
            />
            <span className={classes.name}>{label}</span>
            {round && <span className={classes.value}>{written(value)}</span>}
          </button>
        </li>
      ))}
      {groups.map(({ name, color, shape }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.groups.has(name)}
            onClick={() => hidden.toggleGroup(name)}
          >
            <span
              className={classes.swatch}
              data-shape={shape}
              style={{ '--swatch': color } as CSSProperties}
              aria-hidden
            />
            <span className={classes.name}>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ValueFormat {
  readonly label: string
  readonly unit: string | undefined
  readonly decimals: number | undefined
}
/** Rows and columns never change their order, so the index is the key. */
const withIndex = <T,>(things: readonly T[]) => things.map((thing, place) => ({ place, thing }))
export function TableRows({
  table,
  label,
  unit,
  decimals,
}: { readonly table: Table } & ValueFormat) {
  return (
    <table className={classes.rows}>
      <caption className="flotta-hidden">{label}</caption>
      <thead>
        <tr>
          {withIndex(table.head).map(({ place, thing }) => (
            <th key={place} scope="col">
              {thing}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {withIndex(table.rows).map(({ place, thing: [head, ...cells] }) => (
          <tr key={place}>
            <th scope="row">{head}</th>
            {withIndex(cells).map(cell => (
              <td key={cell.place}>
                {typeof cell.thing === 'string'
                  ? cell.thing
                  : formatValue(cell.thing, unit, decimals)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Summary({
  data,
  label,
  unit,
  decimals,
}: { readonly data: ChartData } & ValueFormat) {
  const { t } = useTranslation()
  const rows = data.series.map(s => {
    const values = s.values.filter((v): v is number => v !== null)
    const [least, most, sum] = values.reduce(
      ([l, m, total], v) => [Math.min(l, v), Math.max(m, v), total + v] as const,
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0] as readonly [number, number, number],
    )
    return values.length === 0
      ? [s.label, null, null, null]
      : [s.label, least, sum / values.length, most]
  })
  const head = [t('ui.chart.what'), t('ui.chart.least'), t('ui.chart.mean'), t('ui.chart.most')]
  return <TableRows table={{ head, rows }} label={label} unit={unit} decimals={decimals} />
}

/** The announcement waits until the zoom has not changed for this many milliseconds. */
const ANNOUNCE_AFTER = 400

/** Announces to screen readers which part of the period the chart shows, or that it shows all of it again. */
export function ZoomAnnouncement({ part }: { readonly part: Stretch | null }) {
  const { t } = useTranslation()
  const [settledPart] = useDebouncedValue(part, ANNOUNCE_AFTER)
  const wasPart = useRef(false)
  if (settledPart !== null) wasPart.current = true
  return (
    <p role="status" className="flotta-hidden">
      {settledPart !== null
        ? `${formatDateTime(settledPart.from)} – ${formatDateTime(settledPart.to)}`
        : wasPart.current && t('ui.chart.all')}
    </p>
  )
}
