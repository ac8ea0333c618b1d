// The vehicle itself: what it is, what is wrong with it, its contracts, its settings.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { PanelTabs } from '../web/PanelTabs.tsx'
import { usePart } from '../web/usePart.ts'
import { data } from './contract.ts'
import { Config } from './web/Config.tsx'
import { Contracts } from './web/Contracts.tsx'
import { Events } from './web/Events.tsx'
import { General } from './web/General.tsx'

const PARTS = ['general', 'events', 'contracts', 'config'] as const

const SystemPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const [part, choose] = usePart(PARTS)
  const {
    data: system,
    error,
    refetch,
  } = useQuery({ ...query(data, { params: { id: vehicle.id } }), refetchInterval: 60_000 })
  const grave = system?.alerts.filter(alert => alert.severity > 0) ?? []
  const waiting = <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
  return (
    <PanelTabs part={part} onChoose={choose}>
      <Tabs.List>
        <Tabs.Tab value="general">{t('system.general')}</Tabs.Tab>
        <Tabs.Tab
          value="events"
          rightSection={
            (system?.alerts.length ?? 0) > 0 && (
              <Badge
                size="sm"
                circle
                color={
                  grave.some(a => a.severity === 2) ? 'red' : grave.length > 0 ? 'yellow' : 'blue'
                }
              >
                {system?.alerts.length}
              </Badge>
            )
          }
        >
          {t('system.events')}
        </Tabs.Tab>
        <Tabs.Tab value="contracts">{t('system.contracts')}</Tabs.Tab>
        <Tabs.Tab value="config">{t('system.config')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="general">
        <General vehicle={vehicle} power={system?.power} />
      </Tabs.Panel>
      <Tabs.Panel value="events">
        {system === undefined ? waiting : <Events alerts={system.alerts} />}
      </Tabs.Panel>
      <Tabs.Panel value="contracts">
        {system === undefined ? waiting : <Contracts agreements={system.agreements} />}
      </Tabs.Panel>
      <Tabs.Panel value="config">
        <Config vehicle={vehicle} />
      </Tabs.Panel>
    </PanelTabs>
  )
}
export default SystemPanel
