// How companies are shown and edited: by those above them and by the provider alike.
import type { Column } from '@flotta/ui/table/columns.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Customer } from '../contract.ts'
import { CustomerFields, type CustomerForm, type FieldLabels, valuesOf } from './CustomerFields.tsx'

/** All of a `CardKind` but the resource. */
export function useCustomerKind() {
  const { t } = useTranslation()
  const labels: FieldLabels = {
    name: t('customers.name'),
    vat_id: t('customers.vat_id'),
    email: t('customers.email'),
    phone: t('customers.phone'),
    address: t('customers.address'),
    city: t('customers.city'),
    zip_code: t('customers.zip_code'),
    region: t('customers.region'),
    timezone: t('customers.timezone'),
  }
  return {
    nameOf: (customer: Customer) => customer.name,
    labels,
    removing: t('customers.removing'),
    toForm: valuesOf,
    fields: (form: CustomerForm) => <CustomerFields form={form} labels={labels} />,
  }
}

export function useCustomerColumns(): readonly Column<Customer>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { key: 'name', label: t('customers.name'), value: c => c.name, width: 1.4 },
      { key: 'vat_id', label: t('customers.vat_id'), value: c => c.vat_id },
      { key: 'city', label: t('customers.city'), value: c => c.city },
      { key: 'email', label: t('customers.email'), value: c => c.email, width: 1.4 },
    ],
    [t],
  )
}
