// The history of a declared measurement: one of its values as a line over the period, with its limits.
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { now } from '@flotta/ui/clock.ts'
import { tokens } from '@flotta/ui/theme.ts'
import { useComputedColorScheme } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { ChartEventList } from '../../chart-events/web/ChartEventList.tsx'
import { useChartEvents } from '../../chart-events/web/useChartEvents.ts'
import shared from '../../panel.module.css'
import { lineOf } from '../../web/gaps.ts'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import { type HistoryEndpoint, useHistory } from '../../web/useHistory.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import type { MeasureValues } from '../measures.ts'

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
  readonly values: { readonly [K in N]: MeasureValues[string] }
  /** The service whose report is offered (`report-services.ts`). */
  readonly service?: string
  /** Name of the history, in the reader's language. */
  readonly label: string
  /** Text key of the name of its line, if it differs from the value's name. */
  readonly line?: string
  readonly range?: readonly [number, number]
  /** Must stay the same object between renders. */
  readonly limits?: readonly MeasureLimit[]
  readonly icon: TablerIcon
}
const NO_LIMITS: readonly MeasureLimit[] = []
const timeOf = (point: { readonly message_datetime: string }) => Date.parse(point.message_datetime)

export function MeasureHistory<
  N extends string,
  T extends { readonly message_datetime: string } & Readonly<Record<N, number | null>>,
>(props: MeasureHistoryProps<N, T>) {
  const { vehicle, endpoint, field, service, limits = NO_LIMITS } = props
  const { title = field, unit, decimals } = props.values[field].view ?? {}
  const { line = title } = props
  const { t } = useTranslation()
  const period = usePeriod()
  const { range, isOpen } = period
  const { series, state } = useHistory(endpoint, vehicle.id, period)
  const chartEvents = useChartEvents(vehicle, period)
  const { marks, spans } = chartEvents
  const colors = tokens[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const chart = useMemo(
    () => ({
      period: { from: range.from, to: isOpen ? Math.max(range.to, now()) : range.to },
      series: [{ label: t(line), ...lineOf(series, timeOf, point => point[field]) }],
      lines: limits.map(({ title, value, tone }) => ({
        label: t(title),
        value,
        color: colors[`--flotta-${tone}`],
      })),
      marks,
      spans,
    }),
    [series, range, isOpen, line, field, limits, marks, spans, colors, t],
  )
  return (
    <HistoryFrame
      label={props.label}
      reports={
        service === undefined ? undefined : [{ types: ['custom'], services: [service], vehicle }]
      }
      {...state}
      isEmpty={series.every(point => point[field] === null)}
      icon={props.icon}
    >
      <div className={shared.section}>
        <Chart
          type="line"
          zoom
          titled={false}
          label={t(title)}
          {...(unit !== undefined && { unit })}
          {...(decimals !== undefined && { decimals })}
          {...(props.range && { range: props.range })}
          height={HEIGHT}
          data={chart}
        />
      </div>
      <ChartEventList chartEvents={chartEvents} period={period} />
    </HistoryFrame>
  )
}
