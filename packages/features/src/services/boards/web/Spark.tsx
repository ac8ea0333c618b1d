// A day of a value as a small line: its limits as a band, what lies beyond them in red.
import { formatNumber } from '@flotta/ui/texts.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardLine as Declaration } from '../../board.ts'
import type { BoardLine } from '../contract.ts'
import classes from './boards.module.css'

const WIDTH = 132
const HEIGHT = 28
const PAD = 2

type Maybe = number | null
const numbersIn = (values: readonly Maybe[] | null): number[] =>
  values?.filter(value => value !== null) ?? []

/** Splits a line where values are unknown. */
function piecesOf(points: readonly (readonly [x: number, y: number] | null)[]) {
  const pieces: (readonly [number, number])[][] = []
  let piece: (readonly [number, number])[] = []
  for (const point of points) {
    if (point !== null) piece.push(point)
    else if (piece.length > 0) {
      pieces.push(piece)
      piece = []
    }
  }
  return piece.length > 0 ? [...pieces, piece] : pieces
}
const pathOf = (
  points: readonly (readonly [x: number, y: number] | null)[],
  isStepped: boolean,
): string =>
  piecesOf(points)
    .map(piece =>
      piece
        .map(([x, y], i) =>
          i === 0
            ? `M${x.toFixed(1)} ${y.toFixed(1)}`
            : `${isStepped ? `H${x.toFixed(1)}` : ''}L${x.toFixed(1)} ${y.toFixed(1)}`,
        )
        .join(''),
    )
    .join('')

interface SparkProps {
  readonly line: BoardLine | undefined
  readonly declaration: Declaration
}
export const Spark = memo(function Spark({ line, declaration }: SparkProps) {
  const { t } = useTranslation()
  const numbers = numbersIn(line?.values ?? null)
  if (line === undefined || numbers.length === 0)
    return <span className={classes.noLine}>{line === undefined ? '' : '—'}</span>
  const { values, low, high } = line
  const scale = [...numbers, ...numbersIn(low), ...numbersIn(high)]
  const [least, most] = [Math.min(...scale), Math.max(...scale)]
  const span = most - least || 1
  const x = (i: number) => PAD + (i / (values.length - 1)) * (WIDTH - 2 * PAD)
  const y = (value: number) => HEIGHT - PAD - ((value - least) / span) * (HEIGHT - 2 * PAD)
  const pointsOf = (list: readonly Maybe[]) =>
    list.map((value, i) => (value === null ? null : ([x(i), y(value)] as const)))
  const isOutside = (i: number): boolean => {
    const value = values[i] ?? null
    const [min, max] = [low?.[i] ?? null, high?.[i] ?? null]
    return value !== null && ((min !== null && value < min) || (max !== null && value > max))
  }
  const outside = values.map((value, i) =>
    isOutside(i) || (isOutside(i + 1) && value !== null) ? value : null,
  )
  const { unit, decimals = 0, title, steps = false } = declaration
  const format = (value: number) =>
    formatNumber(value, { ...(unit !== undefined && { unit }), decimals })
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t('boards.line', {
        what: t(title),
        least: format(Math.min(...numbers)),
        most: format(Math.max(...numbers)),
      })}
    >
      {low !== null && high !== null && (
        <path className={classes.band} d={bandPath(low, high, x, y)} />
      )}
      {low !== null && high === null && (
        <path className={classes.limit} d={pathOf(pointsOf(low), true)} />
      )}
      <path className={classes.line} d={pathOf(pointsOf(values), steps)} />
      <path className={classes.beyond} d={pathOf(pointsOf(outside), steps)} />
    </svg>
  )
})

/** The area between the limits, in pieces where they are known. */
function bandPath(
  low: readonly Maybe[],
  high: readonly Maybe[],
  x: (i: number) => number,
  y: (value: number) => number,
): string {
  let path = ''
  for (let from = 0; from < low.length; from++) {
    if (low[from] == null || high[from] == null) continue
    let to = from
    while (low[to + 1] != null && high[to + 1] != null) to++
    const top = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    path += `M${top.map(i => `${x(i).toFixed(1)} ${y(high[i] ?? 0).toFixed(1)}`).join('L')}L${top
      .reverse()
      .map(i => `${x(i).toFixed(1)} ${y(low[i] ?? 0).toFixed(1)}`)
      .join('L')}Z`
    from = to
  }
  return path
}
