// A field that chooses one of the vehicles, or all of them.
import { contains } from '@flotta/core/searchable.ts'
import { Select } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleItem } from '../../../fleet/vehicles/contract.ts'

/** Options that are drawn; typing narrows them down. */
const MAX_OPTIONS = 50

export interface VehicleChoiceProps {
  /** undefined while they are loaded */
  readonly vehicles: readonly Pick<VehicleItem, 'id' | 'plate'>[] | undefined
  /** null: all vehicles */
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
  readonly error?: ReactNode
  /** One vehicle must be chosen. */
  readonly required?: true
}
export function VehicleChoice({ vehicles, chosen, onChoose, error, required }: VehicleChoiceProps) {
  const { t } = useTranslation()
  const data = useMemo(
    () => (vehicles ?? []).map(({ id, plate }) => ({ value: String(id), label: plate })),
    [vehicles],
  )
  return (
    <Select
      label={t('reports.vehicle')}
      placeholder={t(required ? 'reports.choose_vehicle' : 'reports.file.all_vehicles')}
      data={data}
      value={chosen === null ? null : String(chosen)}
      onChange={id => onChoose(id === null ? null : Number(id))}
      clearable={required !== true}
      clearButtonProps={{ 'aria-label': t('reports.file.all_vehicles') }}
      searchable
      nothingFoundMessage={t('ui.list.nothing')}
      error={error}
      filter={({ options, search }) => {
        const matches = []
        for (const option of options) {
          if ('label' in option && contains(option.label, search)) matches.push(option)
          if (matches.length === MAX_OPTIONS) break
        }
        return matches
      }}
    />
  )
}
