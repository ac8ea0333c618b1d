// A select for one of very many vehicles: it shows the first that match the typed text.
import { contains } from '@flotta/core/searchable.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import type { VehicleItem } from '../../../fleet/vehicles/contract.ts'

/** Most options shown; typing more narrows them. */
const MAX_OPTIONS = 50

export interface VehicleSelectProps
  extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter' | 'limit' | 'searchable'> {
  readonly vehicles: readonly Pick<VehicleItem, 'id' | 'plate' | 'serial'>[]
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}
export function VehicleSelect({ vehicles, chosen, onChoose, ...rest }: VehicleSelectProps) {
  const data = useMemo(
    () =>
      vehicles.map(({ id, plate, serial }) => ({
        value: String(id),
        label: serial === null ? plate : `${plate} · ${serial}`,
      })),
    [vehicles],
  )
  return (
    <Select
      {...rest}
      searchable
      limit={MAX_OPTIONS}
      data={data}
      value={chosen === null ? null : String(chosen)}
      onChange={id => onChoose(id === null ? null : Number(id))}
      filter={({ options, search, limit }) => {
        const matching = []
        for (const option of options) {
          if ('label' in option && contains(option.label, search)) matching.push(option)
          if (matching.length === limit) break
        }
        return matching
      }}
    />
  )
}
