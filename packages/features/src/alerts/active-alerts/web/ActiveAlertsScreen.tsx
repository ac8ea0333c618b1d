// The open alerts, the gravest and oldest first, and the history of alerts, newest first, page by page. Each leads to its vehicle and to the place and time where it began. Alerts are acknowledged and assigned one by one or together.

import { query } from '@flotta/ui/api.ts'
import lists from '@flotta/ui/list.module.css'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Tabs } from '@mantine/core'
import { IconCalendarOff, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { active, history } from '../../incidents/contract.ts'
import { AlertFilters } from './AlertFilters.tsx'
import { AlertsList } from './AlertsList.tsx'
import classes from './activealerts.module.css'
import { NoiseTable } from './NoiseTable.tsx'
import { type AlertsAddress, useAlertsAddress } from './useAlertsAddress.ts'

/** Interval at which the list is read again, ms (alerts.112). The live stream also has it read when incidents change. */
const AGAIN = 60_000

export default function ActiveAlertsScreen() {
  const { t } = useTranslation()
  const address = useAlertsAddress()
  const { tab, change } = address
  const [count, setCount] = useState<{
    readonly total: number
    readonly acknowledged?: number
  } | null>(null)
  return (
    <div className={lists.page}>
      <header className={lists.head}>
        <div className={classes.title}>
          <PageTitle
            {...(tab !== 'active' && {
              own: t(tab === 'history' ? 'incidents.history_title' : 'incidents.noise_title'),
            })}
          />
          <span className={classes.count} aria-live="polite">
            {count === null ? '' : formatNumber(count.total)}
          </span>
          {count?.acknowledged !== undefined && count.acknowledged > 0 && (
            <span className={classes.apart}>
              {t('incidents.acknowledged_count', { count: count.acknowledged })}
            </span>
          )}
        </div>
        <Tabs
          className={classes.tabs ?? ''}
          value={tab}
          onChange={to => {
            setCount(null)
            change({ tab: to === 'history' || to === 'noise' ? to : undefined })
          }}
        >
          <Tabs.List aria-label={t('incidents.views')}>
            <Tabs.Tab value="active">{t('incidents.view_active')}</Tabs.Tab>
            <Tabs.Tab value="history">{t('incidents.view_history')}</Tabs.Tab>
            <Tabs.Tab value="noise">{t('incidents.view_noise')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      </header>
      <AlertFilters address={address} />
      {tab === 'active' ? (
        <Active address={address} onCount={setCount} />
      ) : tab === 'noise' ? (
        <NoiseTable address={address} />
      ) : (
        <Past address={address} onCount={setCount} />
      )}
    </div>
  )
}

interface Part {
  readonly address: AlertsAddress
  readonly onCount: (count: { readonly total: number; readonly acknowledged?: number }) => void
}
function Active({ address, onCount }: Part) {
  const { t } = useTranslation()
  const alertsQuery = useQuery({
    ...query(active, { query: address.asked }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
  })
  const { total, acknowledged } = alertsQuery.data?.meta ?? {}
  useEffect(() => {
    if (total !== undefined && acknowledged !== undefined) onCount({ total, acknowledged })
  }, [total, acknowledged, onCount])
  return (
    <AlertsList
      found={alertsQuery}
      address={address}
      label={t('incidents.title')}
      none={{ title: t('incidents.none'), text: t('incidents.none_text'), icon: IconCircleCheck }}
    />
  )
}
function Past({ address, onCount }: Part) {
  const { t } = useTranslation()
  const historyQuery = useQuery({
    ...query(history, { query: address.askedOfHistory }),
    placeholderData: keepPreviousData,
    meta: { grows: true },
  })
  const total = historyQuery.data?.meta.total
  useEffect(() => {
    if (total !== undefined) onCount({ total })
  }, [total, onCount])
  return (
    <AlertsList
      found={historyQuery}
      address={address}
      label={t('incidents.view_history')}
      none={{
        title: t('incidents.none_then'),
        text: t('incidents.none_then_text'),
        icon: IconCalendarOff,
      }}
    />
  )
}
