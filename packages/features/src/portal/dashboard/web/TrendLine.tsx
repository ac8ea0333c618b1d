// The last 30 days of a figure as a small line.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import classes from './dashboard.module.css'

const WIDTH = 56
const HEIGHT = 18
const PAD = 2

export function TrendLine({ values }: { readonly values: readonly number[] }) {
  const { t } = useTranslation()
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (i: number) => PAD + (i / Math.max(1, values.length - 1)) * (WIDTH - 2 * PAD)
  const y = (value: number) =>
    most === least
      ? HEIGHT / 2
      : HEIGHT - PAD - ((value - least) / (most - least)) * (HEIGHT - 2 * PAD)
  const last = values.length - 1
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t('dashboard.trend', {
        least: formatNumber(least),
        most: formatNumber(most),
      })}
    >
      <polyline
        points={values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
      />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r={1.75} />
    </svg>
  )
}
