// The vehicle of a trip, or none.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'

/** Options that are shown; a list of ten thousand is searched, not scrolled. */
const SHOWN = 50

export function VehicleField({
  value,
  error,
  onChange,
}: {
  readonly value: number | null
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}) {
  const { t } = useTranslation()
  const { data } = useQuery(pickerVehicles)
  const choices = useMemo(
    () => (data ?? []).map(({ id, plate }) => ({ value: String(id), label: plate })),
    [data],
  )
  return (
    <Select
      label={t('planner.vehicle')}
      placeholder={t('planner.no_vehicle')}
      data={choices}
      value={value === null || !choices.some(c => c.value === String(value)) ? null : String(value)}
      error={error}
      searchable
      clearable
      limit={SHOWN}
      nothingFoundMessage={t('planner.no_such_vehicle')}
      clearButtonProps={{ 'aria-label': t('planner.no_vehicle') }}
      onChange={id => onChange(id === null ? null : Number(id))}
    />
  )
}
