// The events of a chart over time, marks and spans: their groups in the legend, and those at a moment.
import { formatDateTime } from '../texts.ts'
import { tokens } from '../theme.ts'
import { colorOf, type Scheme, SPAN_COLOR } from './colors.ts'
import type { Mark, OverTime, Span } from './data.ts'

/** An entry of the legend that hides all of its marks or bars. */
export interface MarkGroup {
  readonly name: string
  readonly color: string
  readonly shape: 'bar' | NonNullable<Mark['shape']>
}
export function groupsOf({ marks = [], spans = [] }: OverTime, scheme: Scheme): MarkGroup[] {
  const groups = new Map<string, MarkGroup>()
  for (const { label, color } of spans)
    if (!groups.has(label))
      groups.set(label, {
        name: label,
        color: color ?? colorOf(SPAN_COLOR + groups.size, scheme),
        shape: 'bar',
      })
  for (const { group, color, shape = 'triangle' } of marks)
    if (group !== undefined && !groups.has(group))
      groups.set(group, {
        name: group,
        color: color ?? tokens[scheme]['--flotta-text-quiet'],
        shape,
      })
  return [...groups.values()]
}

/** Leaves out the groups that the reader has hidden; the others keep their colours. */
export function withoutGroups(
  data: OverTime,
  hidden: ReadonlySet<string>,
  scheme: Scheme,
): OverTime {
  const { marks = [], spans = [] } = data
  if (hidden.size === 0 || marks.length + spans.length === 0) return data
  const colors = new Map(groupsOf(data, scheme).map(({ name, color }) => [name, color]))
  return {
    ...data,
    marks: marks.filter(({ group }) => group === undefined || !hidden.has(group)),
    spans: spans
      .filter(({ label }) => !hidden.has(label))
      .map(span => ({ ...span, color: colors.get(span.label) ?? '' })),
  }
}

/** A mark or a bar of the period, with its texts. */
export interface Occurrence {
  readonly from: number
  /** The moment of a mark; the end of the period for a span that has not ended. */
  readonly to: number
  /** The row of a bar at the lower edge; null: a mark. */
  readonly row: number | null
  /** The text without its time. */
  readonly label: string
  readonly text: string
  readonly onClick?: (() => void) | undefined
}
const isSameDay = (a: number, b: number): boolean =>
  formatDateTime(a, 'date') === formatDateTime(b, 'date')
function spanText({ label, text = label, from, to }: Span): string {
  const end = to === null ? '' : formatDateTime(to, isSameDay(from, to) ? 'time' : undefined)
  return `${text}, ${formatDateTime(from)} – ${end}`.trimEnd()
}
/** The marks of the period, ordered by time. */
export const marksIn = ({ period, marks = [] }: Pick<OverTime, 'period' | 'marks'>): Mark[] =>
  marks.filter(({ at }) => at >= period.from && at <= period.to).sort((a, b) => a.at - b.at)

/** The occurrences of the period, ordered by their begin. */
export function occurrencesOf({ period, marks = [], spans = [] }: OverTime): Occurrence[] {
  const rows = [...new Set(spans.map(span => span.label))]
  return [
    ...marks.map(({ at, label, onClick }) => ({
      from: at,
      to: at,
      row: null,
      label,
      text: `${label}, ${formatDateTime(at)}`,
      onClick,
    })),
    ...spans.map(span => ({
      from: span.from,
      to: span.to ?? Math.max(span.from, period.to),
      row: rows.indexOf(span.label),
      label: span.text ?? span.label,
      text: spanText(span),
    })),
  ]
    .filter(({ from, to }) => to >= period.from && from <= period.to)
    .sort((a, b) => a.from - b.from)
}

/** Largest number of lines for occurrences in a tooltip. */
const MOST_LINES = 6
/** The occurrences at a moment: the marks within `near` ms of it, and the spans that contain it. */
export function occurrencesAt(data: OverTime, at: number, near: number): string[] {
  const texts = occurrencesOf(data)
    .filter(({ from, to, row }) =>
      row === null ? Math.abs(from - at) <= near : from <= at && at <= to,
    )
    .map(({ text }) => text)
  return texts.length <= MOST_LINES
    ? texts
    : [...texts.slice(0, MOST_LINES - 1), `… +${texts.length - MOST_LINES + 1}`]
}
