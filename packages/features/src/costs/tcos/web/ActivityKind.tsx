// The form of an activity: type, vehicle, day, amount and counters.
import { Day } from '@flotta/core/contract.ts'
import { now } from '@flotta/ui/clock.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { VehicleItem } from '../../../fleet/vehicles/contract.ts'
import {
  Amount,
  type CostActivity,
  CostActivityForm,
  type CostType,
  typeActivities as resource,
  type typeActivities,
} from '../contract.ts'
import { VehicleSelect, type VehicleSelectProps } from './VehicleSelect.tsx'
import { dayWord, numberInputProps } from './words.ts'

interface FormValues {
  readonly type_id: number | null
  readonly vehicle_id: number | null
  readonly date: string
  readonly amount: number | ''
  readonly supplier: string
  readonly km: number | ''
  readonly hour: number | ''
}
/** Today in the time zone of the browser, as YYYY-MM-DD. */
export const today = (): string => formatDateTime(now(), 'date').split('/').reverse().join('-')

/** An empty field counts as missing, not as a wrong day or number. */
const emptyAsNull = <T extends z.ZodType>(type: T) =>
  z.preprocess(input => (input === '' ? null : input), type)
const FormShape = CostActivityForm.extend({
  type_id: z.int(),
  vehicle_id: z.int(),
  date: emptyAsNull(Day.refine(day => day <= today(), 'validation.future')),
  amount: emptyAsNull(Amount),
})

export function useActivityKind({
  types,
  vehicles,
  vehicle,
  type,
}: {
  readonly types: readonly CostType[]
  readonly vehicles: readonly VehicleItem[]
  /** A new activity starts with the vehicle and the type of the list's filter. */
  readonly vehicle: number | undefined
  readonly type: number | undefined
}): CardKind<typeof typeActivities, FormValues> {
  const { t } = useTranslation()
  const labels = {
    type_id: t('tcos.type'),
    vehicle_id: t('tcos.vehicle'),
    date: t('tcos.date'),
    amount: t('tcos.amount'),
    supplier: t('tcos.supplier'),
    km: t('tcos.km'),
    hour: t('tcos.hour'),
  }
  return {
    resource,
    nameOf: ({ type_name, plate, date }) =>
      t('tcos.named', { type: type_name, plate, date: dayWord(date) }),
    labels,
    schema: FormShape,
    toForm: record =>
      record === null
        ? {
            type_id: type ?? null,
            vehicle_id: vehicle ?? null,
            date: today(),
            amount: '',
            supplier: '',
            km: '',
            hour: '',
          }
        : {
            type_id: record.type_id,
            vehicle_id: record.vehicle_id,
            date: record.date,
            amount: record.amount,
            supplier: record.supplier ?? '',
            km: record.km ?? '',
            hour: record.hour ?? '',
          },
    fields: (form, record) => (
      <ActivityFields
        form={form}
        labels={labels}
        types={withCurrentType(types, record)}
        vehicles={withCurrentVehicle(vehicles, record)}
      />
    ),
  }
}

/** The types to choose from. The type of an existing cost stays among them after its removal. */
function withCurrentType(
  types: readonly CostType[],
  record: CostActivity | null,
): readonly Pick<CostType, 'id' | 'name'>[] {
  if (record === null || types.some(type => type.id === record.type_id)) return types
  return [...types, { id: record.type_id, name: record.type_name }]
}

/** The vehicles to choose from. The vehicle of an existing cost stays among them after its removal. */
function withCurrentVehicle(
  vehicles: readonly VehicleItem[],
  record: CostActivity | null,
): VehicleSelectProps['vehicles'] {
  if (record === null || vehicles.some(vehicle => vehicle.id === record.vehicle_id)) return vehicles
  return [...vehicles, { id: record.vehicle_id, plate: record.plate, serial: null }]
}

/** Mandatory fields carry no asterisk: a missing value is reported when the form is saved. */
const mandatory = { required: true, withAsterisk: false } as const

interface ActivityFieldsProps {
  readonly form: UseFormReturnType<FormValues>
  readonly labels: Readonly<Record<keyof FormValues, string>>
  readonly types: readonly Pick<CostType, 'id' | 'name'>[]
  readonly vehicles: VehicleSelectProps['vehicles']
}
function ActivityFields({ form, labels, types, vehicles }: ActivityFieldsProps) {
  const { t } = useTranslation()
  const { onChange: onType, value: type_id, ...typeProps } = form.getInputProps('type_id')
  const {
    onChange: onVehicle,
    value: vehicle_id,
    ...vehicleProps
  } = form.getInputProps('vehicle_id')
  return (
    <>
      <Select
        {...typeProps}
        {...mandatory}
        label={labels.type_id}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('tcos.no_type')}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={type_id === null ? null : String(type_id)}
        onChange={id => onType(id === null ? null : Number(id))}
      />
      <VehicleSelect
        {...vehicleProps}
        {...mandatory}
        label={labels.vehicle_id}
        vehicles={vehicles}
        chosen={vehicle_id as number | null}
        onChoose={onVehicle}
      />
      <SimpleGrid cols={2} spacing="sm">
        <DayInput
          {...form.getInputProps('date')}
          {...mandatory}
          label={labels.date}
          maxDate={today()}
        />
        <NumberField
          {...form.getInputProps('amount')}
          {...mandatory}
          label={labels.amount}
          {...numberInputProps}
          decimals={2}
          fixedDecimalScale
          max={9_999_999.99}
          rightSection="€"
        />
      </SimpleGrid>
      <TextInput
        {...form.getInputProps('supplier')}
        label={labels.supplier}
        maxLength={200}
        autoComplete="off"
      />
      <CounterFields form={form} labels={labels} />
    </>
  )
}

/** The kilometre counter and the hour counter of the vehicle. */
function CounterFields({ form, labels }: Pick<ActivityFieldsProps, 'form' | 'labels'>) {
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NumberField
        {...form.getInputProps('km')}
        label={labels.km}
        {...numberInputProps}
        decimals={1}
        max={100_000_000}
      />
      <NumberField
        {...form.getInputProps('hour')}
        label={labels.hour}
        {...numberInputProps}
        decimals={1}
        max={10_000_000}
      />
    </SimpleGrid>
  )
}
