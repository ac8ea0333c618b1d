// The summary figures, each with its increase and its line of the last 30 days, and a link to what it counts.
import { laterQuery } from '@flotta/ui/api.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import { type Dashboard, type Figure, type Trends, trends } from '../contract.ts'
import classes from './dashboard.module.css'
import { TrendLine } from './TrendLine.tsx'

const figureNames = ['alerts', 'vehicles', 'users', 'reports', 'customers'] as const
type FigureName = (typeof figureNames)[number]
/** The screen with the rows behind each figure. */
const screens: Readonly<Record<FigureName, string>> = {
  alerts: '/active-alerts',
  vehicles: '/vehicles',
  users: '/users',
  reports: '/reports',
  customers: '/customers',
}

/** As long as the server caches them. */
const trendsQuery = { ...laterQuery(trends, {}), staleTime: 600_000, refetchInterval: 600_000 }

/** undefined while loading */
export function Figures({ dashboard }: { readonly dashboard: Dashboard | undefined }) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const { data: lines } = useQuery(trendsQuery)
  const routes: object = useRouter().routesByPath
  const leads = (name: FigureName) =>
    screens[name] in routes && (name !== 'customers' || user.max_users > 0)
  return (
    <ul className={classes.figures} aria-label={t('dashboard.figures')}>
      {figureNames.map(name => {
        const inner = <FigureContent name={name} figure={dashboard?.[name]} trend={lines?.[name]} />
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
  trend,
}: {
  readonly name: FigureName
  readonly figure: Figure | undefined
  readonly trend: Trends[FigureName] | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <span className={classes.label}>{t(`dashboard.figure.${name}`)}</span>
      {trend !== undefined && trend.length > 0 && <TrendLine values={trend} />}
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
