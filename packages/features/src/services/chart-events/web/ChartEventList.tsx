// The list beside the charts of a panel: events of the period. Pointing at a row marks its moment in the charts and on the map, and the other way round.
import { instantOf } from '@flotta/core/time.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import {
  IconAlertCircle,
  IconDoor,
  IconParking,
  IconRemoteControl,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import { HistoryRow, HistoryRows } from '../../web/History.tsx'
import type { Period } from '../../web/usePeriod.ts'
import { useShowOnMap } from '../../web/useShowOnMap.ts'
import {
  type ChartEvent,
  type ChartEventKind,
  type ChartEvents,
  MOST_ALERTS,
} from './useChartEvents.ts'

const ROW_HEIGHT = 48
const icons: Readonly<Record<ChartEventKind, TablerIcon>> = {
  alert: IconAlertCircle,
  command: IconRemoteControl,
  door: IconDoor,
  stop: IconParking,
}
const timeOf = ({ at }: ChartEvent): number => at

export function ChartEventList({
  chartEvents: { events, alerts },
  period: { range },
}: {
  readonly chartEvents: ChartEvents
  readonly period: Period
}) {
  const { t } = useTranslation()
  const show = useShowOnMap()
  if (events.length === 0) return null
  return (
    <section aria-label={t('chart_events.title')}>
      <div className={shared.section}>
        <h3 className={shared.quiet}>{t('chart_events.title')}</h3>
        {alerts > MOST_ALERTS && (
          <p className={shared.quiet}>
            {t('chart_events.newest', {
              shown: formatNumber(MOST_ALERTS),
              total: formatNumber(alerts),
            })}
          </p>
        )}
      </div>
      <HistoryRows
        label={t('chart_events.title')}
        items={events}
        timeOf={timeOf}
        range={range}
        rowHeight={ROW_HEIGHT}
        row={event => (
          <HistoryRow
            at={instantOf(event.at)}
            when={whenOf(event)}
            icon={icons[event.kind]}
            {...(event.spot != null && { onShow: () => show(instantOf(event.at), event.spot) })}
            {...(event.severity !== undefined && { after: <Severity level={event.severity} /> })}
          >
            {event.text}
          </HistoryRow>
        )}
      />
    </section>
  )
}

function whenOf({ at, until }: ChartEvent): string {
  const from = formatDateTime(at)
  if (until === undefined) return from
  if (until === null) return `${from} –`
  const isSameDay = formatDateTime(at, 'date') === formatDateTime(until, 'date')
  return `${from} – ${formatDateTime(until, isSameDay ? 'time' : undefined)}`
}
