// The figures of a receipt's sensors, as a table: on A4 a line for each, on a roll the sensor stands above its figures.
import { formatDay } from '@flotta/core/time.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Receipt as Data, Paper } from '../contract.ts'
import { limitsOf } from '../verdict.ts'
import classes from './receipt.module.css'
import { clockIn, degrees } from './words.ts'

interface PartProps {
  readonly receipt: Data
}

/** For each sensor its limits, extremes with times, means, time outside, and completeness. */
export function ReceiptFigures({ receipt, paper }: PartProps & { readonly paper: Paper }) {
  const { t } = useTranslation()
  const { statistics, timezone } = receipt
  const isWide = paper === 'a4'
  return (
    <table className={classes.statistics}>
      <caption>{t('printing.receipt.unit')}</caption>
      <thead>
        <tr>
          {isWide && <th scope="col">{t('printing.receipt.sensor')}</th>}
          {isWide && <th scope="col">{t('printing.receipt.limits')}</th>}
          <th scope="col">{t('printing.receipt.min')}</th>
          <th scope="col">{t('printing.receipt.max')}</th>
          <th scope="col">{t('printing.receipt.average')}</th>
          <th scope="col">{t('printing.receipt.mean_kinetic')}</th>
          {isWide && <th scope="col">{t('printing.receipt.outside')}</th>}
          <th scope="col">{t('printing.receipt.received')}</th>
        </tr>
      </thead>
      <tbody>
        {statistics.map(figures => (
          <Fragment key={figures.sensor}>
            {!isWide && <SensorLine receipt={receipt} figures={figures} />}
            <tr>
              {isWide && (
                <th scope="row">
                  <SensorName receipt={receipt} sensor={figures.sensor} />
                </th>
              )}
              {isWide && <td>{limitsText(receipt, figures.sensor)}</td>}
              <td>
                {degrees(figures.min)}
                <small>{clockIn(figures.min_at, timezone)}</small>
              </td>
              <td>
                {degrees(figures.max)}
                <small>{clockIn(figures.max_at, timezone)}</small>
              </td>
              <td>{degrees(figures.average)}</td>
              <td>{degrees(figures.mean_kinetic)}</td>
              {isWide && <td>{formatNumber(figures.minutes_outside, { unit: 'min' })}</td>}
              <td>{formatNumber(figures.completeness, { unit: '%', decimals: 1 })}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
      {statistics.some(({ mean_kinetic }) => mean_kinetic !== null) && (
        <tfoot>
          <tr>
            <td colSpan={isWide ? 8 : 5}>{t('printing.receipt.mean_kinetic_text')}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** The sensor of a roll stands above its figures, with its limits and how long it was outside. */
function SensorLine({
  receipt,
  figures: { sensor, minutes_outside },
}: PartProps & { readonly figures: Data['statistics'][number] }) {
  const { t } = useTranslation()
  const facts = [
    `${t('printing.receipt.limits')} ${limitsText(receipt, sensor)}`,
    minutes_outside === null
      ? ''
      : `${t('printing.receipt.outside')} ${formatNumber(minutes_outside, { unit: 'min' })}`,
  ]
  return (
    <tr className={classes.sensor}>
      <th scope="rowgroup" colSpan={5}>
        <SensorName receipt={receipt} sensor={sensor} />
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </th>
    </tr>
  )
}

const limitsText = (receipt: Data, sensor: string): string =>
  limitsOf(sensor, receipt)
    .map(({ low, high }) => `${degrees(low)} … ${degrees(high)}`)
    .join('; ') || '—'

/** The sensor with its compartment, its serial number and its last check, where these are known. */
function SensorName({ receipt, sensor }: PartProps & { readonly sensor: string }) {
  const { t } = useTranslation()
  const [limit] = limitsOf(sensor, receipt)
  const data = receipt.sensors.find(s => s.sensor === sensor)
  const details = [
    data?.serial == null ? '' : t('printing.receipt.sensor_serial', { serial: data.serial }),
    data?.checked == null
      ? ''
      : t('printing.receipt.sensor_checked', { day: formatDay(data.checked) }),
  ].filter(Boolean)
  return (
    <>
      {sensor}
      {limit !== undefined &&
        ` · ${t('printing.receipt.compartment', { number: limit.compartment })}`}
      {details.length > 0 && <small>{details.join(' · ')}</small>}
    </>
  )
}
