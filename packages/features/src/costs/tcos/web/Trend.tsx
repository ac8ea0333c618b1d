// Costs over the months, and by type.
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { largest } from '@flotta/ui/chart/data.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useTranslation } from 'react-i18next'
import { sum } from '../rules.ts'
import { useFigures } from './Figures.tsx'
import classes from './tcos.module.css'
import type { Costs } from './useCosts.ts'
import { partWord, sliceWord } from './words.ts'

/** Slices of the doughnut; the smallest types are merged into one. */
const MAX_SLICES = 8

export default function Trend({ costs }: { readonly costs: Costs }) {
  const { t } = useTranslation()
  const { parts } = useFigures(costs)
  const { data, error } = parts
  if (data === undefined)
    return (
      <div className={classes.failed}>
        <LoadingRows error={error} onRetry={() => void parts.refetch()} rows={7} />
      </div>
    )
  const { shown: largestTypes, rest } = largest(data.types, MAX_SLICES, type => type.total_cost)
  const labels = [
    ...largestTypes.map(type => type.type_name),
    ...(rest.length > 0 ? [t('tcos.others')] : []),
  ]
  const values = [
    ...largestTypes.map(type => type.total_cost),
    ...(rest.length > 0 ? [sum(rest.map(type => type.total_cost))] : []),
  ]
  const none = data.types.length === 0
  return (
    <div className={classes.trend}>
      <section className={classes.panel}>
        <Chart
          type="bar"
          label={t('tcos.over_time')}
          unit="€"
          decimals={2}
          of={partWord(costs.period)}
          data={{
            labels: data.slices.map(slice => sliceWord(slice.from, costs.period)),
            series: [
              {
                label: t('tcos.figure.total_cost'),
                values: data.slices.map(slice => (none ? null : slice.total_cost)),
              },
            ],
          }}
        />
      </section>
      <section className={classes.panel}>
        <Chart
          type="doughnut"
          label={t('tcos.by_type')}
          unit="€"
          decimals={2}
          of={t('tcos.type')}
          data={{ labels, series: [{ label: t('tcos.figure.total_cost'), values }] }}
        />
      </section>
    </div>
  )
}
