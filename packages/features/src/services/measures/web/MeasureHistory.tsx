// The history of a declared measurement: one of its values as a line over the period, with its limits.
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { now } from '@flotta/ui/clock.ts'
import { tokens } from '@flotta/ui/theme.ts'
import { useComputedColorScheme } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import type { ReportService } from '../../../reports/reports/web/offer.ts'
import shared from '../../panel.module.css'
import { lineOf } from '../../web/gaps.ts'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import { type HistoryEndpoint, useHistory } from '../../web/useHistory.ts'
import { usePeriod } from '../../web/usePeriod.ts'

const HEIGHT = 220

export interface MeasureLimit {
  /** Key of its name. */
  readonly title: string
  readonly value: number
  readonly tone: 'warning' | 'alarm'
}
export interface MeasureHistoryProps<N extends string, T> {
  readonly vehicle: Vehicle
  readonly endpoint: HistoryEndpoint<T>
  /** The value that is drawn. */
  readonly field: N
  /** The service whose reports are offered. */
  readonly service: ReportService
  /** Names of the history, of the chart and of its line, in the reader's language. */
  readonly label: string
  readonly chartLabel: string
  readonly lineLabel: string
  readonly unit: string
  readonly decimals: number
  readonly range?: readonly [number, number]
  /** Stays the same object. */
  readonly limits?: readonly MeasureLimit[]
  readonly icon: TablerIcon
}
const NO_LIMITS: readonly MeasureLimit[] = []

export function MeasureHistory<
  N extends string,
  T extends { readonly message_datetime: string } & Readonly<Record<N, number | null>>,
>(props: MeasureHistoryProps<N, T>) {
  const { vehicle, endpoint, field, lineLabel, limits = NO_LIMITS } = props
  const { t } = useTranslation()
  const { range, isOpen, setRange } = usePeriod()
  const { series, ...history } = useHistory(endpoint, vehicle.id, { range, isOpen })
  const colors = tokens[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const drawn = useMemo(
    () => ({
      period: { from: range.from, to: isOpen ? Math.max(range.to, now()) : range.to },
      series: [
        {
          label: lineLabel,
          ...lineOf(
            series,
            point => Date.parse(point.message_datetime),
            point => point[field],
          ),
        },
      ],
      lines: limits.map(({ title, value, tone }) => ({
        label: t(title),
        value,
        color: colors[`--flotta-${tone}`],
      })),
    }),
    [series, range, isOpen, lineLabel, field, limits, colors, t],
  )
  return (
    <HistoryFrame
      label={props.label}
      reports={[{ types: ['custom'], services: [props.service], vehicle }]}
      range={range}
      onRange={setRange}
      loading={history.loading}
      error={history.error}
      onRetry={history.retry}
      busy={history.busy}
      isEmpty={series.every(point => point[field] === null)}
      icon={props.icon}
    >
      <div className={shared.section}>
        <Chart
          type="line"
          zoom
          titled={false}
          label={props.chartLabel}
          unit={props.unit}
          decimals={props.decimals}
          {...(props.range && { range: props.range })}
          height={HEIGHT}
          data={drawn}
        />
      </div>
    </HistoryFrame>
  )
}
