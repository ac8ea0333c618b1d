// Whether the tyres are owned or rented. Changing to owned removes the contract after a confirmation.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tireRents } from '../../../fleet/rents/contract.ts'
import { setTireOwnership, type Vehicle } from '../../../fleet/vehicles/contract.ts'
import { useSetting } from '../../../fleet/vehicles/web/useSetting.ts'

export interface TireOwnershipProps {
  readonly vehicle: Vehicle
  readonly disabled: boolean
  /** Called after a contract was removed. */
  readonly onChanged: () => void
}

export function TireOwnership({ vehicle, disabled, onChanged }: TireOwnershipProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const set = useSetting(setTireOwnership, vehicle, 'tire_ownership')
  const { tire_rent } = vehicle
  const choose = async (value: 0 | 1) => {
    if (value === 1 || tire_rent === null) return set.mutate(value)
    const isConfirmed = await confirm({
      title: t('rents.remove_title_tires', { name: tire_rent.renter_name }),
      text: t('rents.removing_tires'),
      confirm: t('rents.remove'),
      color: 'red',
      action: () => call(tireRents.remove, { params: { id: tire_rent.id } }),
    })
    if (!isConfirmed) return
    toast.success(t('rents.removed_tires'))
    await refresh(client, tireRents)
    onChanged()
  }
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('rents.tire_ownership')}
      disabled={disabled}
      data={[
        { value: '0', label: t('rents.tire_own') },
        { value: '1', label: t('rents.tire_rented') },
      ]}
      value={String(vehicle.tire_ownership)}
      onChange={value => void choose(value === '1' ? 1 : 0)}
    />
  )
}
