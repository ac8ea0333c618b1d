// The panel of positions: now and in the past.
import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { longestEnd } from '@flotta/ui/range.ts'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { usePeriod } from '../web/usePeriod.ts'
import { data, LONG_TRACK_DAYS } from './contract.ts'
import { History } from './web/History.tsx'
import { LastPosition } from './web/LastPosition.tsx'
import { LongHistory } from './web/LongHistory.tsx'

const EyegeoPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: position, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const period = usePeriod(LONG_TRACK_DAYS)
  const last = position?.last ?? null
  const isBeyondMonth = period.range.to > longestEnd(period.range.from, HISTORY_MAX_DAYS)
  return (
    <>
      {position !== undefined ? (
        position.private ? (
          <Empty
            icon={IconLock}
            title={t('private_trips.private_now')}
            text={t('private_trips.private_now_text')}
          />
        ) : (
          <LastPosition vehicle={vehicle} last={last} since={position.since} />
        )
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      )}
      {isBeyondMonth ? (
        <LongHistory vehicle={vehicle} period={period} />
      ) : (
        <History vehicle={vehicle} last={last} period={period} />
      )}
    </>
  )
}
export default EyegeoPanel
