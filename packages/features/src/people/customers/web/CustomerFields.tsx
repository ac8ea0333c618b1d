// The fields of a customer's form: the company, its address, and its configuration.
import { FormSection } from '@flotta/ui/FormDrawer.tsx'
import { installation } from '@flotta/ui/installation.ts'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Choice,
  type Customer,
  choices,
  configurationDefaults,
  isChoice,
  isTerm,
  limits,
  switches,
  type Term,
  terms,
} from '../contract.ts'

type Parameter = (typeof limits)[number] | (typeof switches)[number] | Term | Choice
type Field =
  | 'name'
  | 'vat_id'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'zip_code'
  | 'region'
  | 'timezone'
export type FieldLabels = Readonly<Record<Field, string>>
export interface CustomerValues extends Record<Field, string> {
  readonly configurations: readonly { readonly parameter: Parameter; readonly value: string }[]
}
export type CustomerForm = UseFormReturnType<CustomerValues>

const termNames = Object.keys(terms) as Term[]
const choiceNames = Object.keys(choices) as Choice[]
const parameters: readonly Parameter[] = [...limits, ...termNames, ...switches, ...choiceNames]
/** A child company has none below it, so its default is none. */
const defaultOf = (parameter: Parameter): string =>
  isTerm(parameter) || isChoice(parameter)
    ? ''
    : parameter === 'max_users'
      ? '0'
      : configurationDefaults[parameter]
const timezones = Intl.supportedValuesOf('timeZone')

/** The values of the form for a customer, or for a new one. */
export const valuesOf = (customer: Customer | null): CustomerValues => ({
  name: customer?.name ?? '',
  vat_id: customer?.vat_id ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  address: customer?.address ?? '',
  city: customer?.city ?? '',
  zip_code: customer?.zip_code ?? '',
  region: customer?.region ?? '',
  timezone: customer?.timezone ?? installation.timezone,
  configurations: parameters.map(parameter => ({
    parameter,
    value:
      customer?.configurations.find(c => c.parameter === parameter)?.value ?? defaultOf(parameter),
  })),
})

export function CustomerFields({
  form,
  labels,
}: {
  readonly form: CustomerForm
  readonly labels: FieldLabels
}) {
  const { t } = useTranslation()
  const inputProps = (field: Field) => ({
    ...form.getInputProps(field),
    label: labels[field],
    autoComplete: 'off',
    withAsterisk: false,
  })
  return (
    <>
      <FormSection title={t('customers.section.company')}>
        <TextInput {...inputProps('name')} required />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput {...inputProps('vat_id')} required inputMode="numeric" />
          <TextInput {...inputProps('phone')} type="tel" inputMode="tel" />
        </SimpleGrid>
        <TextInput {...inputProps('email')} required type="email" />
      </FormSection>
      <FormSection title={t('customers.section.place')}>
        <TextInput {...inputProps('address')} />
        <SimpleGrid cols={2} spacing="sm">
          <TextInput {...inputProps('city')} />
          <TextInput {...inputProps('zip_code')} />
        </SimpleGrid>
        <TextInput {...inputProps('region')} />
        <Select
          {...form.getInputProps('timezone')}
          label={labels.timezone}
          searchable
          allowDeselect={false}
          data={timezones}
          limit={100}
        />
      </FormSection>
      <Configuration form={form} />
    </>
  )
}

/** Reads and sets the parameters in the form. */
const settingsOf = (form: CustomerForm) => (parameter: Parameter) => {
  const i = parameters.indexOf(parameter)
  return {
    value: form.values.configurations[i]?.value ?? '',
    set: (value: string) => form.setFieldValue(`configurations.${i}.value`, value as never),
    error: form.errors[`configurations.${i}.value`],
  }
}

/** What the company may use, and how long its data are kept. */
function Configuration({ form }: { readonly form: CustomerForm }) {
  const { t } = useTranslation()
  const setting = settingsOf(form)
  const option = (parameter: (typeof switches)[number] | Choice, on: string, off: string) => {
    const { value, set } = setting(parameter)
    return (
      <Switch
        key={parameter}
        label={t(`customers.configuration.${parameter}`)}
        description={t(`customers.configuration_text.${parameter}`)}
        checked={value === on}
        onChange={e => set(e.currentTarget.checked ? on : off)}
      />
    )
  }
  return (
    <>
      <FormSection title={t('customers.section.limits')}>
        <SimpleGrid cols={2} spacing="sm">
          {limits.map(parameter => (
            <Count
              key={parameter}
              parameter={parameter}
              {...setting(parameter)}
              min={0}
              max={99_999}
            />
          ))}
        </SimpleGrid>
        {termNames.map(parameter => (
          <Count
            key={parameter}
            parameter={parameter}
            {...setting(parameter)}
            min={1}
            max={terms[parameter]}
          />
        ))}
      </FormSection>
      <FormSection title={t('customers.configurations')}>
        {switches.map(parameter => option(parameter, '1', '0'))}
        {choiceNames.map(parameter => option(parameter, choices[parameter][0], ''))}
      </FormSection>
    </>
  )
}

interface CountProps {
  readonly parameter: Parameter
  readonly value: string
  readonly set: (value: string) => void
  readonly error: ReactNode
  readonly min: number
  readonly max: number
}
/** A field for a whole number, or nothing. */
function Count({ parameter, value, set, error, min, max }: CountProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      label={t(`customers.configuration.${parameter}`)}
      description={t(`customers.configuration_text.${parameter}`)}
      value={value}
      error={error}
      min={min}
      max={max}
      allowNegative={false}
      onChange={n => set(String(n))}
    />
  )
}
