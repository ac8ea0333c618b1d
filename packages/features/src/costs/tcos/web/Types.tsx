// The cost types: each says after how many kilometres, hours or months it is due again, and how long before that a notice appears.
import { RequiredText } from '@flotta/ui/form-fields.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { type CardKind, EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Badge, Group, Select, SimpleGrid, Switch, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTools } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type CostType, types } from '../contract.ts'
import { choices } from '../rules.ts'

export default function Types() {
  const { t } = useTranslation()
  const mayEdit = useMay(types.update)
  const kind = useTypeKind()
  const span = useSpanWriter()
  const columns: Column<CostType>[] = [
    { key: 'name', label: t('tcos.name'), value: y => y.name, width: 1.6 },
    {
      key: 'repeat',
      label: t('tcos.repeat'),
      value: y => span(y.repeat_after_km, y.repeat_after_hour, y.repeat_after_period),
      width: 1.4,
    },
    {
      key: 'notice',
      label: t('tcos.notice'),
      value: y => span(y.notice_after_km, y.notice_after_hour, y.notice_after_period),
      width: 1.4,
    },
    { key: 'note', label: t('tcos.note'), value: y => y.note, width: 1.6, shown: false },
    {
      key: 'active',
      label: t('tcos.active'),
      value: y => t(y.active === 1 ? 'tcos.yes' : 'tcos.no'),
    },
  ]
  return (
    <ListScreen
      part={t('tcos.tab.types')}
      kind={kind}
      mayEdit={mayEdit}
      icon={IconTools}
      words={{
        add: t('tcos.add_type'),
        search: t('tcos.search_type'),
        empty: t('tcos.empty_types'),
        emptyText: t('tcos.empty_types_text'),
      }}
      columns={columns}
      card={card => (
        <EditCard {...card} head={card.record && <TypeHead type={card.record} span={span} />} />
      )}
    />
  )
}

type SpanWriter = (km: number | null, hour: number | null, months: number | null) => string
/** Writes an interval, for example "40.000 km · 12 mesi"; without any value a dash. */
function useSpanWriter(): SpanWriter {
  const { t } = useTranslation()
  return (km, hour, months) =>
    [
      km ? formatNumber(km, { unit: 'km' }) : null,
      hour ? formatNumber(hour, { unit: 'h' }) : null,
      months ? t('tcos.months', { count: months }) : null,
    ]
      .filter(word => word !== null)
      .join(' · ') || '—'
}

function TypeHead({ type, span }: { readonly type: CostType; readonly span: SpanWriter }) {
  const { t } = useTranslation()
  const repeats = span(type.repeat_after_km, type.repeat_after_hour, type.repeat_after_period)
  const notice = span(type.notice_after_km, type.notice_after_hour, type.notice_after_period)
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Text fw={550} truncate>
          {type.name}
        </Text>
        {type.active === 0 && (
          <Badge variant="light" color="gray" tt="none" fw={550}>
            {t('tcos.inactive')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {repeats === '—' ? t('tcos.never_repeats') : t('tcos.every', { span: repeats })}
      </Text>
      {notice !== '—' && (
        <Text size="sm" c="dimmed">
          {t('tcos.before', { span: notice })}
        </Text>
      )}
      {type.note !== null && (
        <Text size="sm" mt={4} lineClamp={2}>
          {type.note}
        </Text>
      )}
    </>
  )
}

interface TypeFormValues {
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
function useTypeKind(): CardKind<typeof types, TypeFormValues> {
  const { t } = useTranslation()
  const labels = {
    name: t('tcos.name'),
    repeat_after_km: t('tcos.repeat_km'),
    repeat_after_hour: t('tcos.repeat_hour'),
    repeat_after_period: t('tcos.repeat_period'),
    notice_after_km: t('tcos.notice_km'),
    notice_after_hour: t('tcos.notice_hour'),
    notice_after_period: t('tcos.notice_period'),
    note: t('tcos.note'),
    active: t('tcos.active'),
  }
  return {
    resource: types,
    nameOf: type => type.name,
    labels,
    removing: t('tcos.removing_type'),
    toForm: type =>
      type === null
        ? {
            name: '',
            repeat_after_km: null,
            repeat_after_hour: '',
            repeat_after_period: null,
            notice_after_km: null,
            notice_after_hour: '',
            notice_after_period: null,
            note: '',
            active: 1,
          }
        : {
            name: type.name,
            repeat_after_km: type.repeat_after_km,
            repeat_after_hour: type.repeat_after_hour ?? '',
            repeat_after_period: type.repeat_after_period,
            notice_after_km: type.notice_after_km,
            notice_after_hour: type.notice_after_hour ?? '',
            notice_after_period: type.notice_after_period,
            note: type.note ?? '',
            active: type.active,
          },
    fields: form => <TypeFields form={form} labels={labels} />,
  }
}

interface TypeFieldsProps {
  readonly form: UseFormReturnType<TypeFormValues>
  readonly labels: Readonly<Record<keyof TypeFormValues, string>>
}
function TypeFields({ form, labels }: TypeFieldsProps) {
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
