// The form of a sharing card: several agreements for a new sharing, one agreement for an existing one.

import { formatDay } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { type Days, DaysInput } from '@flotta/ui/DaysInput.tsx'
import type { CardKind } from '@flotta/ui/resource/EditCard.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { MultiSelect, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAccount } from '../../../account.tsx'
import { type Sharing, shareMany, sharing } from '../../../fleet/agreements/contract.ts'
import { lastSharingDay } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { data } from '../contract.ts'
import { latestEnd, shareableAgreements } from '../rules.ts'

interface FormValues {
  readonly customer_id: string
  readonly agreement_ids: readonly string[]
  readonly active_range: Days
}
const SharingForm = z.object({
  customer_id: z.string().min(1),
  agreement_ids: z.array(z.string()).refine(ids => ids.length > 0, 'validation.required'),
  active_range: z
    .tuple([z.string().nullable(), z.string().nullable()])
    .refine(([first, last]) => first !== null && last !== null, 'validation.required'),
})
const resource = { ...sharing, create: shareMany }
interface Partner {
  readonly id: number
  readonly name: string
}

export function useSharingKind(
  vehicle: Vehicle,
  partners: readonly Partner[],
): CardKind<typeof resource, FormValues> {
  const { t } = useTranslation()
  const { timezone } = useAccount().customer
  const today = dayAt(useNow(60), timezone)
  const dayOf = (at: string) => dayAt(Date.parse(at), timezone)
  const nameOf = (agreement_id: number | string) => t(`agreements.name.${agreement_id}`)
  const range = t('eyeshare.range')
  const labels = {
    customer_id: t('eyeshare.customer'),
    agreement_id: t('eyeshare.agreement'),
    agreement_ids: t('eyeshare.agreements'),
  }
  return {
    resource,
    reads: [data],
    nameOf: record => `${nameOf(record.agreement_id)} · ${record.customer_name}`,
    labels: { ...labels, active_range: range, active_from: range, active_to: range },
    removeTitle: record =>
      t('eyeshare.remove_title', {
        name: nameOf(record.agreement_id),
        customer: record.customer_name,
      }),
    removing: t('eyeshare.removing'),
    made: records =>
      t('eyeshare.made', { count: records.length, customer: records[0]?.customer_name }),
    schema: SharingForm,
    toForm: record =>
      record === null
        ? {
            customer_id: partners.length === 1 ? String(partners[0]?.id) : '',
            agreement_ids: [],
            active_range: [today, null],
          }
        : {
            customer_id: String(record.customer_id),
            agreement_ids: [String(record.agreement_id)],
            active_range: [
              dayOf(record.active_from),
              record.active_to === null ? null : dayOf(record.active_to),
            ],
          },
    toBody: ({ customer_id, agreement_ids, active_range: [active_from, active_to] }, record) =>
      record === null
        ? {
            vehicle_id: vehicle.id,
            customer_id: Number(customer_id),
            agreement_ids: agreement_ids.map(Number),
            active_from,
            active_to,
          }
        : {
            customer_id: Number(customer_id),
            agreement_id: Number(agreement_ids[0]),
            // An unchanged day is not sent, so that the stored moment keeps its time of day.
            ...(active_from !== dayOf(record.active_from) && { active_from }),
            ...((record.active_to === null || active_to !== dayOf(record.active_to)) && {
              active_to,
            }),
          },
    fields: (form, record) => (
      <SharingFields
        form={form}
        record={record}
        labels={{ ...labels, range }}
        today={today}
        partners={
          record === null || partners.some(p => p.id === record.customer_id)
            ? partners
            : [...partners, { id: record.customer_id, name: record.customer_name }]
        }
        agreements={shareableAgreements(vehicle.active_agreements).map(a => ({
          ...a,
          day: a.active_to === null ? null : dayOf(a.active_to),
        }))}
        nameOf={nameOf}
      />
    ),
  }
}

interface SharingFieldsProps {
  readonly form: UseFormReturnType<FormValues>
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
function SharingFields(props: SharingFieldsProps) {
  const { form, record, labels, today, partners, agreements, nameOf } = props
  const { customer_id, agreement_ids, active_range } = form.values
  const [firstDay] = active_range
  const lastPossibleDay = lastSharingDay(today)
  /** Whether a person has chosen the period. Until then its end follows the chosen agreements. */
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
