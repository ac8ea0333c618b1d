// The open alerts of the vehicle: severity, name, time and place.
import { Empty } from '@flotta/ui/Empty.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert } from '../../../alerts/incidents/contract.ts'
import { AlertAge } from '../../../alerts/incidents/web/AlertAge.tsx'
import { AlertPlace } from '../../../alerts/incidents/web/AlertPlace.tsx'
import shared from '../../panel.module.css'

export function Events({ alerts }: { readonly alerts: readonly ActiveAlert[] }) {
  const { t } = useTranslation()
  if (alerts.length === 0)
    return (
      <Empty
        icon={IconCircleCheck}
        title={t('system.no_events')}
        text={t('system.no_events_text')}
      />
    )
  const alertsBySeverity = [...alerts].sort(
    (a, b) => b.severity - a.severity || (a.created_at < b.created_at ? 1 : -1),
  )
  return (
    <ul>
      {alertsBySeverity.map(alert => (
        <li key={alert.id} className={shared.row}>
          <Severity level={alert.severity} />
          <div className={shared.grow}>
            {alert.description}
            <div className={shared.quiet}>
              {formatDateTime(alert.created_at)}
              <AlertPlace alert={alert} />
              {alert.acknowledged_by !== null &&
                ` · ${t('incidents.acknowledged_by', { name: alert.acknowledged_by })}`}
            </div>
          </div>
          <span className={shared.quiet}>
            <AlertAge alert={alert} />
          </span>
        </li>
      ))}
    </ul>
  )
}
