// The services: a link to each page, with the number of vehicles that have the service and the number of its open alerts.
import { query } from '@flotta/ui/api.ts'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePins } from '../../../map/global-map/web/usePins.ts'
import { dashboard } from '../../../portal/dashboard/contract.ts'
import { isAbout, type Page, pages, titleOf } from '../pages.ts'
import classes from './overviews.module.css'
import { PageIcon } from './PageIcon.tsx'

/** Read again every 60 s, like the dashboard. */
const dashboardQuery = { ...query(dashboard, {}), refetchInterval: 60_000 }

export default function ServicesScreen() {
  const { t } = useTranslation()
  const { data: pins } = usePins()
  const { data: dashboard } = useQuery(dashboardQuery)
  const open = ({ alerts }: Page): number => {
    const counts: Readonly<Record<string, number>> = Object.assign(
      {},
      ...Object.values(dashboard?.services ?? {}),
    )
    return alerts.reduce((sum, code) => sum + (counts[code] ?? 0), 0)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageTitle />
      </header>
      <ul className={classes.cards}>
        {pages.map(page => {
          const vehicles = pins?.filter(pin => isAbout(page, pin.active_agreements)).length
          const alerts = open(page)
          return (
            <li key={page.name}>
              <Link
                to="/services/$service"
                params={{ service: page.name }}
                className={classes.card}
                data-none={vehicles === 0 || undefined}
              >
                <span className={classes.picture}>
                  <PageIcon page={page} />
                </span>
                <span className={classes.cardWords}>
                  <strong>{t(titleOf(page))}</strong>
                  <small>{t(`overviews.page.${page.name}.about`)}</small>
                  <small className={classes.numbers}>
                    {vehicles === undefined
                      ? ''
                      : vehicles === 0
                        ? t('overviews.not_active')
                        : t('overviews.vehicles', {
                            count: vehicles,
                            total: formatNumber(vehicles),
                          })}
                    {alerts > 0 &&
                      ` · ${t('overviews.open', { count: alerts, total: formatNumber(alerts) })}`}
                  </small>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
