// The open alerts, the gravest and oldest first, and the history of alerts, newest first, page by page. Each leads to its vehicle and to the place and time where it began. Alerts are acknowledged and assigned one by one or together.

import type { Result } from '@flotta/ui/api.ts'
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import lists from '@flotta/ui/list.module.css'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Kbd, Tabs } from '@mantine/core'
import { IconCalendarOff, IconCircleCheck, IconFilterOff } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type ActiveAlert, acknowledge, active, history } from '../../incidents/contract.ts'
import { AlertFilters } from './AlertFilters.tsx'
import { AlertRow } from './AlertRow.tsx'
import classes from './activealerts.module.css'
import { type AlertGrouping, groupsOf } from './groups.ts'
import { MarkBar } from './MarkBar.tsx'
import { NoiseTable } from './NoiseTable.tsx'
import { useAlertKeys } from './useAlertKeys.ts'
import { type AlertsAddress, useAlertsAddress } from './useAlertsAddress.ts'
import { useAlertWork } from './useAlertWork.tsx'

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
    <List
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
    <List
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

type AlertsQuery =
  | UseQueryResult<Result<typeof active>, Error>
  | UseQueryResult<Result<typeof history>, Error>
interface ListProps {
  readonly found: AlertsQuery
  readonly address: AlertsAddress
  readonly label: string
  readonly none: Parameters<typeof Empty>[0]
}
/** The alerts that are chosen, and the one whose line is open. */
function useAlertChoice() {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [openAlertId, setOpenAlertId] = useState<string | null>(null)
  return {
    selection,
    choose: (ids: readonly string[]) => setSelection(new Set(ids)),
    toggle: (id: string) =>
      setSelection(
        old => new Set(old.has(id) ? [...old].filter(otherId => otherId !== id) : [...old, id]),
      ),
    openAlertId,
    open: (id: string) => setOpenAlertId(old => (old === id ? null : id)),
  }
}

function List({
  found: { data, error, refetch },
  address: { page, change, isFiltered, search, tab },
  label,
  none,
}: ListProps) {
  const { t } = useTranslation()
  const alerts: readonly ActiveAlert[] | undefined = data?.data
  if (alerts === undefined)
    return (
      <div className={lists.frame}>
        <LoadingRows error={error} onRetry={() => void refetch()} rows={12} />
      </div>
    )
  if (alerts.length === 0)
    return (
      <div className={lists.frame}>
        {isFiltered ? (
          <Empty
            title={t('incidents.none_kept')}
            text={t('incidents.none_kept_text')}
            icon={IconFilterOff}
          />
        ) : (
          <Empty {...none} />
        )}
      </div>
    )
  return (
    <Alerts
      alerts={alerts}
      label={label}
      grouping={tab === 'active' ? search.group : undefined}
      page={page}
      pages={data?.meta.total_pages ?? 1}
      onPage={to => change({ page: to === 1 ? undefined : to })}
    />
  )
}

interface AlertsProps {
  readonly alerts: readonly ActiveAlert[]
  readonly label: string
  /** The alerts of a vehicle, or of a driver's day, stand together below their name; undefined: none does. */
  readonly grouping: AlertGrouping | undefined
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}
/** The alerts of a page; who may works them off, by pointer or by keys alone. */
function Alerts({ alerts, label, grouping, page, pages, onPage }: AlertsProps) {
  const { t } = useTranslation()
  const isGrouped = grouping !== undefined
  const may = useMay(acknowledge)
  const { selection, choose, toggle, openAlertId, open } = useAlertChoice()
  const { work, dialogs, marks } = useAlertWork(alerts)
  const chosenAlerts = alerts.filter(alert => selection.has(alert.id))
  useAlertKeys(
    alerts,
    (key, alert) => {
      if (key === 'x') {
        if (alert !== undefined) toggle(alert.id)
        return
      }
      work(key, chosenAlerts.length > 0 ? chosenAlerts : alert === undefined ? [] : [alert])
      if (key !== 'a') choose([])
    },
    may,
  )
  return (
    <>
      <div className={lists.frame}>
        {may && <MarkBar alerts={alerts} chosen={selection} onChoose={choose} marks={marks} />}
        {groupsOf(alerts, grouping, t).map(group => (
          <section key={group.key} {...(isGrouped && { 'aria-label': group.name ?? label })}>
            {isGrouped && (
              <h2 className={classes.group}>
                {group.name}{' '}
                <span className={classes.count}>{formatNumber(group.alerts.length)}</span>
              </h2>
            )}
            <ul className={lists.lines} aria-label={group.name ?? label}>
              {group.alerts.map(alert => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  open={openAlertId === alert.id}
                  onOpen={open}
                  {...(may && {
                    checked: selection.has(alert.id),
                    onCheck: toggle,
                    onAcknowledge: () => work('e', [alert]),
                  })}
                />
              ))}
            </ul>
          </section>
        ))}
        {may && <KeyHints />}
      </div>
      {dialogs}
      <div className={lists.pages}>
        <Pagination
          page={page}
          pages={pages}
          onChange={to => {
            choose([])
            onPage(to)
          }}
        />
      </div>
    </>
  )
}

const hints = ['e', 'a', 's', 'm', 'x'] as const
/** The keys of the list, in a line below it. */
function KeyHints() {
  const { t } = useTranslation()
  return (
    <p className={classes.keys}>
      {hints.map(key => (
        <span key={key}>
          <Kbd>{key}</Kbd> {t(`incidents.key.${key}`)}
        </span>
      ))}
    </p>
  )
}
