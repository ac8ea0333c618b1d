// The chart of temperatures: sensors and setpoints as lines, the tolerance as bands, values outside as alarms. A zoomed part is read in more detail.
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { DEFAULT_MAX_DAYS } from '@flotta/ui/range.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChartLine } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { eyecoldReport } from '../../../reports/register/report-services.ts'
import { ChartEventList } from '../../chart-events/web/ChartEventList.tsx'
import { useChartEvents } from '../../chart-events/web/useChartEvents.ts'
import { lineOf, spansOf } from '../../web/gaps.ts'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import { useHistory } from '../../web/useHistory.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { type ColdData, type ColdRow, history } from '../contract.ts'
import { fridgeReport } from '../report-services.ts'
import { compartmentOf, DEFROSTING, refineHistory, TOLERANCE_C } from '../rules.ts'
import { SENSOR_NAMES, SETPOINT_NAMES } from './columns.ts'

const timeOf = (row: ColdRow): number => Date.parse(row.message_datetime)
const NO_ROWS: readonly ColdRow[] = []
/** Pause after zooming before more detail is read, ms. */
const CALM = 250

export function ColdHistory({
  vehicle,
  cold,
}: {
  readonly vehicle: Vehicle
  readonly cold: ColdData | undefined
}) {
  const { t } = useTranslation()
  const period = usePeriod()
  const { series, state } = useHistory(history, vehicle.id, period)
  const chartEvents = useChartEvents(vehicle, period)
  const { marks, spans } = chartEvents
  const [part, setPart] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const rows = useDetail(vehicle.id, series, part)
  const { compartments = 1, sensors = SENSOR_NAMES.length, tolerance = TOLERANCE_C } = cold ?? {}
  const { from, to } = period.range
  const chart = useMemo(() => {
    const readings = chartOf(rows, { from, to, compartments, sensors, tolerance }, t)
    return { ...readings, marks, spans: [...readings.spans, ...spans] }
  }, [rows, from, to, compartments, sensors, tolerance, marks, spans, t])
  return (
    <HistoryFrame
      label={t('eyecold.history')}
      reports={[
        { types: ['custom'], services: [eyecoldReport.service, fridgeReport.service], vehicle },
        { types: ['temp'], vehicle },
      ]}
      maxDays={DEFAULT_MAX_DAYS}
      {...state}
      icon={IconChartLine}
      isEmpty={chart.series.length === 0}
      head={
        chart.series.length > 0 && (
          <Chart
            type="line"
            zoom
            label={t('eyecold.chart')}
            unit="°C"
            decimals={1}
            of={t('eyecold.when')}
            data={chart}
            onZoom={setPart}
          />
        )
      }
    >
      <ChartEventList chartEvents={chartEvents} period={period} />
    </HistoryFrame>
  )
}

interface ChartOptions {
  readonly from: number
  readonly to: number
  readonly compartments: number
  readonly sensors: number
  readonly tolerance: number
}
/** The lines of sensors and setpoints, the bands around these, and when the unit was off or defrosting. */
function chartOf(rows: readonly ColdRow[], options: ChartOptions, t: TFunction) {
  const { from, to, compartments, sensors, tolerance } = options
  const namesWithValues = <N extends keyof ColdRow>(names: readonly N[]) =>
    names.filter(name => rows.some(row => row[name] !== null))
  const setpointLines = namesWithValues(SETPOINT_NAMES.slice(0, compartments)).map(name => ({
    number: SETPOINT_NAMES.indexOf(name) + 1,
    ...lineOf(rows, timeOf, row => row[name]),
  }))
  const sensorNames = namesWithValues(SENSOR_NAMES.slice(0, sensors))
  const compartmentOfSensor = (name: (typeof SENSOR_NAMES)[number]): number =>
    compartmentOf(SENSOR_NAMES.indexOf(name) + 1, compartments)
  const bandOf = (number: number): string => {
    const toleranceText = `± ${formatNumber(tolerance, { unit: '°C' })}`
    return compartments === 1
      ? toleranceText
      : `${t('eyecold.compartment', { number })} ${toleranceText}`
  }
  return {
    period: {
      from,
      to: Math.max(to, rows.length === 0 ? to : timeOf(rows[rows.length - 1] as ColdRow)),
    },
    series: [
      ...sensorNames.map(name => ({
        label: name,
        ...lineOf(rows, timeOf, row => row[name]),
        within: bandOf(compartmentOfSensor(name)),
      })),
      ...setpointLines.map(({ number, at, values }) => ({
        label: compartments === 1 ? t('eyecold.setpoint') : t('eyecold.setpoint_of', { number }),
        at,
        values,
        held: true,
        ...likeOf(sensorNames.find(sensor => compartmentOfSensor(sensor) === number)),
      })),
    ],
    spans: [
      ...spansOf(rows, timeOf, row => row.overall_status === 0).map(span => ({
        ...span,
        label: t('eyecold.state.off'),
      })),
      ...spansOf(rows, timeOf, isDefrosting).map(span => ({
        ...span,
        label: t('eyecold.state.defrosting'),
      })),
    ],
    bands: setpointLines.map(({ number, at, values }) => ({
      label: bandOf(number),
      at,
      low: values.map(v => (v === null ? null : v - tolerance)),
      high: values.map(v => (v === null ? null : v + tolerance)),
    })),
  }
}

const likeOf = (sensor: string | undefined) => (sensor === undefined ? {} : { like: sensor })
const isDefrosting = (row: ColdRow): boolean =>
  [row.operation_status_c1, row.operation_status_c2, row.operation_status_c3].some(
    status => status !== null && (status & DEFROSTING) !== 0,
  )

/** The history, with full detail in the zoomed part. */
function useDetail(
  vehicle: number,
  rows: readonly ColdRow[],
  part: { readonly from: number; readonly to: number } | null,
): readonly ColdRow[] {
  const [calm] = useDebouncedValue(part, CALM)
  const { data = NO_ROWS, isPlaceholderData } = useQuery({
    ...query(history, {
      params: { id: vehicle },
      query: {
        period_from: instantOf(calm?.from ?? 0),
        period_to: instantOf(calm?.to ?? 0),
      },
    }),
    enabled: calm !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      calm === null || isPlaceholderData || data.length === 0
        ? rows
        : refineHistory(rows, data, calm, timeOf),
    [rows, data, calm, isPlaceholderData],
  )
}
