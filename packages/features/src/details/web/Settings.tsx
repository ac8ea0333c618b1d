// What is set of a vehicle by one choice, at once: its fleet, and whose it is. A choice that is refused is taken back with a notice.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { call, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { SegmentedControl, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fleets, setFleet } from '../../fleets/contract.ts'
import { one, setOwnershipType, type Vehicle } from '../../vehicles/contract.ts'

function useSetting<E extends Endpoint>(endpoint: E, vehicle: Vehicle, field: keyof Vehicle & string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(one, { params: { id: vehicle.id } })
  return useMutation({
    meta: { quiet: true },
    mutationFn: (value: number | null) => call(endpoint, { params: { id: vehicle.id }, body: { [field]: value } } as unknown as CallOf<E>),
    onMutate(value) {
      const before = client.getQueryData<Vehicle>(queryKey)
      client.setQueryData<Vehicle>(queryKey, old => old && { ...old, [field]: value })
      return before
    },
    onError(error, _value, before) {
      client.setQueryData(queryKey, before)
      toast.failed(error)
    },
    onSuccess: () => toast.saved(t('ui.list.saved', { name: vehicle.plate })),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/vehicles') }),
  })
}

export function FleetChoice({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery(query(fleets.all, {}))
  const set = useSetting(setFleet, vehicle, 'fleet_id')
  return (
    <Select
      label={t('vehicles.column.fleet')}
      placeholder={t('vehicles.no_fleet')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('vehicles.no_fleet') }}
      data={data.map(fleet => ({ value: String(fleet.id), label: fleet.code }))}
      value={vehicle.fleet_id === null ? null : String(vehicle.fleet_id)}
      onChange={value => set.mutate(value === null ? null : Number(value))}
    />
  )
}

export function OwnershipChoice({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const set = useSetting(setOwnershipType, vehicle, 'ownership_type')
  return (
    <SegmentedControl
      fullWidth
      mb="sm"
      aria-label={t('vehicles.ownership')}
      data={(['0', '1', '2'] as const).map(value => ({ value, label: t(`vehicles.ownership_type.${value}`) }))}
      value={String(vehicle.ownership_type)}
      onChange={value => set.mutate(Number(value))}
    />
  )
}
