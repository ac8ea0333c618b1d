// The starter and the lock: their state, their commands, their events. Each section needs its own agreement.
import { useNow } from '@flotta/ui/ticker.ts'
import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../fleet/agreements/rules.ts'
import type { Panel } from '../panel.tsx'
import { usePart } from '../web/usePart.ts'
import { Ignition } from './web/Ignition.tsx'
import { Lock } from './web/Lock.tsx'

const PARTS = ['ignition', 'lock'] as const

const EyesafePanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const now = useNow(60)
  const [part, choose] = usePart(PARTS)
  const withIgnition = hasActiveAgreement(
    vehicle.active_agreements,
    agreement.eyesafe_ignition,
    now,
  )
  const withLock = hasActiveAgreement(vehicle.active_agreements, agreement.eyesafe_lock, now)
  if (!withLock) return <Ignition vehicle={vehicle} />
  if (!withIgnition) return <Lock vehicle={vehicle} />
  return (
    <Tabs value={part} onChange={choose} keepMounted={false}>
      <Tabs.List grow>
        <Tabs.Tab value="ignition">{t('eyesafe.ignition')}</Tabs.Tab>
        <Tabs.Tab value="lock">{t('eyesafe.lock')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="ignition">
        <Ignition vehicle={vehicle} />
      </Tabs.Panel>
      <Tabs.Panel value="lock">
        <Lock vehicle={vehicle} />
      </Tabs.Panel>
    </Tabs>
  )
}
export default EyesafePanel
