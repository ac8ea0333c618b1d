// The panel of service and expenses, in three tabs: maintenance with its due dates, expenses, and intervals.
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../fleet/agreements/contract.ts'
import { isActive } from '../../fleet/agreements/rules.ts'
import type { Panel } from '../panel.tsx'
import { PanelTabs } from '../web/PanelTabs.tsx'
import { usePart } from '../web/usePart.ts'
import { alerts } from './alerts.ts'
import { permittedMaintenanceTypes } from './rules.ts'
import { Config } from './web/Config.tsx'
import { Expenses } from './web/Expenses.tsx'
import { Maintenance } from './web/Maintenance.tsx'
import { dataQuery } from './web/useEyeservice.ts'

const ownAlertIds = Object.values(alerts).map(({ id }): number => id)

const EyeservicePanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const now = useNow(60)
  const heldAgreements = vehicle.active_agreements
    .filter(a => isActive(a, now))
    .map(a => a.agreement_id)
  const withExpenses = heldAgreements.includes(agreement.expenses)
  const cares = permittedMaintenanceTypes(heldAgreements)
  const parts = withExpenses
    ? (['service', 'expenses', 'config'] as const)
    : (['service', 'config'] as const)
  const [part, choose] = usePart(parts)
  const names = {
    service: t('eyeservice.service'),
    expenses: t('eyeservice.expenses'),
    config: t('eyeservice.config'),
  }
  const { data, error, refetch } = useQuery(dataQuery(vehicle.id))
  const open = vehicle.alerts.filter(a => ownAlertIds.includes(a.alert_id)).length
  // Maintenance that is due will cost money, so it is counted beside the expenses.
  const badgePart = withExpenses ? 'expenses' : 'service'
  const badge = open > 0 && (
    <Badge size="sm" circle color="yellow">
      {open}
    </Badge>
  )
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
  return (
    <PanelTabs part={part} onChoose={choose}>
      <Tabs.List>
        {parts.map(tab => (
          <Tabs.Tab key={tab} value={tab} rightSection={tab === badgePart && badge}>
            {names[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="service">
        <Maintenance vehicle={vehicle} data={data} types={cares} />
      </Tabs.Panel>
      {withExpenses && (
        <Tabs.Panel value="expenses">
          <Expenses vehicle={vehicle} data={data} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="config">
        <Config vehicle={vehicle} data={data} types={cares} />
      </Tabs.Panel>
    </PanelTabs>
  )
}
export default EyeservicePanel
