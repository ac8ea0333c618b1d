// The history of one tyre over a period: the vehicle's speed, and pressure and temperature with their reference values.
import type { ReplyOf } from '@flotta/core/contract.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { tokens } from '@flotta/ui/theme.ts'
import { Select, useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { ChartEventList } from '../../chart-events/web/ChartEventList.tsx'
import { type ChartEvents, useChartEvents } from '../../chart-events/web/useChartEvents.ts'
import { lineOf } from '../../web/gaps.ts'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import { useHistory } from '../../web/useHistory.ts'
import { usePart } from '../../web/usePart.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { history } from '../contract.ts'
import {
  type AxleNumber,
  byMinute,
  pressureField,
  temperatureField,
  type Wheel,
  wheels,
} from '../rules.ts'
import classes from './eyeway.module.css'

const HEIGHT = 180
const nameOf = ({ axle, side }: Wheel): string => `axle${axle}_${side}`
const [first, ...others] = wheels.map(nameOf)
const names = [first ?? '', ...others] as const

/** Half a bar of room above and below the drawn values, so that no line lies on the edge. */
const around = (bars: readonly (number | null)[]): readonly [number, number] => {
  const knownBars = bars.filter(bar => bar !== null)
  return [
    Math.max(0, Math.floor(Math.min(...knownBars) * 2) / 2),
    Math.ceil(Math.max(...knownBars) * 2) / 2 + 0.5,
  ]
}

const timeOf = ({ at }: { readonly at: number }): number => at

type Row = ReplyOf<typeof history>[number]
/** Speed, and pressure and temperature of one tyre, as lines of a chart. */
function useLines(
  series: readonly Row[],
  tyre: Wheel | undefined,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const points = useMemo(
    () => byMinute(series.map(row => ({ at: Date.parse(row.message_datetime), row }))),
    [series],
  )
  return useMemo(
    () => ({
      isEmpty: points.length === 0,
      period: { from, to: Math.max(to, points.at(-1)?.at ?? to) },
      speed: lineOf(points, timeOf, ({ row }) => row.speed),
      pressure: lineOf(points, timeOf, ({ row }) =>
        tyre === undefined ? null : row[pressureField(tyre)],
      ),
      temperature: lineOf(points, timeOf, ({ row }) =>
        tyre === undefined ? null : row[temperatureField(tyre)],
      ),
    }),
    [points, tyre, from, to],
  )
}

interface TyreHistoryProps {
  readonly vehicle: Vehicle
  readonly axles: readonly AxleNumber[]
}
export function TyreHistory({ vehicle, axles }: TyreHistoryProps) {
  const { t } = useTranslation()
  const period = usePeriod()
  const [name, choose] = usePart(names)
  const { series, state } = useHistory(history, vehicle.id, period)
  const wheelInChart = wheels.find(wheel => nameOf(wheel) === name)
  const lines = useLines(series, wheelInChart, period.range)
  const chartEvents = useChartEvents(vehicle, period)
  const { marks, spans } = chartEvents
  const word = (wheel: Wheel) => t(`eyeway.tyre.${wheel.side}`, { n: wheel.axle })
  return (
    <HistoryFrame
      label={t('eyeway.history')}
      reports={[{ types: ['eyeway'], vehicle }]}
      {...state}
      isEmpty={lines.isEmpty}
    >
      <div className={classes.charts}>
        <Chart
          type="line"
          zoom
          height={HEIGHT}
          label={t('eyeway.speed')}
          unit="km/h"
          data={{
            period: lines.period,
            series: [{ label: t('eyeway.speed'), ...lines.speed }],
            marks,
            spans,
          }}
        />
        <Select
          label={t('eyeway.analysis')}
          allowDeselect={false}
          data={wheels
            .filter(wheel => axles.includes(wheel.axle))
            .map(wheel => ({ value: nameOf(wheel), label: word(wheel) }))}
          value={name}
          onChange={choose}
        />
        <TyreCharts
          tyre={wheelInChart === undefined ? '' : word(wheelInChart)}
          limits={vehicle.tire_parameters}
          lines={lines}
          chartEvents={chartEvents}
        />
      </div>
      <ChartEventList chartEvents={chartEvents} period={period} />
    </HistoryFrame>
  )
}

interface TyreChartsProps {
  readonly tyre: string
  readonly limits: Vehicle['tire_parameters']
  readonly lines: ReturnType<typeof useLines>
  readonly chartEvents: ChartEvents
}
/** Pressure and temperature of a tyre, each with its limits. */
function TyreCharts({ tyre, limits, lines, chartEvents: { marks, spans } }: TyreChartsProps) {
  const { t } = useTranslation()
  const { '--flotta-connected': nominal, '--flotta-alarm': most } =
    tokens[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const { nominal_pressure, max_pressure, max_temp } = limits
  return (
    <>
      <Chart
        type="line"
        zoom
        height={HEIGHT}
        label={t('eyeway.pressure_of', { tyre })}
        unit="bar"
        decimals={1}
        range={around([nominal_pressure - 1, max_pressure, ...lines.pressure.values])}
        data={{
          period: lines.period,
          series: [{ label: t('eyeway.pressure'), ...lines.pressure }],
          marks,
          spans,
          lines: [
            {
              label: t('eyeway.parameter.nominal_pressure'),
              value: nominal_pressure,
              color: nominal,
            },
            { label: t('eyeway.parameter.max_pressure'), value: max_pressure, color: most },
          ],
        }}
      />
      <Chart
        type="line"
        zoom
        height={HEIGHT}
        label={t('eyeway.temperature_of', { tyre })}
        unit="°C"
        data={{
          period: lines.period,
          series: [{ label: t('eyeway.temperature'), ...lines.temperature }],
          marks,
          spans,
          lines: [{ label: t('eyeway.parameter.max_temp'), value: max_temp, color: most }],
        }}
      />
    </>
  )
}
