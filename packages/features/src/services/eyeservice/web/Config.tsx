// The intervals of each type of maintenance: a select for each limit, saved at once.
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert, Select, Stack, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import type { Data } from '../contract.ts'
import {
  type ConfigField,
  choices,
  configFields,
  configOf,
  type MaintenanceType,
} from '../rules.ts'
import { useMayWrite, useSaveConfig } from './useEyeservice.ts'

interface Props {
  readonly vehicle: Vehicle
  readonly data: Data
  readonly types: readonly MaintenanceType[]
}
export function Config({ vehicle, data, types }: Props) {
  const { t } = useTranslation()
  const mayWrite = useMayWrite(vehicle)
  return (
    <>
      {!mayWrite && (
        <Alert m="sm" variant="light" color="gray" icon={<IconLock size={16} />}>
          {t(vehicle.owned ? 'system.locked_role' : 'system.locked_owner')}
        </Alert>
      )}
      {types.map(care => (
        <section key={care.type} className={shared.section} aria-labelledby={`config-${care.type}`}>
          <Title order={3} mb="sm" id={`config-${care.type}`}>
            {t(`eyeservice.type.${care.type}`)}
          </Title>
          <Stack gap="sm">
            {[care.time, care.km, care.hours?.config]
              .filter(field => field !== undefined)
              .map(field => (
                <IntervalField
                  key={field}
                  vehicle={vehicle}
                  field={field}
                  name={t(`eyeservice.type.${care.type}`)}
                  value={data.config[field]}
                  disabled={!mayWrite}
                />
              ))}
          </Stack>
        </section>
      ))}
    </>
  )
}

interface IntervalFieldProps {
  readonly vehicle: Vehicle
  readonly field: ConfigField
  /** The maintenance that is due at this interval. */
  readonly name: string
  readonly value: number | null
  readonly disabled: boolean
}
/** After how many months, kilometres or hours a maintenance is due. */
function IntervalField({ vehicle, field, name, value, disabled }: IntervalFieldProps) {
  const { t } = useTranslation()
  const save = useSaveConfig(vehicle)
  const { measure } = configFields[field]
  const fallback = configOf({}, vehicle.vehicle_type)[field]
  const options =
    value === null || choices[measure].includes(value)
      ? choices[measure]
      : [...choices[measure], value].toSorted((a, b) => a - b)
  const textOf = (interval: number): string =>
    measure === 'time'
      ? t('eyeservice.months', { count: interval })
      : formatNumber(interval, { unit: measure === 'km' ? 'km' : 'h' })
  const saveValue = (newValue: number | null, before: number | null): void =>
    save.mutate(
      { params: { id: vehicle.id }, body: { [field]: newValue } },
      {
        onSuccess: () => {
          const valueText = newValue === null ? t('eyeservice.not_used') : textOf(newValue)
          toast.saved(t('eyeservice.config_saved', { name, value: valueText }), () =>
            saveValue(before, newValue),
          )
        },
      },
    )
  return (
    <Select
      label={t(`eyeservice.every.${measure}`)}
      placeholder={t('eyeservice.not_used')}
      disabled={disabled}
      clearable={fallback === null}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': t('eyeservice.not_used') }}
      {...(fallback !== null && {
        description: t('eyeservice.usual', { value: textOf(fallback) }),
      })}
      data={options.map(n => ({ value: String(n), label: textOf(n) }))}
      value={value === null ? null : String(value)}
      onChange={option => {
        const newValue = option === null ? null : Number(option)
        if (newValue !== value) saveValue(newValue, value)
      }}
    />
  )
}
