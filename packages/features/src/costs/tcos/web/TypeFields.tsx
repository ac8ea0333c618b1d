// The fields of a cost type: its name, after what it is due again, and how long before that a notice appears.
import { RequiredText } from '@flotta/ui/form-fields.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Select, SimpleGrid, Switch, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { choices } from '../rules.ts'

export interface TypeFormValues {
  readonly name: string
  readonly repeat_after_km: number | null
  readonly repeat_after_hour: number | ''
  readonly repeat_after_period: number | null
  readonly notice_after_km: number | null
  readonly notice_after_hour: number | ''
  readonly notice_after_period: number | null
  readonly note: string
  readonly active: 0 | 1
}
interface TypeFieldsProps {
  readonly form: UseFormReturnType<TypeFormValues>
  readonly labels: Readonly<Record<keyof TypeFormValues, string>>
}
export function TypeFields({ form, labels }: TypeFieldsProps) {
  const { t } = useTranslation()
  const km = (step: number) => formatNumber(step, { unit: 'km' })
  const months = (step: number) => t('tcos.months', { count: step })
  return (
    <>
      <RequiredText {...form.getInputProps('name')} label={labels.name} maxLength={100} />
      <SimpleGrid cols={2} spacing="sm">
        <StepSelect form={form} labels={labels} field="repeat_after_km" write={km} />
        <StepSelect form={form} labels={labels} field="notice_after_km" write={km} />
        <StepSelect form={form} labels={labels} field="repeat_after_period" write={months} />
        <StepSelect form={form} labels={labels} field="notice_after_period" write={months} />
        <HourField form={form} labels={labels} field="repeat_after_hour" />
        <HourField form={form} labels={labels} field="notice_after_hour" />
      </SimpleGrid>
      <Textarea {...form.getInputProps('note')} label={labels.note} rows={3} maxLength={1_000} />
      <Switch
        label={labels.active}
        description={t('tcos.active_text')}
        checked={form.values.active === 1}
        onChange={e => form.setFieldValue('active', (e.currentTarget.checked ? 1 : 0) as never)}
      />
    </>
  )
}

interface StepSelectProps extends TypeFieldsProps {
  readonly field: keyof typeof choices
  readonly write: (step: number) => string
}
/** A select of steps. A stored value between two steps is offered as well. */
function StepSelect({ form, labels, field, write }: StepSelectProps) {
  const { t } = useTranslation()
  const { value, onChange, ...inputProps } = form.getInputProps(field)
  const steps: readonly number[] = choices[field]
  const options =
    typeof value === 'number' && !steps.includes(value)
      ? [...steps, value].sort((a, b) => a - b)
      : steps
  return (
    <Select
      {...inputProps}
      label={labels[field]}
      placeholder={t('tcos.never')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('tcos.never') }}
      data={options.map(step => ({ value: String(step), label: write(step) }))}
      value={value === null ? null : String(value)}
      onChange={step => onChange(step === null ? null : Number(step))}
    />
  )
}

interface HourFieldProps extends TypeFieldsProps {
  readonly field: 'repeat_after_hour' | 'notice_after_hour'
}
function HourField({ form, labels, field }: HourFieldProps) {
  const { t } = useTranslation()
  return (
    <NumberField
      {...form.getInputProps(field)}
      label={labels[field]}
      placeholder={t('tcos.never')}
      min={0}
      max={1_000_000}
      hideControls
    />
  )
}
