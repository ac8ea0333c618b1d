// The form of a driver: the fields, their labels, and the stored values.
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { FormSection } from '@flotta/ui/FormDrawer.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Driver, drivers } from '../contract.ts'

export const nameOf = ({ name, surname }: Pick<Driver, 'name' | 'surname'>): string =>
  `${name} ${surname}`

interface DriverFormValues
  extends Record<
    | 'name'
    | 'surname'
    | 'license'
    | 'license_expiration_date'
    | 'ibutton_id'
    | 'phone_number'
    | 'email'
    | 'note',
    string
  > {
  readonly active: 0 | 1
  readonly private_trips: boolean
}
type DriverLabels = Readonly<Record<keyof DriverFormValues, string>>

export function useDriverKind(): CardKind<typeof drivers, DriverFormValues> {
  const { t } = useTranslation()
  const labels: DriverLabels = {
    name: t('drivers.name'),
    surname: t('drivers.surname'),
    license: t('drivers.license'),
    license_expiration_date: t('drivers.license_expiration_date'),
    ibutton_id: t('drivers.ibutton_id'),
    phone_number: t('drivers.phone_number'),
    email: t('drivers.email'),
    note: t('drivers.note'),
    active: t('drivers.active'),
    private_trips: t('drivers.private_trips'),
  }
  return {
    resource: drivers,
    nameOf,
    labels,
    removing: t('drivers.removing'),
    toForm: driver => ({
      name: driver?.name ?? '',
      surname: driver?.surname ?? '',
      license: driver?.license ?? '',
      license_expiration_date: driver?.license_expiration_date ?? '',
      ibutton_id: driver?.ibutton_id ?? '',
      // the country code is filled in, because a number without one would be taken as Italian
      phone_number: driver === null ? '+39 ' : (driver.phone_number ?? ''),
      email: driver?.email ?? '',
      note: driver?.note ?? '',
      active: driver?.active ?? 1,
      private_trips: driver?.private_trips ?? false,
    }),
    toBody: values => ({
      ...values,
      phone_number: values.phone_number.trim() === '+39' ? '' : values.phone_number,
    }),
    fields: form => <DriverFields form={form} labels={labels} />,
  }
}

interface DriverFieldsProps {
  readonly form: UseFormReturnType<DriverFormValues>
  readonly labels: DriverLabels
}
interface DriverTextProps extends DriverFieldsProps {
  readonly field: Exclude<keyof DriverFormValues, 'active' | 'private_trips'>
  readonly required?: boolean
  readonly type?: string
  readonly inputMode?: 'tel'
}
const DriverText = ({ form, labels, field, ...more }: DriverTextProps) => (
  <TextInput
    {...form.getInputProps(field)}
    label={labels[field]}
    autoComplete="off"
    withAsterisk={false}
    {...more}
  />
)

function DriverFields({ form, labels }: DriverFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('drivers.section.person')}>
        <DriverText form={form} labels={labels} field="name" required />
        <DriverText form={form} labels={labels} field="surname" required />
        <DriverText form={form} labels={labels} field="phone_number" type="tel" inputMode="tel" />
        <DriverText form={form} labels={labels} field="email" type="email" />
      </FormSection>
      <FormSection title={t('drivers.section.driving')}>
        <SimpleGrid cols={2} spacing="sm">
          <DriverText form={form} labels={labels} field="license" />
          <DayInput
            {...form.getInputProps('license_expiration_date')}
            label={labels.license_expiration_date}
            clearable
          />
        </SimpleGrid>
        <TextInput
          {...form.getInputProps('ibutton_id')}
          label={labels.ibutton_id}
          description={t('drivers.ibutton_text')}
          autoComplete="off"
          spellCheck={false}
        />
      </FormSection>
      <FormSection title={t('drivers.section.more')}>
        <Textarea {...form.getInputProps('note')} label={labels.note} rows={3} />
        <Switch
          label={labels.active}
          description={t('drivers.active_text')}
          checked={form.values.active === 1}
          onChange={e => form.setFieldValue('active', (e.currentTarget.checked ? 1 : 0) as never)}
        />
        <Switch
          label={labels.private_trips}
          description={t('drivers.private_trips_text')}
          checked={form.values.private_trips}
          onChange={e => form.setFieldValue('private_trips', e.currentTarget.checked as never)}
        />
      </FormSection>
    </>
  )
}
