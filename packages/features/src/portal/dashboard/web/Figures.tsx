// The summary figures, each with its increase in the last 30 days and a link to what it counts.
import { formatNumber } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import type { Dashboard, Figure } from '../contract.ts'
import classes from './dashboard.module.css'

const figureNames = ['alerts', 'vehicles', 'users', 'reports', 'customers'] as const
type FigureName = (typeof figureNames)[number]
/** The screen of what is counted. */
const screens: Readonly<Record<FigureName, string>> = {
  alerts: '/active-alerts',
  vehicles: '/vehicles',
  users: '/users',
  reports: '/reports',
  customers: '/customers',
}

/** undefined while loading */
export function Figures({ dashboard }: { readonly dashboard: Dashboard | undefined }) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const routes: object = useRouter().routesByPath
  const leads = (name: FigureName) =>
    screens[name] in routes && (name !== 'customers' || user.max_users > 0)
  return (
    <ul className={classes.figures} aria-label={t('dashboard.figures')}>
      {figureNames.map(name => {
        const inner = <FigureContent name={name} figure={dashboard?.[name]} />
        return (
          <li key={name}>
            {leads(name) ? (
              <Link to={screens[name]} className={classes.figure}>
                {inner}
              </Link>
            ) : (
              <div className={classes.figure}>{inner}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function FigureContent({
  name,
  figure,
}: {
  readonly name: FigureName
  readonly figure: Figure | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <span className={classes.label}>{t(`dashboard.figure.${name}`)}</span>
      {figure === undefined ? (
        <Skeleton height={24} width={56} my={2} />
      ) : (
        <span className={classes.total} data-figure={name}>
          {formatNumber(figure.total)}
        </span>
      )}
      <span className={classes.increment}>
        {figure === undefined
          ? ''
          : t('dashboard.increment', { change: withSign(figure.increment) })}
      </span>
    </>
  )
}
const withSign = (change: number): string =>
  change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`
