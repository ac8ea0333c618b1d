// The reports that were made, and those that make themselves, stand beside each other as two addresses.
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
