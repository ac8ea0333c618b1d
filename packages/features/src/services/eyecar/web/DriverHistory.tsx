// The drivers of a period, newest first, with beginning, end and duration.

import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY, longestEnd } from '@flotta/ui/range.ts'
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { Badge } from '@mantine/core'
import { IconNfc, IconSteeringWheel } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DriverActivity } from '../../../fleet/activities/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { History, HistoryRow } from '../../web/History.tsx'
import { usePeriod } from '../../web/usePeriod.ts'
import { history } from '../contract.ts'

const NONE: readonly DriverActivity[] = []
const timeOf = ({ period_from }: DriverActivity): number => Date.parse(period_from)

export function DriverHistory({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const { range, isOpen, setRange } = usePeriod()
  // An open period reaches a little into the future, so that a driver who begins now is found.
  const end = isOpen
    ? Math.min(range.to + DAY / 2, longestEnd(range.from, HISTORY_MAX_DAYS))
    : range.to
  const periodQuery = {
    period_from: instantOf(range.from),
    period_to: instantOf(end),
  }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(history, { params: { id: vehicle.id }, query: periodQuery }),
    placeholderData: keepPreviousData,
  })
  const items = useMemo(() => data?.toReversed() ?? NONE, [data])
  const until = (period_to: string | null) =>
    period_to === null ? t('eyecar.now') : formatDateTime(period_to)
  return (
    <History
      label={t('eyecar.history')}
      reports={[{ types: ['drivers'], vehicle }]}
      icon={IconSteeringWheel}
      items={items}
      timeOf={timeOf}
      loading={data === undefined && error === null}
      error={data === undefined ? error : null}
      busy={isPlaceholderData}
      onRetry={() => void refetch()}
      range={range}
      onRange={setRange}
      row={({ driver, period_from, period_to, origin }) => (
        <HistoryRow
          at={period_from}
          when={`${formatDateTime(period_from)} – ${until(period_to)}`}
          icon={origin === 'device' ? IconNfc : IconSteeringWheel}
          after={
            period_to === null ? (
              <Badge color="green" variant="light" tt="none" style={{ flex: 'none' }}>
                {t('activities.in_progress')}
              </Badge>
            ) : (
              <span className={shared.quiet}>
                {formatDuration((Date.parse(period_to) - Date.parse(period_from)) / 1000)}
              </span>
            )
          }
        >
          {driver.name} {driver.surname}
        </HistoryRow>
      )}
    />
  )
}
