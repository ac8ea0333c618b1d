// The fuel burned this month and this quarter, for the tax.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Title } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReportButton } from '../../reports/reports/web/ReportButton.tsx'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import classes from './carbontax.module.css'
import { type CarbonBlock, type CarbonData, data } from './contract.ts'
import { carbontaxReport } from './report-services.ts'
import { hoursBetween } from './rules.ts'

/** Interval of polling, ms: hours grow slowly, and events of a refrigeration unit's hours reach only those who may see the unit. */
const REFETCH_MS = 5 * 60_000

const CarbontaxPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const {
    data: carbon,
    error,
    refetch,
  } = useQuery({ ...query(data, { params: { id: vehicle.id } }), refetchInterval: REFETCH_MS })
  if (carbon === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
  const { hours_of, average_consumption, month, quarter } = carbon
  if (hours_of === null)
    return (
      <Empty icon={IconGauge} title={t('carbontax.no_data')} text={t('carbontax.no_data_text')} />
    )
  return (
    <>
      <section className={shared.section} aria-label={t(`carbontax.basis.${hours_of}`)}>
        <div className={shared.grid}>
          <Stat
            label={t(`carbontax.basis.${hours_of}`)}
            value={quarter.end_hours}
            unit="h"
            decimals={1}
            at={quarter.end_datetime}
          />
          <Stat
            label={t('carbontax.average')}
            value={average_consumption}
            unit="l/h"
            decimals={1}
            why={t('carbontax.no_average')}
          />
        </div>
      </section>
      <Block title={t('carbontax.month')} block={month} average={average_consumption} />
      <Block title={t('carbontax.quarter')} block={quarter} average={average_consumption} />
      <div className={shared.section}>
        <ReportButton
          types={['custom']}
          services={[carbontaxReport.service]}
          vehicle={vehicle}
          fullWidth
        />
      </div>
    </>
  )
}
export default CarbontaxPanel

function Block({
  title,
  block,
  average,
}: {
  readonly title: string
  readonly block: CarbonBlock
  readonly average: CarbonData['average_consumption']
}) {
  const { t } = useTranslation()
  const { start, end, start_datetime, end_datetime, start_hours, end_hours, consumption, alert } =
    block
  const unread = t('carbontax.no_hours')
  return (
    <section className={shared.section} aria-label={title}>
      <div className={classes.head}>
        <Title order={3}>{title}</Title>
        <span className={shared.quiet}>
          {t('carbontax.period', {
            start: formatDateTime(start, 'date'),
            end: formatDateTime(end, 'date'),
          })}
        </span>
      </div>
      <div className={shared.grid}>
        <Stat
          label={t('carbontax.consumption')}
          value={consumption}
          unit="l"
          decimals={1}
          why={average === null ? t('carbontax.no_average') : unread}
        />
        <Stat
          label={t('carbontax.hours')}
          value={hoursBetween(block)}
          unit="h"
          decimals={1}
          why={unread}
        />
        <HoursStat label={t('carbontax.start_hours')} hours={start_hours} at={start_datetime} />
        <HoursStat label={t('carbontax.end_hours')} hours={end_hours} at={end_datetime} />
      </div>
      {alert !== 0 && (
        <p className={classes.alert}>
          <Severity level={1} />
          {t(`carbontax.alert.${alert}`)}
        </p>
      )}
    </section>
  )
}

/** Hours, with the time of their reading. */
function HoursStat({
  label,
  hours,
  at,
}: {
  readonly label: string
  readonly hours: number | null
  readonly at: string | null
}) {
  const { t } = useTranslation()
  return (
    <Stat
      label={label}
      value={hours}
      unit="h"
      decimals={1}
      why={t('carbontax.no_hours')}
      after={
        at !== null && (
          <span className={classes.read}>{t('carbontax.read_at', { at: formatDateTime(at) })}</span>
        )
      }
    />
  )
}
