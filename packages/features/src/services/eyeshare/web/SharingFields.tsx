// The fields of a sharing: the company, what is shared with it, and from when to when.
import { formatDay } from '@flotta/core/time.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { type Days, DaysInput } from '@flotta/ui/DaysInput.tsx'
import { MultiSelect, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sharing } from '../../../fleet/agreements/contract.ts'
import { lastSharingDay } from '../../../fleet/agreements/rules.ts'
import { latestEnd } from '../rules.ts'

export interface SharingFormValues {
  readonly customer_id: string
  readonly agreement_ids: readonly string[]
  readonly active_range: Days
}
export interface Partner {
  readonly id: number
  readonly name: string
}

interface SharingFieldsProps {
  readonly form: UseFormReturnType<SharingFormValues>
  readonly record: Sharing | null
  readonly labels: Readonly<
    Record<'customer_id' | 'agreement_id' | 'agreement_ids' | 'range', string>
  >
  readonly today: string
  readonly partners: readonly Partner[]
  /** The agreements that may be shared, each with the last day that its owner holds it; null: without an end. */
  readonly agreements: readonly { readonly agreement_id: number; readonly day: string | null }[]
  readonly nameOf: (agreement_id: number | string) => string
}
export function SharingFields(props: SharingFieldsProps) {
  const { form, record, labels, today, partners, agreements, nameOf } = props
  const { customer_id, agreement_ids, active_range } = form.values
  const [firstDay] = active_range
  const lastPossibleDay = lastSharingDay(today)
  /** Whether somebody has chosen the period. Until then its end follows the chosen agreements. */
  const isPeriodChosen = useRef(record !== null)
  const setPeriod = (days: Days) => {
    form.setFieldValue('active_range', days as never)
    for (const field of ['active_range', 'active_from', 'active_to']) form.clearFieldError(field)
  }
  const setAgreements = (ids: readonly string[]) => {
    form.setFieldValue('agreement_ids', [...ids] as never)
    for (const field of ['agreement_id', 'agreement_ids']) form.clearFieldError(field)
    if (isPeriodChosen.current) return
    const lastDays = agreements.filter(a => ids.includes(String(a.agreement_id))).map(a => a.day)
    setPeriod([firstDay, latestEnd(lastDays, lastPossibleDay)])
  }
  return (
    <>
      <Select
        label={labels.customer_id}
        required
        withAsterisk={false}
        allowDeselect={false}
        searchable={partners.length > 8}
        data={partners.map(p => ({ value: String(p.id), label: p.name }))}
        value={customer_id === '' ? null : customer_id}
        onChange={id => form.setFieldValue('customer_id', (id ?? '') as never)}
        error={form.errors.customer_id}
      />
      <AgreementSelect
        isNew={record === null}
        labels={labels}
        agreements={agreements}
        chosenIds={agreement_ids}
        error={form.errors.agreement_id ?? form.errors.agreement_ids}
        nameOf={nameOf}
        onChange={setAgreements}
      />
      <PeriodInput
        hasBegun={record !== null && firstDay !== null && firstDay < today}
        label={labels.range}
        days={active_range}
        minDate={today}
        maxDate={lastPossibleDay}
        error={form.errors.active_range ?? form.errors.active_from ?? form.errors.active_to}
        onEnd={day => setPeriod([firstDay, day])}
        onDays={days => {
          isPeriodChosen.current = true
          setPeriod(days)
        }}
      />
    </>
  )
}

interface AgreementSelectProps
  extends Pick<SharingFieldsProps, 'labels' | 'agreements' | 'nameOf'> {
  /** A new sharing takes several agreements, an existing one has exactly one. */
  readonly isNew: boolean
  readonly chosenIds: readonly string[]
  readonly error: ReactNode
  readonly onChange: (ids: readonly string[]) => void
}
function AgreementSelect(props: AgreementSelectProps) {
  const { isNew, labels, agreements, chosenIds, error, nameOf, onChange } = props
  const { t } = useTranslation()
  const ids = [...new Set([...agreements.map(a => String(a.agreement_id)), ...chosenIds])]
  const untilOf = (id: string): string => {
    const heldAgreement = agreements.find(a => String(a.agreement_id) === id)
    if (heldAgreement === undefined) return ''
    return heldAgreement.day === null
      ? t('eyeshare.no_end')
      : t('eyeshare.held_until', { until: formatDay(heldAgreement.day) })
  }
  const selectProps = {
    data: ids.map(id => ({ value: id, label: nameOf(id) })),
    searchable: true,
    withAsterisk: false,
    required: true,
    error,
    nothingFoundMessage: t('eyeshare.nothing_held'),
    renderOption: ({
      option,
    }: {
      readonly option: { readonly value: string; readonly label: string }
    }) => (
      <span>
        {option.label}{' '}
        <span style={{ fontSize: 12, color: 'var(--flotta-text-quiet)' }}>
          {untilOf(option.value)}
        </span>
      </span>
    ),
  } as const
  return isNew ? (
    <MultiSelect
      {...selectProps}
      label={labels.agreement_ids}
      hidePickedOptions
      value={[...chosenIds]}
      onChange={onChange}
    />
  ) : (
    <Select
      {...selectProps}
      label={labels.agreement_id}
      allowDeselect={false}
      value={chosenIds[0] ?? null}
      onChange={id => onChange(id === null ? [] : [id])}
    />
  )
}

interface PeriodInputProps {
  /** The first day of a sharing that has begun cannot be changed. */
  readonly hasBegun: boolean
  readonly label: string
  readonly days: Days
  readonly minDate: string
  readonly maxDate: string
  readonly error: ReactNode
  readonly onEnd: (day: string | null) => void
  readonly onDays: (days: Days) => void
}
function PeriodInput(props: PeriodInputProps) {
  const { hasBegun, label, days, minDate, maxDate, error, onEnd, onDays } = props
  const { t } = useTranslation()
  const [firstDay, lastDay] = days
  if (!hasBegun || firstDay === null)
    return (
      <DaysInput
        label={label}
        minDate={minDate}
        maxDate={maxDate}
        value={days}
        onChange={onDays}
        error={error}
      />
    )
  return (
    <DayInput
      label={t('eyeshare.until')}
      description={t('eyeshare.begun', { from: formatDay(firstDay) })}
      minDate={minDate}
      maxDate={maxDate}
      value={lastDay ?? ''}
      onChange={day => onEnd(day === '' ? null : day)}
      error={error}
    />
  )
}
