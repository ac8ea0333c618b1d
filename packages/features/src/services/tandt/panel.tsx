// The beacon panel: the coupled vehicle, whether it is authorised, and earlier couplings.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { Couplings } from './web/Couplings.tsx'
import { LastBeacon } from './web/LastBeacon.tsx'

const TandtPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  return (
    <>
      {last === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
      ) : last === null ? (
        <Empty icon={IconLinkOff} title={t('tandt.never')} text={t('tandt.never_text')} />
      ) : (
        <LastBeacon vehicle={vehicle} last={last} since={last.since} />
      )}
      <Couplings vehicle={vehicle} />
    </>
  )
}
export default TandtPanel
