// The four figures of the period, each with a small chart over time. A click opens the rows behind it.
import { query } from '@flotta/ui/api.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Breakdown, breakdown, stats } from '../contract.ts'
import { average } from '../rules.ts'
import type { Tab } from './address.ts'
import classes from './tcos.module.css'
import { addressOf, type Costs } from './useCosts.ts'
import { euro, sliceWord } from './words.ts'

/** The figures and their parts, for the selected months and fleets. */
export function useFigures({ period, fleets, ready }: Costs) {
  const call = { query: { period, fleets } }
  return {
    total: useQuery({ ...query(stats, call), enabled: ready, placeholderData: keepPreviousData }),
    parts: useQuery({
      ...query(breakdown, call),
      enabled: ready,
      placeholderData: keepPreviousData,
    }),
  }
}

type Slice = Breakdown['slices'][number]
interface Figure {
  readonly key: 'total_cost' | 'average_cost' | 'total_activities' | 'n_vehicles'
  /** The tab with the rows behind the figure. */
  readonly tab: Tab
  readonly type: 'bar' | 'line'
  readonly of: (
    part: Pick<Slice, 'total_cost' | 'n_vehicles' | 'total_activities'>,
  ) => number | null
  readonly write: (value: number | null) => string
}
const figures: readonly Figure[] = [
  { key: 'total_cost', tab: 'activities', type: 'bar', of: p => p.total_cost, write: euro },
  {
    key: 'average_cost',
    tab: 'vehicles',
    type: 'line',
    of: p => average(p.total_cost, p.n_vehicles),
    write: euro,
  },
  {
    key: 'total_activities',
    tab: 'activities',
    type: 'bar',
    of: p => p.total_activities,
    write: value => formatNumber(value),
  },
  {
    key: 'n_vehicles',
    tab: 'vehicles',
    type: 'bar',
    of: p => p.n_vehicles,
    write: value => formatNumber(value),
  },
]

export function Figures({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { total, parts } = useFigures(costs)
  const { period } = costs
  const error = total.error ?? parts.error
  if (total.data === undefined && error !== null)
    return (
      <div className={classes.failed}>
        <LoadError
          error={error}
          onRetry={() => void Promise.all([total.refetch(), parts.refetch()])}
        />
      </div>
    )
  return (
    <ul className={classes.figures} aria-label={t('tcos.figures')}>
      {figures.map(({ key, tab, type, of: figureOf, write }) => (
        <li key={key}>
          <Link to="/tcos" search={addressOf({ period, tab })} className={classes.figure ?? ''}>
            <span className={classes.figureLabel}>{t(`tcos.figure.${key}`)}</span>
            {total.data === undefined ? (
              <Skeleton height={28} width="60%" />
            ) : (
              <span
                className={classes.figureValue}
                data-busy={total.isPlaceholderData || undefined}
              >
                {write(figureOf(total.data))}
              </span>
            )}
            <span className={classes.figureChart}>
              {parts.data !== undefined && (
                <Chart
                  small
                  type={type}
                  label={t(`tcos.figure.${key}`)}
                  data={{
                    labels: parts.data.slices.map(slice => sliceWord(slice.from, period)),
                    series: [
                      { label: t(`tcos.figure.${key}`), values: parts.data.slices.map(figureOf) },
                    ],
                  }}
                />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
