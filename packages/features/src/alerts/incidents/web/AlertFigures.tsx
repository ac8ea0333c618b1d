// The value that broke the rule of an alert: where, how much, and the limit that it exceeded or what was ordered.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert } from '../contract.ts'
import classes from './alerts.module.css'

export function AlertFigures({
  measured,
}: {
  readonly measured: NonNullable<ActiveAlert['measured']>
}) {
  const { t } = useTranslation()
  const { place, value, limit, ordered, unit, decimals = 0 } = measured
  const format = (figure: number) =>
    formatNumber(figure, { ...(unit !== undefined && { unit }), decimals })
  return (
    <span className={classes.measured}>
      {place !== undefined && `${place}\u00a0`}
      {value !== undefined && <strong>{format(value)}</strong>}
      {limit !== undefined && ` · ${t('incidents.limit', { limit: format(limit) })}`}
      {ordered !== undefined && ` · ${t('incidents.ordered', { ordered: format(ordered) })}`}
    </span>
  )
}
