// The operator's page: configured services, the health of the installation, and what is running, waiting and failed.
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tab, tabs } from './address.ts'
import classes from './operation.module.css'
import { useOperationAddress } from './useOperationAddress.ts'

const parts = {
  services: lazy(() => import('./Services.tsx')),
  health: lazy(() => import('./Health.tsx')),
  tasks: lazy(() => import('./Tasks.tsx')),
  mails: lazy(() => import('./Mails.tsx')),
  trail: lazy(() => import('./Trail.tsx')),
  backups: lazy(() => import('./Backups.tsx')),
  quarantine: lazy(() => import('./Quarantine.tsx')),
} as const satisfies Record<Tab, unknown>

export default function OperationScreen() {
  const { t } = useTranslation()
  const { tab, go } = useOperationAddress()
  const Part = parts[tab]
  return (
    <PageFrame>
      <Tabs value={tab} onChange={to => go({ tab: to as Tab })} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {t(`operation.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <ErrorBoundary resetKey={tab}>
            <Suspense fallback={<SkeletonRows rows={6} height={56} />}>
              <div className={page.part}>
                <Part key={tab} />
              </div>
            </Suspense>
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
