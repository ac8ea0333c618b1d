// The form of a maintenance entry: type, day, and the counters of its limits.
import { now } from '@flotta/ui/clock.ts'
import { dayOf } from '@flotta/ui/day.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { zodForm } from '@flotta/ui/zod-form.ts'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { numberInputProps } from '../../../costs/tcos/web/words.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { type Data, EntryForm } from '../contract.ts'
import { formFieldsOf, type MaintenanceType } from '../rules.ts'
import { EntryDay } from './EntryDay.tsx'
import { EntryFrame } from './EntryFrame.tsx'

interface Props {
  readonly vehicle: Vehicle
  readonly data: Data
  readonly types: readonly MaintenanceType[]
  readonly onClose: () => void
}
/** The present counter of a type, for an entry of today. */
const hoursNow = ({ hours }: MaintenanceType, data: Data): number | '' =>
  (hours?.counter === 'fridge' ? data.fridge_hours : data.hours) ?? ''

/** The form of an entry of today, filled with the present counters of the first type. */
const useEntryForm = (first: MaintenanceType | undefined, data: Data, today: string) =>
  useForm({
    initialValues: {
      type: first?.type ?? 0,
      date: today,
      subtype: '',
      hours: first === undefined ? ('' as const) : hoursNow(first, data),
      km: (data.km === null ? '' : Math.round(data.km)) as number | '',
    },
    validate: zodForm(EntryForm),
  })

export function AddMaintenance({ vehicle, data, types, onClose }: Props) {
  const { t } = useTranslation()
  const today = dayOf(now())
  const form = useEntryForm(types[0], data, today)
  const care = types.find(c => c.type === form.values.type)
  const shownFields =
    care === undefined ? { hours: false, km: false } : formFieldsOf(care, data.config)
  return (
    <EntryFrame
      vehicle_id={vehicle.id}
      label={t('eyeservice.add')}
      form={form}
      body={({ hours, km, ...values }) => ({
        ...values,
        hours: shownFields.hours ? hours : null,
        km: shownFields.km ? km : null,
      })}
      nameOf={entry => t(`eyeservice.type.${entry.type}`)}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('eyeservice.what')}
        allowDeselect={false}
        data={types.map(({ type }) => ({
          value: String(type),
          label: t(`eyeservice.type.${type}`),
        }))}
        value={String(form.values.type)}
        onChange={chosenType => {
          const next = types.find(c => String(c.type) === chosenType)
          if (next !== undefined)
            form.setValues({
              type: next.type,
              hours: form.values.date === today ? hoursNow(next, data) : '',
            })
        }}
      />
      <EntryDay
        today={today}
        value={form.values.date}
        onChange={date => form.setFieldValue('date', date)}
        error={form.errors.date}
      />
      <TextInput
        {...form.getInputProps('subtype')}
        label={t('eyeservice.subtype')}
        placeholder={t('eyeservice.subtype_hint')}
        maxLength={100}
        autoComplete="off"
      />
      <CounterFields form={form} hours={shownFields.hours} km={shownFields.km} />
    </EntryFrame>
  )
}

interface CounterFieldsProps {
  readonly form: ReturnType<typeof useEntryForm>
  readonly hours: boolean
  readonly km: boolean
}
/** The counters by which the type is due. */
function CounterFields({ form, hours, km }: CounterFieldsProps) {
  const { t } = useTranslation()
  if (!hours && !km) return null
  return (
    <SimpleGrid cols={2} spacing="sm">
      {km && (
        <NumberField
          {...form.getInputProps('km')}
          {...numberInputProps}
          label={t('eyeservice.km')}
          suffix=" km"
          decimals={1}
        />
      )}
      {hours && (
        <NumberField
          {...form.getInputProps('hours')}
          {...numberInputProps}
          label={t('eyeservice.hours')}
          suffix=" h"
          decimals={1}
        />
      )}
    </SimpleGrid>
  )
}
