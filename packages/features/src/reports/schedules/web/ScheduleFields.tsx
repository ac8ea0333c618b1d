// The fields of a schedule: type, vehicles, rhythm and hour, recipients and language.
import { languages } from '@flotta/core/languages.ts'
import { query } from '@flotta/ui/api.ts'
import {
  Input,
  MultiSelect,
  SegmentedControl,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../account.tsx'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { languageNames } from '../../../people/auth/web/useChangeLanguage.ts'
import { ReportType } from '../../reports/contract.ts'
import { reportServices } from '../../reports/services.ts'
import { reportTypes } from '../../reports/types.ts'
import { serviceTextKey } from '../../reports/web/offer.ts'
import { VehicleChoice } from '../../reports/web/VehicleChoice.tsx'
import { About, MAX_RECIPIENTS, type Schedule } from '../contract.ts'
import { rhythms } from '../rules.ts'
import { hourText } from './words.ts'

export interface ScheduleFormValues {
  readonly name: string
  readonly type: Schedule['type']
  readonly services: string
  readonly about: About
  readonly vehicle_id: number | null
  readonly fleet_id: number | null
  readonly every: Schedule['every']
  readonly hour: number
  readonly recipients: readonly string[]
  readonly language: Schedule['language']
  readonly active: 0 | 1
}
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Characters that people type between addresses. */
const SEPARATORS = [',', ';', ' ']

interface FieldsProps {
  readonly form: UseFormReturnType<ScheduleFormValues>
  readonly labels: Readonly<Record<keyof ScheduleFormValues, string>>
}
/** The errors of a field, also of one of its entries. */
const errorOf = (
  { errors }: UseFormReturnType<ScheduleFormValues>,
  field: keyof ScheduleFormValues,
) => Object.entries(errors).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1]

export function ScheduleFields({ form, labels }: FieldsProps) {
  const { t } = useTranslation()
  const { language, active } = form.values
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label={labels.name}
        placeholder={t('schedules.name_example')}
        autoComplete="off"
      />
      <TypeFields form={form} labels={labels} />
      <AboutFields form={form} labels={labels} />
      <RhythmFields form={form} labels={labels} />
      <RecipientsField form={form} labels={labels} />
      <Select
        label={labels.language}
        data={languages.map(value => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={value =>
          form.setValues({ language: languages.find(language => language === value) ?? language })
        }
        allowDeselect={false}
      />
      <Switch
        label={labels.active}
        description={t('schedules.active_text')}
        checked={active === 1}
        onChange={event => form.setValues({ active: event.currentTarget.checked ? 1 : 0 })}
      />
    </>
  )
}

/** The type of the report, and its services where the type asks for them. */
function TypeFields({ form, labels }: FieldsProps) {
  const { t } = useTranslation()
  const { type, services } = form.values
  return (
    <>
      <Select
        label={labels.type}
        data={ReportType.options.map(value => ({ value, label: t(`reports.type.${value}`) }))}
        value={type}
        onChange={value =>
          value !== null && form.setValues({ type: ReportType.parse(value), services: '' })
        }
        allowDeselect={false}
        error={errorOf(form, 'type')}
        maxDropdownHeight={320}
      />
      {reportTypes[type].services === 'asked' && (
        <MultiSelect
          label={labels.services}
          data={reportServices.map(value => ({
            value,
            label: t(`reports.service.${serviceTextKey(value)}`),
          }))}
          value={services.split(',').filter(service => service !== '')}
          onChange={values => form.setValues({ services: values.join(',') })}
          error={errorOf(form, 'services')}
        />
      )}
    </>
  )
}

/** All vehicles, a fleet or one vehicle. */
function AboutFields({ form, labels }: FieldsProps) {
  const { t } = useTranslation()
  const { about, vehicle_id, fleet_id } = form.values
  const { data: vehicles } = useQuery({
    ...pickerVehicles,
    enabled: about === 'vehicle',
  })
  const { data: allFleets } = useQuery({
    ...query(fleets.all, {}),
    staleTime: 60_000,
    enabled: about === 'fleet',
  })
  return (
    <>
      <Input.Wrapper label={labels.about} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={labels.about}
          data={About.options.map(value => ({ value, label: t(`schedules.of.${value}`) }))}
          value={about}
          onChange={value => form.setValues({ about: About.parse(value) })}
        />
      </Input.Wrapper>
      {about === 'vehicle' && (
        <VehicleChoice
          vehicles={vehicles}
          chosen={vehicle_id}
          onChoose={id => form.setValues({ vehicle_id: id })}
          error={errorOf(form, 'vehicle_id')}
          required
        />
      )}
      {about === 'fleet' && (
        <Select
          label={labels.fleet_id}
          data={(allFleets ?? []).map(({ id, code, description }) => ({
            value: String(id),
            label: `${code} · ${description}`,
          }))}
          value={fleet_id === null ? null : String(fleet_id)}
          onChange={id => form.setValues({ fleet_id: id === null ? null : Number(id) })}
          allowDeselect={false}
          searchable
          error={errorOf(form, 'fleet_id')}
        />
      )}
    </>
  )
}

/** How often the report is made, and at what hour. */
function RhythmFields({ form, labels }: FieldsProps) {
  const { t } = useTranslation()
  const { timezone } = useAccount().customer
  const { every, hour } = form.values
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Select
        label={labels.every}
        data={rhythms.map(value => ({ value, label: t(`schedules.every.${value}`) }))}
        value={every}
        onChange={value =>
          form.setValues({ every: rhythms.find(rhythm => rhythm === value) ?? every })
        }
        allowDeselect={false}
        description={t(`schedules.tells.${every}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select
        label={labels.hour}
        data={HOURS.map(value => ({ value: String(value), label: hourText(value) }))}
        value={String(hour)}
        onChange={value => value !== null && form.setValues({ hour: Number(value) })}
        allowDeselect={false}
        description={timezone}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxDropdownHeight={320}
      />
    </SimpleGrid>
  )
}

function RecipientsField({ form, labels }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <TagsInput
      label={labels.recipients}
      description={t('schedules.recipients_text')}
      value={[...form.values.recipients]}
      // the keyboard of a telephone reports no comma: what was typed is divided here once more
      onChange={value =>
        form.setValues({
          recipients: value.flatMap(text =>
            text.split(/[,;\s]+/).filter(address => address !== ''),
          ),
        })
      }
      splitChars={SEPARATORS}
      maxTags={MAX_RECIPIENTS}
      acceptValueOnBlur
      inputMode="email"
      error={errorOf(form, 'recipients')}
    />
  )
}
