// Operating costs: the figures of the last months, and behind them activities, vehicles, due dates, the trend and the types.
import { query } from '@flotta/ui/api.ts'
import { ErrorBoundary } from '@flotta/ui/ErrorBoundary.tsx'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Badge, SegmentedControl, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportButton } from '../../../reports/reports/web/ReportButton.tsx'
import { dues } from '../contract.ts'
import { type Months, periods } from '../rules.ts'
import { type Tab, tabs } from './address.ts'
import { Figures } from './Figures.tsx'
import classes from './tcos.module.css'
import { type Costs, useCosts } from './useCosts.ts'

const parts = {
  activities: lazy(() => import('./Activities.tsx')),
  vehicles: lazy(() => import('./Vehicles.tsx')),
  dues: lazy(() => import('./Dues.tsx')),
  trend: lazy(() => import('./Trend.tsx')),
  types: lazy(() => import('./Types.tsx')),
} as const satisfies Record<Tab, unknown>

export default function TcosScreen() {
  const { t } = useTranslation()
  const costs = useCosts()
  const { period, tab, go } = costs
  const Part = parts[tab]
  return (
    <PageFrame
      tools={
        <>
          <SegmentedControl
            aria-label={t('tcos.period')}
            value={String(period)}
            onChange={months => go({ period: Number(months) as Months })}
            data={periods.map(months => ({
              value: String(months),
              label: t('tcos.months', { count: months }),
            }))}
          />
          <ReportButton types={['tco']} />
        </>
      }
    >
      <Figures costs={costs} />
      <Tabs
        value={tab}
        onChange={to => go({ tab: to as Tab, vehicle: undefined, type: undefined })}
        keepMounted={false}
      >
        <TabList costs={costs} />
        <Tabs.Panel value={tab} pt="md">
          <div className={classes.part}>
            <ErrorBoundary resetKey={tab}>
              <Suspense fallback={<SkeletonRows rows={8} height={56} />}>
                {/* Before the fleet filter is loaded, the rows of all fleets would show for a moment. */}
                {costs.ready ? (
                  <Part key={tab} costs={costs} />
                ) : (
                  <SkeletonRows rows={8} height={56} />
                )}
              </Suspense>
            </ErrorBoundary>
          </div>
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

/** The tabs; the tab of due dates shows the number of overdue ones. */
function TabList({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const overdue = useOverdue(costs)
  return (
    <Tabs.List className={classes.tabs ?? ''}>
      {tabs.map(name => (
        <Tabs.Tab
          key={name}
          value={name}
          rightSection={
            name === 'dues' && overdue > 0 ? (
              <Badge
                color="red"
                size="sm"
                variant="light"
                aria-label={t('tcos.overdue', { count: overdue })}
              >
                {formatNumber(overdue)}
              </Badge>
            ) : undefined
          }
        >
          {t(`tcos.tab.${name}`)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
/** The number of overdue types. */
function useOverdue({ fleets, ready }: Costs): number {
  const { data } = useQuery({
    ...query(dues, { query: { fleets, state: 'overdue', per_page: 1 } }),
    enabled: ready,
  })
  return data?.meta.overdue ?? 0
}
