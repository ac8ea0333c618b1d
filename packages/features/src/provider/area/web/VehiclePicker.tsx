// The field for a vehicle of the installation: there may be a hundred thousand, so typing finds them.
import { query } from '@flotta/ui/api.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vehicles } from '../../vehicles/contract.ts'

const TYPING_MS = 250

export interface PickedVehicle {
  readonly id: number
  readonly plate: string
}
export function VehiclePicker({
  value,
  onChange,
  error,
  clearable = false,
}: {
  readonly value: PickedVehicle | null
  readonly onChange: (vehicle: PickedVehicle | null) => void
  readonly error?: ReactNode
  /** Whether the field may be empty. */
  readonly clearable?: boolean
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, TYPING_MS)
  const { data } = useQuery(query(vehicles.list, { query: { search, per_page: 20 } }))
  const matches = (data?.data ?? []).map(({ id, plate, customer_name }) => ({
    value: String(id),
    label: `${plate} · ${customer_name}`,
    vehicle: { id, plate },
  }))
  const otherChoice =
    value !== null && matches.every(({ vehicle }) => vehicle.id !== value.id)
      ? [{ value: String(value.id), label: value.plate, vehicle: value }]
      : []
  const options = [...otherChoice, ...matches]
  return (
    <Select
      label={t('area.vehicle')}
      value={value === null ? null : String(value.id)}
      onChange={id => onChange(options.find(o => o.value === id)?.vehicle ?? null)}
      onSearchChange={text => setTyped(text.split(' · ')[0] ?? '')}
      filter={({ options: all }) => all}
      error={error}
      searchable
      clearable={clearable}
      allowDeselect={clearable}
      clearButtonProps={{ 'aria-label': t('area.none') }}
      data={options.map(({ value: id, label }) => ({ value: id, label }))}
    />
  )
}
