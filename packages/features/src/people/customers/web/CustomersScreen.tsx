// The companies below the caller's: their data, contacts and configuration.
import { query } from '@flotta/ui/api.ts'
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { orDash } from '@flotta/ui/resource/EditCard.tsx'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { Anchor, Stack } from '@mantine/core'
import { IconBuilding, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../../account.tsx'
import { type Customer, customers } from '../contract.ts'
import { useCustomerColumns, useCustomerKind } from './customer-kind.tsx'

export default function CustomersScreen() {
  const { t } = useTranslation()
  const { user } = useAccount()
  const mayEdit = useMay(customers.create)
  const kind = { resource: customers, ...useCustomerKind() }
  // The total counts all companies, whatever the search is.
  const { data: all } = useQuery(query(customers.list, { query: { per_page: 1 } }))
  const firstColumns = useCustomerColumns()
  const columns = useMemo(
    (): readonly Column<Customer>[] => [
      ...firstColumns,
      { key: 'phone', label: t('customers.phone'), value: c => c.phone },
      { key: 'address', label: t('customers.address'), value: c => c.address, shown: false },
      { key: 'zip_code', label: t('customers.zip_code'), value: c => c.zip_code, shown: false },
      { key: 'region', label: t('customers.region'), value: c => c.region, shown: false },
    ],
    [firstColumns, t],
  )
  return (
    <ListScreen
      kind={kind}
      mayEdit={mayEdit}
      full={
        all !== undefined && all.meta.total >= user.max_users ? t('customers.limit') : undefined
      }
      icon={IconBuilding}
      words={{
        add: t('customers.add'),
        search: t('customers.search'),
        empty: t('customers.empty'),
        emptyText: t('customers.empty_text'),
      }}
      columns={columns}
      card={card => (
        <HeadedCard
          {...card}
          headOf={c => ({ name: c.name, facts: [`${t('customers.vat_id')} ${orDash(c.vat_id)}`] })}
        >
          {card.record && <Reach customer={card.record} />}
        </HeadedCard>
      )}
    />
  )
}

/** The address and the contacts of the company. */
function Reach({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation()
  const { name, email, phone, address, city, zip_code, region } = customer
  const place = [address, [zip_code, city].filter(Boolean).join(' '), region]
    .filter(Boolean)
    .join(', ')
  return (
    <Stack gap={4} mt="sm">
      <IconLine icon={IconMail} label={t('customers.email')}>
        {email === null ? orDash(email) : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
      </IconLine>
      <IconLine icon={IconPhone} label={t('customers.phone')}>
        {phone === null ? orDash(phone) : <Anchor href={`tel:${phone}`}>{phone}</Anchor>}
      </IconLine>
      <IconLine icon={IconMapPin} label={t('customers.address')}>
        {orDash(place)}
      </IconLine>
      <Anchor
        component={Link}
        to="/users"
        search={{ customer_id: customer.id } as never}
        size="sm"
        mt={4}
        aria-label={t('customers.users_of', { name })}
      >
        {t('customers.users')}
      </Anchor>
    </Stack>
  )
}
