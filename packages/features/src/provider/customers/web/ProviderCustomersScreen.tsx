// Every company of the installation.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  useCustomerColumns,
  useCustomerKind,
} from '../../../people/customers/web/customer-kind.tsx'
import { listWords } from '../../area/web/list-words.ts'
import { demoState, removeDemo } from '../../demo/contract.ts'
import { customers } from '../contract.ts'

export default function ProviderCustomersScreen() {
  const { t } = useTranslation()
  const kind = { resource: customers, ...useCustomerKind() }
  const columns = useCustomerColumns()
  return (
    <ListScreen
      kind={kind}
      mayEdit
      icon={IconBuilding}
      words={listWords(t, 'customer')}
      tools={<RemoveDemo />}
      columns={columns}
      card={card => (
        <HeadedCard {...card} headOf={c => ({ name: c.name, facts: [c.city, c.email] })} />
      )}
    />
  )
}

/** Removes the demo, after a confirmation that lists what is deleted. */
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
