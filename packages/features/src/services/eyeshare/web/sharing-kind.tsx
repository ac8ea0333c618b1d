// The form of a sharing card: several agreements when it is new, one when it is changed (S §5 "Sharing card").
import { dayAt } from '@flotta/core/zones.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { type Days, DaysInput } from '@flotta/ui/DaysInput.tsx'
import { formatDay } from '@flotta/ui/day.ts'
import type { CardKind } from '@flotta/ui/resource/EditCard.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { MultiSelect, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
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
    toForm: record => ({
      customer_id:
        record === null
          ? partners.length === 1
            ? String(partners[0]?.id)
            : ''
          : String(record.customer_id),
      agreement_ids: record === null ? [] : [String(record.agreement_id)],
      active_range:
        record === null
          ? [today, null]
          : [dayOf(record.active_from), record.active_to === null ? null : dayOf(record.active_to)],
    }),
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
            // a day that was left alone stays the moment that it was
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
  /** What may be given, until which day; null: no end. */
  readonly agreements: readonly { readonly agreement_id: number; readonly day: string | null }[]
  readonly nameOf: (agreement_id: number | string) => string
}
function SharingFields({
  form,
  record,
  labels,
  today,
  partners,
  agreements,
  nameOf,
}: SharingFieldsProps) {
  const { t } = useTranslation()
  const { customer_id, agreement_ids, active_range } = form.values
  const [first, last] = active_range
  const isChosen = useRef(record !== null)
  const ids = [...new Set([...agreements.map(a => String(a.agreement_id)), ...agreement_ids])]
  const most = lastSharingDay(today)
  const choose = (chosen: readonly string[]) => {
    form.setFieldValue('agreement_ids', [...chosen] as never)
    for (const field of ['agreement_id', 'agreement_ids']) form.clearFieldError(field)
    // until somebody says when, as long as the longest of them is held
    if (!isChosen.current)
      period([
        first,
        latestEnd(
          agreements.filter(a => chosen.includes(String(a.agreement_id))).map(a => a.day),
          most,
        ),
      ])
  }
  const period = (days: Days) => {
    form.setFieldValue('active_range', days as never)
    for (const field of ['active_range', 'active_from', 'active_to']) form.clearFieldError(field)
  }
  const {
    active_range: missing,
    active_from,
    active_to,
    agreement_id,
    agreement_ids: several,
  } = form.errors
  const wrong = missing ?? active_from ?? active_to
  const options = ids.map(id => ({ value: id, label: nameOf(id) }))
  const untilOf = (id: string) => {
    const held = agreements.find(a => String(a.agreement_id) === id)
    return held === undefined
      ? ''
      : held.day === null
        ? t('eyeshare.no_end')
        : t('eyeshare.held_until', { until: formatDay(held.day) })
  }
  const shown = {
    data: options,
    searchable: true,
    withAsterisk: false,
    required: true,
    error: agreement_id ?? several,
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
      {record === null ? (
        <MultiSelect
          {...shown}
          label={labels.agreement_ids}
          hidePickedOptions
          value={[...agreement_ids]}
          onChange={choose}
        />
      ) : (
        <Select
          {...shown}
          label={labels.agreement_id}
          allowDeselect={false}
          value={agreement_ids[0] ?? null}
          onChange={id => choose(id === null ? [] : [id])}
        />
      )}
      {record !== null && first !== null && first < today ? (
        <DayInput
          label={t('eyeshare.until')}
          description={t('eyeshare.begun', { from: formatDay(first) })}
          minDate={today}
          maxDate={most}
          value={last ?? ''}
          onChange={day => period([first, day === '' ? null : day])}
          error={wrong}
        />
      ) : (
        <DaysInput
          label={labels.range}
          minDate={today}
          maxDate={most}
          value={active_range}
          onChange={days => {
            isChosen.current = true
            period(days)
          }}
          error={wrong}
        />
      )}
    </>
  )
}
