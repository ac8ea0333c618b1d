// The head of the screens of reports: those that were made, and those that make themselves, stand beside each other as two addresses.
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './reports.module.css'

export interface ReportsHeadProps {
  readonly unread?: number
  readonly children?: ReactNode
}
export function ReportsHead({ unread = 0, children }: ReportsHeadProps) {
  const { t } = useTranslation()
  return (
    <>
      <header className={classes.head}>
        <div className={classes.title}>
          <PageTitle />
          {unread > 0 && (
            <Badge variant="light" size="lg" tt="none" fw={550}>
              {t('reports.unread', { count: unread })}
            </Badge>
          )}
        </div>
        {children}
      </header>
      <nav className={classes.tabs} aria-label={t('reports.parts')}>
        <Link to="/reports" activeOptions={{ exact: true, includeSearch: false }} className={classes.tab}>
          {t('reports.made')}
        </Link>
        <Link to="/reports/schedules" activeOptions={{ includeSearch: false }} className={classes.tab}>
          {t('schedules.title')}
        </Link>
      </nav>
    </>
  )
}
