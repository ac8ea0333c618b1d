// The form of a sharing card: several agreements for a new sharing, one agreement for an existing one.

import { dayAt } from '@flotta/core/zones.ts'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAccount } from '../../../account.tsx'
import { shareMany, sharing } from '../../../fleet/agreements/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { data } from '../contract.ts'
import { shareableAgreements } from '../rules.ts'
import { type Partner, SharingFields, type SharingFormValues } from './SharingFields.tsx'

const SharingForm = z.object({
  customer_id: z.string().min(1),
  agreement_ids: z.array(z.string()).refine(ids => ids.length > 0, 'validation.required'),
  active_range: z
    .tuple([z.string().nullable(), z.string().nullable()])
    .refine(([first, last]) => first !== null && last !== null, 'validation.required'),
})
const resource = { ...sharing, create: shareMany }
export function useSharingKind(
  vehicle: Vehicle,
  partners: readonly Partner[],
): CardKind<typeof resource, SharingFormValues> {
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
    removeWord: t('eyeshare.remove'),
    removing: t('eyeshare.removing'),
    removed: record =>
      t('eyeshare.removed', {
        name: nameOf(record.agreement_id),
        customer: record.customer_name,
      }),
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
