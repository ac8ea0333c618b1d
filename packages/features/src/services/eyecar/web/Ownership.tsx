// The ownership of the vehicle, and its rental or leasing contract with its use so far.
import { Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { RentCard } from '../../../fleet/rents/web/RentCard.tsx'
import { setOwnershipType, type Vehicle } from '../../../fleet/vehicles/contract.ts'
import { OwnershipChoice } from '../../../fleet/vehicles/web/choices.tsx'
import shared from '../../panel.module.css'

export function Ownership({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useMay(setOwnershipType)
  const onChanged = useCallback(
    () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith('/vehicles'),
      }),
    [client],
  )
  return (
    <section className={shared.section} aria-label={t('rents.title')}>
      <Title order={3} mb="xs">
        {t('rents.title')}
      </Title>
      {mayEdit ? (
        <OwnershipChoice vehicle={vehicle} />
      ) : (
        <Text mb="sm">{t(`vehicles.ownership_type.${vehicle.ownership_type}`)}</Text>
      )}
      <RentCard
        rentKind="vehicle_rents"
        vehicle_id={vehicle.id}
        odometer={vehicle.odometer}
        mayEdit={mayEdit}
        onChanged={onChanged}
      />
    </section>
  )
}
