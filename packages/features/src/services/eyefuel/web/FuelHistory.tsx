// The tank over a period: its level as a line with refuels and thefts, and below it the events, which show their place on the map.
import { palette } from '@flotta/core/palette.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { tokens } from '@flotta/ui/theme.ts'
import { useComputedColorScheme } from '@mantine/core'
import {
  IconBell,
  IconBellOff,
  IconCircleCheck,
  IconDropletDown,
  IconDropletUp,
  IconGasStation,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { useChartEvents } from '../../chart-events/web/useChartEvents.ts'
import { lineOf } from '../../web/gaps.ts'
import { History, HistoryRow } from '../../web/History.tsx'
import { useHistory } from '../../web/useHistory.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { useShowOnMap } from '../../web/useShowOnMap.ts'
import { type FuelEvent, history } from '../contract.ts'
import {
  ALARM_PERCENT,
  eventOf,
  type Happening,
  STEADY_PERCENT,
  WARNING_PERCENT,
} from '../rules.ts'
import classes from './eyefuel.module.css'
import { PeriodFigures } from './PeriodFigures.tsx'

const icons: Readonly<Record<Happening, TablerIcon>> = {
  theft: IconDropletDown,
  refuel: IconDropletUp,
  alarm_over: IconCircleCheck,
  cap_opened: IconGasStation,
  cap_closed: IconGasStation,
  armed: IconBell,
  disarmed: IconBellOff,
}

/** A row of the history with an event. */
interface Event {
  readonly row: FuelEvent & { readonly at: number }
  readonly what: readonly [Happening, ...Happening[]]
}
function eventsOf(series: readonly FuelEvent[]): Event[] {
  const rows = series.map(row => ({ ...row, at: Date.parse(row.message_datetime) }))
  return rows.flatMap((row, i) => {
    const [first, ...more] = eventOf(row, rows[i - 1])
    return first === undefined ? [] : [{ row, what: [first, ...more] }]
  })
}

/** "Furto: dall’80 % al 62 %". */
function sayOf({ row, what }: Event, t: TFunction): string {
  return what
    .map(happening =>
      happening === 'theft' || happening === 'refuel'
        ? t(`eyefuel.event.${happening}`, {
            before: formatNumber(row.tank_usage_before, { unit: '%' }),
            after: formatNumber(row.tank_usage_after, { unit: '%' }),
          })
        : t(`eyefuel.event.${happening}`),
    )
    .join(' · ')
}

export function FuelHistory({
  vehicle,
  capacity,
}: {
  readonly vehicle: Vehicle
  readonly capacity: number | null
}) {
  const { t } = useTranslation()
  const period = usePeriod()
  const { series, state } = useHistory(history, vehicle.id, period)
  const show = useShowOnMap()
  const events = useMemo(() => eventsOf(series), [series])
  const items = useMemo(() => events.toReversed(), [events])
  const lead = ({ row: { message_datetime, latitude, longitude } }: Event) =>
    show(message_datetime, latitude === null || longitude === null ? null : { latitude, longitude })
  const { from, to } = period.range
  const colors = tokens[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const chart = useMemo(() => {
    const line = lineOf(
      series,
      row => Date.parse(row.message_datetime),
      row => row.tank_usage,
      STEADY_PERCENT,
    )
    return {
      period: { from, to: Math.max(to, line.at.at(-1) ?? to) },
      series: [{ label: t('eyefuel.tank_usage'), ...line }],
      lines: [
        { label: t('ui.severity.1'), value: WARNING_PERCENT, color: colors['--flotta-warning'] },
        { label: t('ui.severity.2'), value: ALARM_PERCENT, color: colors['--flotta-alarm'] },
      ],
    }
  }, [series, from, to, colors, t])
  const chartEvents = useChartEvents(vehicle, period)
  const marks = [
    ...events.flatMap(event => {
      const { type, at } = event.row
      return type === null
        ? []
        : [
            {
              at,
              label: sayOf(event, t),
              group: t(`eyefuel.group.${type}`),
              color: type === 'theft' ? palette.red : palette.blue,
              onClick: () => lead(event),
            },
          ]
    }),
    ...chartEvents.marks,
  ]
  return (
    <History
      label={t('eyefuel.history')}
      reports={[{ types: ['eyefuel'], vehicle }]}
      icon={IconGasStation}
      items={items}
      timeOf={timeOf}
      emptyTitle={series.length > 0 ? t('eyefuel.no_events') : t('ui.list.nothing')}
      {...state}
      head={
        series.length > 0 && (
          <>
            <PeriodFigures vehicle={vehicle} period={period} />
            <Chart
              type="line"
              zoom
              label={t('eyefuel.chart')}
              unit="%"
              range={FULL}
              height={200}
              data={{ ...chart, marks, spans: chartEvents.spans }}
            />
          </>
        )
      }
      row={event => (
        <HistoryRow
          at={event.row.message_datetime}
          onShow={() => lead(event)}
          icon={icons[event.what[0]]}
          after={<Change event={event} capacity={capacity} />}
        >
          {sayOf(event, t)}
        </HistoryRow>
      )}
    />
  )
}
const FULL = [0, 100] as const
const timeOf = ({ row }: Event): number => row.at

/** The amount: litres where the capacity is known. */
function Change({
  event: { row },
  capacity,
}: {
  readonly event: Event
  readonly capacity: number | null
}) {
  if (row.type === null || row.tank_usage_change === null) return null
  const percent = row.type === 'theft' ? -row.tank_usage_change : row.tank_usage_change
  const amountText =
    capacity === null
      ? formatNumber(percent, { unit: '%' })
      : formatNumber((percent / 100) * capacity, { unit: 'l' })
  return (
    <>
      <span className={`${classes.figure} flotta-figures`}>
        {percent > 0 ? `+${amountText}` : amountText}
      </span>
      {row.type === 'theft' && <Severity level={2} />}
    </>
  )
}
