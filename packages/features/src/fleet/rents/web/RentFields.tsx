// The fields of a rental contract.
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { contractedKmTerm } from '../contract.ts'

type Km = number | ''
export interface RentFormValues {
  readonly renter_name: string
  readonly rent_start: string
  readonly rent_end: string
  readonly initial_km_contract: Km
  readonly initial_km_period: Km
  readonly contracted_km: Km
  readonly contracted_km_term: 0 | 1 | 2
}
const contractTerms = Object.entries(contractedKmTerm)
/** Kilometres of tyres are agreed by the year or not at all. */
const termsOfTires = contractTerms.filter(([, value]) => value !== contractedKmTerm.monthly)

interface RentFieldsProps {
  readonly form: UseFormReturnType<RentFormValues>
  readonly labels: Readonly<Record<keyof RentFormValues, string>>
  readonly tires: boolean
  readonly withKm: boolean
}
type KmFieldProps = Pick<RentFieldsProps, 'form' | 'labels'> & {
  readonly field: 'initial_km_contract' | 'initial_km_period' | 'contracted_km'
}
const KmField = ({ form, labels, field }: KmFieldProps) => (
  <NumberField
    {...form.getInputProps(field)}
    label={labels[field]}
    suffix=" km"
    min={0}
    max={10_000_000}
    allowNegative={false}
    hideControls
    grouped
  />
)

export function RentFields({ form, labels, tires, withKm }: RentFieldsProps) {
  const { t } = useTranslation()
  const km = (field: KmFieldProps['field']) => <KmField form={form} labels={labels} field={field} />
  return (
    <>
      <TextInput
        {...form.getInputProps('renter_name')}
        label={labels.renter_name}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <SimpleGrid cols={2} spacing="sm">
        <DayInput
          label={labels.rent_start}
          value={form.values.rent_start}
          onChange={day => form.setFieldValue('rent_start', day)}
          error={form.errors.rent_start}
        />
        <DayInput
          label={labels.rent_end}
          minDate={form.values.rent_start}
          value={form.values.rent_end}
          onChange={day => form.setFieldValue('rent_end', day)}
          error={form.errors.rent_end}
        />
        {withKm && km('initial_km_contract')}
        {withKm && km('contracted_km')}
      </SimpleGrid>
      {withKm && (
        <Select
          label={labels.contracted_km_term}
          allowDeselect={false}
          data={(tires ? termsOfTires : contractTerms).map(([word, value]) => ({
            value: String(value),
            label: t(`rents.term.${word}`),
          }))}
          value={String(form.values.contracted_km_term)}
          onChange={value => form.setFieldValue('contracted_km_term', Number(value) as never)}
        />
      )}
      {withKm &&
        !tires &&
        form.values.contracted_km_term === contractedKmTerm.yearly &&
        km('initial_km_period')}
    </>
  )
}
