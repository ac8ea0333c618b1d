// Every company of the installation.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { type CardKind, EditCard, orDash } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Text } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  CustomerFields,
  type CustomerValues,
  type FieldLabels,
  valuesOf,
} from '../../../people/customers/web/CustomerFields.tsx'
import { demoState, removeDemo } from '../../demo/contract.ts'
import { customers } from '../contract.ts'

export default function ProviderCustomersScreen() {
  const { t } = useTranslation()
  const kind = useKind()
  return (
    <ListScreen
      kind={kind}
      mayEdit
      icon={IconBuilding}
      words={{
        add: t('area.add_customer'),
        search: t('area.search_customers'),
        empty: t('area.no_customers'),
        emptyText: t('area.no_customers_text'),
      }}
      tools={<RemoveDemo />}
      columns={[
        { key: 'name', label: t('customers.name'), value: c => c.name, width: 1.4 },
        { key: 'vat_id', label: t('customers.vat_id'), value: c => c.vat_id },
        { key: 'city', label: t('customers.city'), value: c => c.city },
        { key: 'email', label: t('customers.email'), value: c => c.email, width: 1.4 },
      ]}
      card={card => (
        <EditCard
          {...card}
          head={
            card.record && (
              <>
                <Text fw={550} truncate title={card.record.name}>
                  {card.record.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {[card.record.city, card.record.email].filter(Boolean).join(' · ') ||
                    orDash(null)}
                </Text>
              </>
            )
          }
        />
      )}
    />
  )
}

/** Takes the demo away, after a question that says what goes. */
function RemoveDemo() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data } = useQuery(query(demoState, {}))
  if (data === undefined || data.companies === 0) return null
  const remove = async () => {
    const confirmed = await confirm({
      title: t('area.remove_demo_title'),
      text: t('area.remove_demo_text'),
      confirm: t('area.remove_demo'),
      color: 'red',
      action: () => call(removeDemo, {}),
    })
    if (!confirmed) return
    toast.success(t('area.demo_removed'))
    await Promise.all([
      queries.invalidateQueries({ queryKey: [demoState.path] }),
      refresh(queries, customers),
    ])
  }
  return (
    <Button variant="default" onClick={() => void remove()}>
      {t('area.remove_demo')}
    </Button>
  )
}

function useKind(): CardKind<typeof customers, CustomerValues> {
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
    resource: customers,
    nameOf: customer => customer.name,
    labels,
    removing: t('customers.removing'),
    toForm: valuesOf,
    fields: form => <CustomerFields form={form} labels={labels} />,
  }
}
