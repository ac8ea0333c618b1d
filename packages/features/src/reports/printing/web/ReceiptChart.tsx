// The chart of a receipt on the screen and on paper that the browser prints.
import { clockAt } from '@flotta/core/zones.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lineDashes, receiptChart } from '../chart.ts'
import type { Paper, Receipt } from '../contract.ts'
import classes from './receipt.module.css'

/** Width and height of the plot in the units of the drawing, which fills the paper's width. */
const sizes: Readonly<Record<Paper, readonly [width: number, plotHeight: number]>> = {
  a4: [516, 136],
  '80mm': [204, 100],
}

export function ReceiptChart({
  receipt,
  paper,
}: {
  readonly receipt: Receipt
  readonly paper: Paper
}) {
  const { t } = useTranslation()
  const [width, plotHeight] = sizes[paper]
  const chart = useMemo(
    () => receiptChart(receipt, width, plotHeight),
    [receipt, width, plotHeight],
  )
  if (chart === null) return null
  const { plot } = chart
  return (
    <figure className={classes.chart}>
      <figcaption>
        {chart.lines.map(({ sensor }) => (
          <span key={sensor}>
            <svg viewBox="0 0 18 6" aria-hidden>
              <path d="M0 3H18" strokeDasharray={lineDashes[sensor].join(' ')} />
            </svg>
            {sensor}
          </span>
        ))}
        <small>{t('printing.receipt.chart_legend')}</small>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${chart.height}`}
        role="img"
        aria-label={t('printing.receipt.chart')}
      >
        {chart.bands.map(({ d }) => (
          <path key={d} d={d} className={classes.band} />
        ))}
        {chart.values.map(({ y, value }) => (
          <g key={value}>
            <path d={`M${plot.left} ${y}H${plot.right}`} className={classes.grid} />
            <text x={plot.left - 3} y={y + 2.5} textAnchor="end">
              {formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 1 })}
            </text>
          </g>
        ))}
        {chart.times.map(({ x, at, isDay }) => (
          <g key={at}>
            <path d={`M${x} ${plot.top}V${plot.bottom}`} className={classes.grid} />
            <text x={x} y={plot.bottom + 11} textAnchor="middle" data-day={isDay || undefined}>
              {timeLabel(at, isDay, receipt.timezone)}
            </text>
          </g>
        ))}
        {chart.setpoints.map(({ d }) => (
          <path key={d} d={d} className={classes.setpoint} />
        ))}
        {chart.lines.map(({ sensor, d }) => (
          <path
            key={sensor}
            d={d}
            className={classes.line}
            strokeDasharray={lineDashes[sensor].join(' ')}
          />
        ))}
        {chart.lanes.map(({ kind, y, height, bars }) => (
          <g key={kind}>
            <text x={0} y={y + height}>
              {t(`printing.receipt.lane_${kind}`)}
            </text>
            {bars.map(bar => (
              <rect key={bar.x} x={bar.x} y={y} width={bar.width} height={height} />
            ))}
          </g>
        ))}
      </svg>
    </figure>
  )
}

/** `18:00`, or the day at its beginning. */
function timeLabel(at: number, isDay: boolean, zone: string): string {
  const clock = clockAt(at, zone)
  return isDay ? `${clock.slice(8, 10)}/${clock.slice(5, 7)}` : clock.slice(11)
}
