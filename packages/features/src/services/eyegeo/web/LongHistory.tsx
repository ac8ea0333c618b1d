// The history of more than a month: the thinned track on the map, the kilometres, and the days that were driven. Choosing a day makes it the period.

import { moveInList } from '@flotta/ui/list-keys.ts'
import { useMapWindow } from '@flotta/ui/map/map-window.ts'
import { currentLanguage, formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { IconRoute } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { detailAt } from '../../../telemetry/trips/track-detail.ts'
import shared from '../../panel.module.css'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import type { Period } from '../../web/usePeriod.ts'
import { LONG_TRACK_DAYS } from '../contract.ts'
import type { LongDay } from '../long-days.ts'
import classes from './eyegeo.module.css'
import { LongTrack, useLongPlace } from './LongTrack.tsx'
import { useLongDetail, useLongTrack } from './useLongTrack.ts'

export function LongHistory({
  vehicle,
  period,
}: {
  readonly vehicle: Vehicle
  readonly period: Period
}) {
  const { t } = useTranslation()
  const { range, setRange } = period
  const [highlight, setHighlight] = useState<number | null>(null)
  const middle = useLongTrack(vehicle.id, period)
  const days = middle.days
  const mapWindow = useMapWindow(detailAt.middle)
  const { detail, isLoading: isRefining } = useLongDetail(vehicle.id, period, mapWindow)
  useLongPlace(days)
  const pick = ({ from, to }: LongDay) => setRange({ from, to })
  return (
    <>
      <HistoryFrame
        label={t('eyegeo.history')}
        maxDays={LONG_TRACK_DAYS}
        range={range}
        onRange={setRange}
        loading={days === undefined}
        error={days === undefined ? middle.error : null}
        onRetry={() => void middle.refetch()}
        busy={middle.isFetching}
        isEmpty={days?.length === 0}
        emptyTitle={t('eyegeo.no_trips')}
        icon={IconRoute}
        head={
          days !== undefined && (
            <div className={shared.quiet}>
              {t('eyegeo.long_summary', {
                count: days.length,
                days: formatNumber(days.length),
                km: formatNumber(middle.km, { unit: 'km', decimals: 0 }),
              })}
              <div>{t('eyegeo.long_hint')}</div>
              <div role="status">
                <Exactness
                  tolerance={detail?.tolerance ?? middle.data?.tolerance}
                  isRefining={isRefining}
                />
              </div>
            </div>
          )
        }
      >
        <DayList days={days ?? []} onDay={pick} onHover={setHighlight} />
      </HistoryFrame>
      {days !== undefined && (
        <LongTrack days={days} detail={detail} highlight={highlight} onDay={pick} />
      )}
    </>
  )
}

/** The tolerance of the lines that the map shows. */
function Exactness({
  tolerance,
  isRefining,
}: {
  readonly tolerance: number | undefined
  readonly isRefining: boolean
}) {
  const { t } = useTranslation()
  if (isRefining) return t('fleet_tracks.refining')
  if (tolerance === undefined) return null
  return tolerance === 0
    ? t('fleet_tracks.exact')
    : t('fleet_tracks.hint', { metres: formatNumber(tolerance, { unit: 'm' }) })
}

interface Month {
  readonly name: string
  readonly days: readonly LongDay[]
}
function useMonths(days: readonly LongDay[]): readonly Month[] {
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric' })
    const months = new Map<string, LongDay[]>()
    for (const day of days) {
      const name = format.format(day.from)
      const month = months.get(name)
      if (month === undefined) months.set(name, [day])
      else month.push(day)
    }
    return [...months].map(([name, list]) => ({ name, days: list }))
  }, [days])
}

interface DayListProps {
  readonly days: readonly LongDay[]
  readonly onDay: (day: LongDay) => void
  /** The beginning of the day under the pointer; null: none. */
  readonly onHover: (from: number | null) => void
}
function DayList({ days, onDay, onHover }: DayListProps) {
  const months = useMonths(days)
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} onKeyDown={moveInList}>
      {months.map(({ name, days: ofMonth }) => (
        <MonthRows key={name} name={name} days={ofMonth} onDay={onDay} onHover={onHover} />
      ))}
    </ul>
  )
}

function MonthRows({ name, days, onDay, onHover }: Month & DayListProps) {
  const { t } = useTranslation()
  const weekday = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short' })
  const km = days.reduce((sum, day) => sum + day.km, 0)
  const about = (value: number) =>
    t('eyegeo.about', { km: formatNumber(value, { unit: 'km', decimals: 0 }) })
  return (
    <>
      <li className={classes.day}>
        {name} · {about(km)}
      </li>
      {days.map(day => (
        <li key={day.from}>
          <button
            type="button"
            className={classes.entry}
            data-stop
            onClick={() => onDay(day)}
            onPointerEnter={() => onHover(day.from)}
            onPointerLeave={() => onHover(null)}
            onFocus={() => onHover(day.from)}
            onBlur={() => onHover(null)}
          >
            <span className={classes.grow}>
              {weekday.format(day.from)} {formatDateTime(day.from, 'date')}
            </span>
            <span>{about(day.km)}</span>
          </button>
        </li>
      ))}
    </>
  )
}
