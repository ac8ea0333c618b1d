// The alerts dropdown: what is wrong now, on which vehicle, since when; where; each leads to its vehicle and its place on the map.
import { query } from '@flotta/ui/api.ts'
import { BarHead, BarList, BarWords, barRow } from '@flotta/ui/BarList.tsx'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Text } from '@mantine/core'
import { IconBellRinging, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActiveAlert, active } from '../contract.ts'
import { AlertPlace } from './AlertPlace.tsx'
import classes from './alerts.module.css'
import { leadsTo } from './leads.ts'

/** Read again every 60 s (P §4) and whenever the live stream says that incidents changed (it invalidates this path). */
const shown = query(active, { query: { page: 1, per_page: 50 } })

export function AlertsMenu({ look = 'bar' }: { readonly look?: 'bar' | 'tab' }) {
  const { t } = useTranslation()
  const [notify, setNotify] = usePreference('notify_alerts')
  const { data, error, refetch } = useQuery({ ...shown, refetchInterval: 60_000 })
  useNewAlarms(data?.data, notify)
  const total = data?.meta.total ?? 0
  const alarms = data?.data.some(a => a.severity === 2) === true
  return (
    <BarPanel
      label={t('alerts.title')}
      word={t('alerts.tab')}
      icon={IconBellRinging}
      count={notify ? total : 0}
      countLabel={t('alerts.count', { count: total })}
      color={alarms ? 'red' : 'blue'}
      width={400}
      look={look}
    >
      {close => (
        <>
          <BarHead title={t('alerts.title')} label={t('alerts.notify')} checked={notify} onChange={setNotify} />
          {data === undefined && error === null && <SkeletonRows rows={4} height={52} />}
          {data === undefined && error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
          {data?.data.length === 0 && <Empty title={t('alerts.none')} text={t('alerts.none_text')} icon={IconCircleCheck} />}
          <BarList>
            {data?.data.map(alert => (
              <li key={alert.id}>
                <Link to="/global-map" search={leadsTo(alert)} className={barRow} onClick={close}>
                  <BarWords
                    mark={<Severity level={alert.severity} size={18} />}
                    what={
                      <span>
                        {alert.description}
                        {alert.subject !== undefined && ` · ${alert.subject}`}
                      </span>
                    }
                    where={
                      <>
                        {alert.plate ?? t('alerts.no_plate')} · <RelativeTime at={alert.created_at} />
                        <AlertPlace alert={alert} />
                      </>
                    }
                  />
                </Link>
              </li>
            ))}
          </BarList>
          {data !== undefined && total > data.data.length && (
            <Text size="xs" c="dimmed" pt="sm" ta="center">
              {t('alerts.more', { count: total - data.data.length })}
            </Text>
          )}
          <Link to="/active-alerts" className={classes.all} onClick={close}>
            {t('alerts.see_all')}
          </Link>
        </>
      )}
    </BarPanel>
  )
}

/** Announces alarms (severity 2) that were not there at the last reading. */
function useNewAlarms(alerts: readonly ActiveAlert[] | undefined, notify: boolean): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (alerts === undefined) return
    const before = known.current
    known.current = new Set(alerts.map(a => a.id))
    if (before === null || !notify) return
    for (const alert of alerts.filter(a => a.severity === 2 && !before.has(a.id)).slice(0, 3))
      toast.alarm(alert.description, {
        id: alert.id,
        title: alert.plate ?? t('alerts.no_plate'),
        action: { label: t('alerts.show'), onClick: () => void navigate({ to: '/global-map', search: leadsTo(alert) }) },
      })
  }, [alerts, notify, navigate, t])
}
