// The alerts of a page, grouped by vehicle or by driver on request. Users with the right handle them with pointer or keys.
import type { Result } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import lists from '@flotta/ui/list.module.css'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useExistingPage } from '@flotta/ui/useExistingPage.ts'
import { Kbd } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import {
  type ActiveAlert,
  acknowledge,
  type active,
  type history,
} from '../../incidents/contract.ts'
import { AlertRow } from './AlertRow.tsx'
import classes from './activealerts.module.css'
import { type AlertGrouping, groupsOf } from './groups.ts'
import { MarkBar } from './MarkBar.tsx'
import { useAlertKeys } from './useAlertKeys.ts'
import type { AlertsAddress } from './useAlertsAddress.ts'
import { useAlertWork } from './useAlertWork.tsx'

type AlertsQuery =
  | UseQueryResult<Result<typeof active>, Error>
  | UseQueryResult<Result<typeof history>, Error>
interface ListProps {
  readonly found: AlertsQuery
  readonly address: AlertsAddress
  readonly label: string
  readonly none: Parameters<typeof Empty>[0]
}
/** The selected alerts, and the one whose row is unfolded. */
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

export function AlertsList({
  found: { data, error, refetch },
  address: { page, change, isFiltered, search, tab },
  label,
  none,
}: ListProps) {
  const { t } = useTranslation()
  const alerts: readonly ActiveAlert[] | undefined = data?.data
  const turn = (to: number) => change({ page: to === 1 ? undefined : to })
  useExistingPage(page, data?.meta.total_pages, turn)
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
      onPage={turn}
    />
  )
}

interface AlertsProps {
  readonly alerts: readonly ActiveAlert[]
  readonly label: string
  /** Alerts of the same vehicle, or of a driver's day, are listed under its name; undefined: no groups. */
  readonly grouping: AlertGrouping | undefined
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}
/** The alerts of a page. Users with the right handle them with the pointer or with keys alone. */
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
/** The keyboard shortcuts of the list, in a line below it. */
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
