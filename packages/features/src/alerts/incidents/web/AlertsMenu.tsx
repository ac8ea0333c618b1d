// The alerts dropdown: the open alerts that nobody has acknowledged, with vehicle, age and place. Each leads to its vehicle and place on the map, and can be acknowledged here.
import { query } from '@flotta/ui/api.ts'
import { BarHead, BarList, BarWords, barRow } from '@flotta/ui/BarList.tsx'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconBellRinging, IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type ActiveAlert, acknowledge, active } from '../contract.ts'
import { AlertAge } from './AlertAge.tsx'
import { AlertPlace } from './AlertPlace.tsx'
import { AlertPreferences } from './AlertPreferences.tsx'
import classes from './alerts.module.css'
import { leadsTo } from './leads.ts'
import { useMarks } from './useMarks.ts'
import { useNewAlerts } from './useNewAlerts.ts'

/** Read again every 60 s, and whenever the live stream says that incidents changed (it invalidates this path). */
const openAlertsQuery = query(active, { query: { acknowledged: '0', page: 1, per_page: 50 } })

export function AlertsMenu({ look = 'bar' }: { readonly look?: 'bar' | 'tab' }) {
  const { t } = useTranslation()
  const [notify, setNotify] = usePreference('notify_alerts')
  const openAlerts = useOpenAlerts(notify)
  const { alerts, total, acknowledged } = openAlerts
  const hasAlarm = alerts?.some(a => a.severity === 2) === true
  return (
    <BarPanel
      label={t('incidents.title')}
      word={t('incidents.tab')}
      icon={IconBellRinging}
      count={notify ? total : 0}
      countLabel={t('incidents.count', { count: total })}
      color={hasAlarm ? 'red' : 'blue'}
      width={400}
      look={look}
    >
      {close => (
        <>
          <BarHead
            title={t('incidents.title')}
            label={t('incidents.notify')}
            checked={notify}
            onChange={setNotify}
          />
          <AlertsList openAlerts={openAlerts} onFollow={close} />
          {acknowledged > 0 && (
            <Link
              to="/active-alerts"
              search={{ ack: 'yes' }}
              className={classes.quiet}
              onClick={close}
            >
              {t('incidents.acknowledged_count', { count: acknowledged })}
            </Link>
          )}
          <AlertPreferences />
          <Link to="/active-alerts" className={classes.all} onClick={close}>
            {t('incidents.see_all')}
          </Link>
        </>
      )}
    </BarPanel>
  )
}

/** The open alerts that nobody has acknowledged, and how many there are of them and of the acknowledged ones. */
function useOpenAlerts(notify: boolean) {
  const { data, error, refetch } = useQuery({ ...openAlertsQuery, refetchInterval: 60_000 })
  useNewAlerts(data?.data, notify)
  const marks = useMarks()
  const mayAcknowledge = useMay(acknowledge)
  // An acknowledged alert disappears before the server has answered.
  const alerts = data?.data.filter(a => a.acknowledged_at === null)
  const justAcknowledged = (data?.data.length ?? 0) - (alerts?.length ?? 0)
  return {
    alerts,
    error,
    onRetry: () => void refetch(),
    total: Math.max(0, (data?.meta.total ?? 0) - justAcknowledged),
    acknowledged: (data?.meta.acknowledged ?? 0) + justAcknowledged,
    /** undefined: the user may not acknowledge alerts. */
    onAcknowledge: mayAcknowledge ? (id: string) => marks.acknowledge([id]) : undefined,
  }
}

function AlertsList({
  openAlerts: { alerts, error, onRetry, total, acknowledged, onAcknowledge },
  onFollow,
}: {
  readonly openAlerts: ReturnType<typeof useOpenAlerts>
  readonly onFollow: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      {alerts === undefined && <LoadingRows error={error} onRetry={onRetry} rows={4} height={52} />}
      {alerts?.length === 0 && (
        <Empty
          title={t(acknowledged > 0 ? 'incidents.none_new' : 'incidents.none')}
          text={t(acknowledged > 0 ? 'incidents.none_new_text' : 'incidents.none_text')}
          icon={IconCircleCheck}
        />
      )}
      <BarList>
        {alerts?.map(alert => (
          <AlertItem
            key={alert.id}
            alert={alert}
            onFollow={onFollow}
            onAcknowledge={onAcknowledge}
          />
        ))}
      </BarList>
      {alerts !== undefined && total > alerts.length && (
        <Text size="xs" c="dimmed" pt="sm" ta="center">
          {t('incidents.more', { count: total - alerts.length })}
        </Text>
      )}
    </>
  )
}

function AlertItem({
  alert,
  onFollow,
  onAcknowledge,
}: {
  readonly alert: ActiveAlert
  readonly onFollow: () => void
  readonly onAcknowledge: ((id: string) => void) | undefined
}) {
  const { t } = useTranslation()
  const plate = alert.plate ?? t('incidents.no_plate')
  return (
    <li className={classes.item}>
      <Link to="/global-map" search={leadsTo(alert)} className={barRow} onClick={onFollow}>
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
              {plate} · <AlertAge alert={alert} />
              <AlertPlace alert={alert} />
            </>
          }
        />
      </Link>
      {onAcknowledge !== undefined && (
        <Tooltip label={t('incidents.acknowledge')} position="left">
          <ActionIcon
            className={classes.act ?? ''}
            aria-label={t('incidents.acknowledge_this', { alert: alert.description, plate })}
            onClick={() => onAcknowledge(alert.id)}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
