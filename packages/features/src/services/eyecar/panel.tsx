// The panel of the car: its driver, its ownership, the use of its contract, its kilometres, and its earlier drivers.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../account.tsx'
import { setKmOffset } from '../../fleet/vehicles/contract.ts'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { KmOffset } from '../web/KmOffset.tsx'
import { data } from './contract.ts'
import { CurrentDriver } from './web/CurrentDriver.tsx'
import { DriverHistory } from './web/DriverHistory.tsx'
import { Ownership } from './web/Ownership.tsx'

const EyecarPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: current, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const maySet = useMay(setKmOffset)
  return (
    <>
      {current !== undefined ? (
        <CurrentDriver vehicle={vehicle} current={current} />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={2} />
      )}
      {vehicle.owned && <Ownership vehicle={vehicle} />}
      {vehicle.odometer !== null && (
        <div className={shared.section}>
          <Stat
            label={t('system.odometer')}
            value={vehicle.odometer}
            unit="km"
            at={vehicle.message_datetime}
          />
        </div>
      )}
      {vehicle.owned && <KmOffset vehicle={vehicle} disabled={!maySet} />}
      <DriverHistory vehicle={vehicle} />
    </>
  )
}
export default EyecarPanel
