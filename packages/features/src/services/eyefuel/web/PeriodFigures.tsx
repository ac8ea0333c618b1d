// The fuel figures of a period: first and last level, refuelled, stolen, burned, as in reports.

import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY } from '@flotta/ui/range.ts'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import type { Period } from '../../web/usePeriod.ts'
import { balance } from '../contract.ts'
import classes from './eyefuel.module.css'

export function PeriodFigures({
  vehicle,
  period: { range, isOpen },
}: {
  readonly vehicle: Vehicle
  readonly period: Pick<Period, 'range' | 'isOpen'>
}) {
  const { t } = useTranslation()
  // A period that ends now includes what follows.
  const to = isOpen ? range.from + HISTORY_MAX_DAYS * DAY : range.to
  const period = {
    period_from: instantOf(range.from),
    period_to: instantOf(to),
  }
  const { data } = useQuery({
    ...query(balance, { params: { id: vehicle.id }, query: period }),
    placeholderData: keepPreviousData,
    meta: { grows: isOpen },
  })
  if (data === undefined || data.level_to === null) return null
  const { level_from, level_to, refuelled, stolen, burned, per_100_km, doubt } = data
  const percent = (level: number | null) => formatNumber(level, { unit: '%' })
  const isImplausible = doubt !== null && doubt !== 'capacity'
  return (
    <section aria-label={t('eyefuel.balance.title')} className={classes.balance}>
      <div className={shared.grid}>
        <Stat
          label={t('eyefuel.balance.level')}
          value={`${percent(level_from)} → ${percent(level_to)}`}
        />
        <Stat label={t('eyefuel.report.refuelled')} value={refuelled} unit="l" decimals={1} />
        <Stat label={t('eyefuel.report.stolen')} value={stolen} unit="l" decimals={1} />
        <Stat
          label={t('eyefuel.report.burned')}
          value={isImplausible ? t('eyefuel.implausible') : burned}
          unit="l"
          decimals={1}
        />
        <Stat label={t('eyefuel.report.per_100_km')} value={per_100_km} unit="l" decimals={1} />
      </div>
      {doubt !== null && <p className={shared.quiet}>{t(`eyefuel.doubt.${doubt}`)}</p>}
    </section>
  )
}
