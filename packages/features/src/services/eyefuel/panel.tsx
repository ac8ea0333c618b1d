// The fuel panel: the level of the tank, refuels, thefts and consumption.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { IconGasStationOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { FuelHistory } from './web/FuelHistory.tsx'
import { LastFuel } from './web/LastFuel.tsx'

const EyefuelPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  return (
    <>
      {last ? (
        <LastFuel last={last} />
      ) : last === null ? (
        <Empty
          icon={IconGasStationOff}
          title={t('eyefuel.no_data')}
          text={t('eyefuel.no_data_text')}
        />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      )}
      <FuelHistory vehicle={vehicle} capacity={last?.tank_capacity_l ?? null} />
    </>
  )
}
export default EyefuelPanel
