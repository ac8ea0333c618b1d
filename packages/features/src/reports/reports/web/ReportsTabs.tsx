// The tabs of the two addresses: reports and scheduled reports.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './reports.module.css'

export function ReportsTabs() {
  const { t } = useTranslation()
  return (
    <nav className={classes.tabs} aria-label={t('reports.parts')}>
      <Link
        to="/reports"
        activeOptions={{ exact: true, includeSearch: false }}
        className={classes.tab}
      >
        {t('reports.made')}
      </Link>
      <Link
        to="/reports/schedules"
        activeOptions={{ includeSearch: false }}
        className={classes.tab}
      >
        {t('schedules.title')}
      </Link>
    </nav>
  )
}
