// The field for the vehicles of a rule: found by plate, fleet and type, chosen one by one or all that are found.
import { contains } from '@flotta/core/searchable.ts'
import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedVehicle } from '../../alert-configurations/web/useConfigurations.ts'
import { VehiclePicker } from '../../alert-configurations/web/VehiclePicker.tsx'
import classes from './rules.module.css'

export function VehiclesField({
  vehicles,
  chosen,
  error,
  onChange,
}: {
  readonly vehicles: readonly ListedVehicle[]
  readonly chosen: readonly number[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly number[]) => void
}) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [fleet, setFleet] = useState<string | null>(null)
  const [type, setType] = useState<string | null>(null)
  const chosenIds = new Set(chosen)
  const matches = vehicles
    .filter(
      v =>
        (words === '' || contains(v.plate, words)) &&
        (fleet === null || v.fleet?.code === fleet) &&
        (type === null || v.vehicle_type === type),
    )
    .toSorted((a, b) => Number(chosenIds.has(b.id)) - Number(chosenIds.has(a.id)))
  const fleetCodes = [...new Set(vehicles.flatMap(v => v.fleet?.code ?? []))].sort()
  const types = [...new Set(vehicles.map(v => v.vehicle_type))]
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosenIds)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    onChange([...next])
  }
  return (
    <>
      <TextInput
        aria-label={t('alert_rules.plate')}
        placeholder={t('alert_rules.plate')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <div className={classes.pickerFilters}>
        <Select
          aria-label={t('alert_rules.fleet')}
          placeholder={t('alert_rules.fleet')}
          data={fleetCodes}
          value={fleet}
          onChange={setFleet}
          clearable
          searchable
        />
        <Select
          aria-label={t('alert_rules.type')}
          placeholder={t('alert_rules.type')}
          data={types.map(value => ({ value, label: t(`vehicles.type.${value}`) }))}
          value={type}
          onChange={setType}
          clearable
        />
      </div>
      <div className={classes.picker}>
        <VehiclePicker vehicles={matches} chosen={chosenIds} onChoose={choose} />
      </div>
      {error !== undefined && error !== '' && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
    </>
  )
}
