// The open alerts of a service, on all vehicles or on one, newest first.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { active } from '../../../alerts/incidents/contract.ts'
import { AlertAge } from '../../../alerts/incidents/web/AlertAge.tsx'
import { leadsTo } from '../../../alerts/incidents/web/leads.ts'
import type { Page } from '../pages.ts'
import classes from './overviews.module.css'

/** The most alerts listed here; the screen of active alerts has the rest. */
const MOST = 8

export function OpenAlerts({ page, vehicle }: { readonly page: Page; readonly vehicle?: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(active, {
      query: { alerts: page.alerts.join(','), vehicle_id: vehicle, per_page: MOST },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const total = data?.meta.total ?? 0
  return (
    <section className={classes.block} aria-labelledby="open-alerts">
      <h2 id="open-alerts" className={classes.blockTitle}>
        {t('incidents.title')}
        {total > 0 && <span className="flotta-quiet">{formatNumber(total)}</span>}
      </h2>
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
      ) : data.data.length === 0 ? (
        <p className={classes.nothing}>{t('overviews.no_alerts')}</p>
      ) : (
        <ul className={classes.lines}>
          {data.data.map(alert => (
            <li key={alert.id}>
              <Link to="/global-map" search={leadsTo(alert)} className={classes.line}>
                <Severity level={alert.severity} size={16} />
                <span className={classes.grow}>
                  {alert.description}
                  {alert.subject !== undefined && ` · ${alert.subject}`}
                </span>
                {vehicle === undefined && <strong>{alert.plate ?? t('incidents.no_plate')}</strong>}
                <span className={classes.age}>
                  <AlertAge alert={alert} every={60} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {page.service !== undefined && total > MOST && (
        <Link to="/active-alerts" search={{ service: page.service }} className={classes.more}>
          {t('incidents.see_all')}
        </Link>
      )}
    </section>
  )
}
