// Settings of a vehicle that one choice changes at once: its fleet, and its ownership. A choice that is refused is taken back with a toast.
import { query } from '@flotta/ui/api.ts'
import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fleets, setFleet } from '../../fleets/contract.ts'
import { setOwnershipType, type Vehicle } from '../contract.ts'
import { useSetting } from './useSetting.ts'

export function FleetChoice({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(query(fleets.all, {}))
  const fleetSetting = useSetting(setFleet, vehicle, 'fleet_id')
  return (
    <Select
      label={t('vehicles.column.fleet')}
      placeholder={t('vehicles.no_fleet')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('vehicles.no_fleet') }}
      data={data.map(fleet => ({ value: String(fleet.id), label: fleet.code }))}
      value={vehicle.fleet_id === null ? null : String(vehicle.fleet_id)}
      onChange={value => fleetSetting.mutate(value === null ? null : Number(value))}
    />
  )
}

export function OwnershipChoice({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const ownershipSetting = useSetting(setOwnershipType, vehicle, 'ownership_type')
  return (
    <SegmentedControl
      fullWidth
      mb="sm"
      aria-label={t('vehicles.ownership')}
      data={(['0', '1', '2'] as const).map(value => ({
        value,
        label: t(`vehicles.ownership_type.${value}`),
      }))}
      value={String(vehicle.ownership_type)}
      onChange={value => ownershipSetting.mutate(Number(value))}
    />
  )
}
