// How a cost is written down: type, vehicle, day and amount, and what the counters showed.
import { Day } from '@flotta/core/contract.ts'
import { now } from '@flotta/ui/clock.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import type { CardKind } from '@flotta/ui/resource/EditCard.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { VehicleItem } from '../../../fleet/vehicles/contract.ts'
import {
  Amount,
  CostActivityForm,
  type CostType,
  typeActivities as resource,
  type typeActivities,
} from '../contract.ts'
import { VehicleSelect } from './VehicleSelect.tsx'
import { dayWord, numberInputProps } from './words.ts'

interface Form {
  readonly type_id: number | null
  readonly vehicle_id: number | null
  readonly date: string
  readonly amount: number | ''
  readonly supplier: string
  readonly km: number | ''
  readonly hour: number | ''
}
/** Today in the browser's zone. */
export const today = (): string => formatDateTime(now(), 'date').split('/').reverse().join('-')

/** What was left empty is a field left out, not a wrong day or number. */
const emptyAsNull = <T extends z.ZodType>(type: T) =>
  z.preprocess(typed => (typed === '' ? null : typed), type)
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
  /** What the list is narrowed to is what a new one begins with. */
  readonly vehicle: number | undefined
  readonly type: number | undefined
}): CardKind<typeof typeActivities, Form> {
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
  const required = { required: true, withAsterisk: false } as const
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
    fields: (form, record) => {
      // what was removed since is still what this one is of
      const ofTypes = [
        ...types,
        ...(record !== null && !types.some(y => y.id === record.type_id)
          ? [{ id: record.type_id, name: record.type_name }]
          : []),
      ]
      const ofVehicles = [
        ...vehicles,
        ...(record !== null && !vehicles.some(v => v.id === record.vehicle_id)
          ? [{ id: record.vehicle_id, plate: record.plate, serial: null }]
          : []),
      ]
      const { onChange: onType, value: type_id, ...typed } = form.getInputProps('type_id')
      const { onChange: onVehicle, value: vehicle_id, ...driven } = form.getInputProps('vehicle_id')
      return (
        <>
          <Select
            {...typed}
            {...required}
            label={labels.type_id}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('tcos.no_type')}
            data={ofTypes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={type_id === null ? null : String(type_id)}
            onChange={id => onType(id === null ? null : Number(id))}
          />
          <VehicleSelect
            {...driven}
            {...required}
            label={labels.vehicle_id}
            vehicles={ofVehicles}
            chosen={vehicle_id as number | null}
            onChoose={onVehicle}
          />
          <SimpleGrid cols={2} spacing="sm">
            <DayInput
              {...form.getInputProps('date')}
              {...required}
              label={labels.date}
              maxDate={today()}
            />
            <NumberField
              {...form.getInputProps('amount')}
              {...required}
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
        </>
      )
    },
  }
}

/** Typed the way of the language; a point and a comma both begin the decimals. */
