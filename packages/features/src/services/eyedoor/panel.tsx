// The door panel: the doors now, alarm and siren, and every change with its place.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { History, HistoryRow } from '../web/History.tsx'
import { useHistory } from '../web/useHistory.ts'
import { usePeriod } from '../web/usePeriod.ts'
import { type Spot, useShowOnMap } from '../web/useShowOnMap.ts'
import { type DoorEvent, data, history } from './contract.ts'
import { eyedoorReport } from './report-services.ts'
import { DoorStates } from './web/DoorStates.tsx'
import { LastDoors } from './web/LastDoors.tsx'

const spotOf = ({ latitude, longitude }: DoorEvent): Spot | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const timeOf = ({ message_datetime }: DoorEvent): number => Date.parse(message_datetime)

const EyedoorPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const { items, state } = useHistory(history, vehicle.id, usePeriod())
  const show = useShowOnMap()
  return (
    <>
      {last !== undefined ? (
        <LastDoors last={last} />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
      )}
      <History
        label={t('eyedoor.history')}
        reports={[{ types: ['custom'], services: [eyedoorReport.service], vehicle }]}
        {...state}
        items={items}
        timeOf={timeOf}
        row={event => (
          <HistoryRow
            at={event.message_datetime}
            onShow={() => show(event.message_datetime, spotOf(event))}
          >
            <DoorStates doors={event} />
          </HistoryRow>
        )}
      />
    </>
  )
}
export default EyedoorPanel
