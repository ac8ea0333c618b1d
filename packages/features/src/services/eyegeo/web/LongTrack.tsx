// A long track on the map: its days as lines; the pointer shows a line's date, a click chooses the day.

import { trackColor } from '@flotta/ui/map/drawing.ts'
import { FaintLines } from '@flotta/ui/map/FaintLines.tsx'
import { type Detail, withDetail } from '@flotta/ui/map/lines-outside.ts'
import { boxOfLines, type Place } from '@flotta/ui/map/place.ts'
import { useDimmed, useNearer, usePlace, useStage } from '@flotta/ui/map/stage.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PERIOD_PLACE } from '../../../telemetry/trips/rules.ts'
import type { LongDay } from '../long-days.ts'

/** The camera zooms in on a track up to this level at most. */
const TRACK_ZOOM = 14
const OPACITY = 0.6

export interface LongTrackProps {
  readonly days: readonly LongDay[]
  /** Finer lines of a part of the map; null: none. */
  readonly detail?: Detail | null
  /** The beginning of the day under the pointer in a list; null: none. */
  readonly highlight: number | null
  readonly onDay: (day: LongDay) => void
}
export function LongTrack({ days, detail = null, highlight, onDay }: LongTrackProps) {
  const { t } = useTranslation()
  const { theme } = useStage()
  useDimmed(days.length > 0)
  useNearer(days.length > 0)
  const groups = useMemo(
    () =>
      withDetail(
        days.map(({ from, lines }) => ({ id: from, color: trackColor[theme], lines })),
        detail,
      ),
    [days, theme, detail],
  )
  const dayOn = (id: number) => days.find(({ from }) => from === id)
  return (
    <FaintLines
      groups={groups}
      opacity={OPACITY}
      highlight={highlight}
      popup={id => (
        <>
          {formatDateTime(id, 'date')}
          <div>
            {t('eyegeo.about', { km: formatNumber(dayOn(id)?.km, { unit: 'km', decimals: 0 }) })}
          </div>
        </>
      )}
      onSelect={id => {
        const day = dayOn(id)
        if (day !== undefined) onDay(day)
      }}
    />
  )
}

/** Registers the bounds of the days with the map's camera, under the name of the period's track. */
export function useLongPlace(days: readonly LongDay[] | undefined): void {
  const place = useMemo<Place | null>(() => {
    const box = boxOfLines((days ?? []).flatMap(({ lines }) => lines))
    return box === null ? null : { box, zoom: TRACK_ZOOM }
  }, [days])
  usePlace(PERIOD_PLACE, place)
}
