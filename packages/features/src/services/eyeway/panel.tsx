// The axle and tyre panel: loads, brakes and tyres now and over time, their reference values, and the rent of the tyres.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { IconWheel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../account.tsx'
import { setKmOffset } from '../../fleet/vehicles/contract.ts'
import type { Panel } from '../panel.tsx'
import { KmOffset } from '../web/KmOffset.tsx'
import { data, setTireParameters } from './contract.ts'
import { axlesShown } from './rules.ts'
import { Axles } from './web/Axles.tsx'
import { LastAxles } from './web/LastAxles.tsx'
import { TireParameters } from './web/TireParameters.tsx'
import { TireRent } from './web/TireRent.tsx'
import { TyreHistory } from './web/TyreHistory.tsx'

/** Vehicles pushed by hand have no kilometres. */
const WITHOUT_KM = 'P'

const EyewayPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const mayMeasure = useMay(setTireParameters) && vehicle.owned
  const mayCorrect = useMay(setKmOffset) && vehicle.owned
  const withKm = vehicle.vehicle_type !== WITHOUT_KM
  const axles = axlesShown(vehicle.axles_number, last ?? null)
  return (
    <>
      {last === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
      ) : last === null ? (
        <Empty icon={IconWheel} title={t('eyeway.never')} text={t('eyeway.never_text')} />
      ) : (
        <>
          <LastAxles last={last} withKm={withKm} />
          <Axles vehicle={vehicle} last={last} axles={axles} />
        </>
      )}
      <TireParameters vehicle={vehicle} mayEdit={mayMeasure} />
      <TyreHistory vehicle={vehicle} axles={axles} />
      {withKm && vehicle.odometer !== null && mayCorrect && (
        <KmOffset vehicle={vehicle} disabled={false} whileInvalid="unchanged" />
      )}
      <TireRent vehicle={vehicle} withKm={withKm} />
    </>
  )
}
export default EyewayPanel
