// The ownership of the tyres and, where they are rented, the contract with its use so far. Visible to the owner only.
import { Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { tireRents } from '../../../fleet/rents/contract.ts'
import { RentCard } from '../../../fleet/rents/web/RentCard.tsx'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { TireOwnership } from './TireOwnership.tsx'

export function TireRent({
  vehicle,
  withKm,
}: {
  readonly vehicle: Vehicle
  readonly withKm: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useMay(tireRents.create)
  const onChanged = useCallback(
    () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith('/vehicles'),
      }),
    [client],
  )
  const { id, owned, odometer, gps_datetime, tire_ownership } = vehicle
  const withChoice = odometer !== null && gps_datetime !== null
  if (!owned || (!withChoice && tire_ownership === 0)) return null
  return (
    <section className={shared.section} aria-label={t('rents.title_tires')}>
      <Stack gap="sm">
        <Title order={3}>{t('rents.title_tires')}</Title>
        {withChoice && (
          <TireOwnership vehicle={vehicle} disabled={!mayEdit} onChanged={onChanged} />
        )}
        {tire_ownership === 1 && (
          <div>
            <RentCard
              rentKind="tire_rents"
              vehicle_id={id}
              odometer={odometer}
              mayEdit={mayEdit}
              withKm={withKm}
              onChanged={onChanged}
            />
          </div>
        )}
      </Stack>
    </section>
  )
}
