// The receipt as it is printed, on A4 or on a roll of 80 mm: whose, of what, sample by sample, signed and to be checked.
import { clockAt } from '@flotta/core/zones.ts'
import { currentLanguage, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { Receipt as Data, Paper } from '../contract.ts'
import { columnsOf, countsOf, linesOf, markOf, type ReceiptLine } from '../lines.ts'
import { Qr } from './Qr.tsx'
import classes from './receipt.module.css'

const dayText = (iso: string): string => `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`
const degrees = (value: number | null, decimals = 1): string => formatNumber(value, { decimals })
const momentIn = (at: number, zone: string): string => {
  const clock = clockAt(at, zone)
  return `${dayText(clock)} ${clock.slice(11)}`
}
/** Day and month are enough inside of five days. */
const clockIn = (at: string | null, zone: string): string => {
  if (at === null) return ''
  const clock = clockAt(Date.parse(at), zone)
  return `${clock.slice(8, 10)}/${clock.slice(5, 7)} ${clock.slice(11)}`
}
/** `setpoint_t1` → `SP1`. */
const setpointName = (setpoint: string): string => `SP${setpoint.slice(-1)}`

export function Receipt({ receipt, paper }: { readonly receipt: Data; readonly paper: Paper }) {
  const { t } = useTranslation()
  const { company, vehicle, timezone, statistics, excursions, code, url } = receipt
  const moment = (at: string): string => momentIn(Date.parse(at), timezone)
  const columns = columnsOf(receipt)
  const counts = countsOf(receipt)
  return (
    <article
      className={classes.receipt}
      data-paper={paper}
      lang={currentLanguage()}
      aria-label={t('printing.receipt.title')}
    >
      <header>
        <div>
          <h2>{t('printing.receipt.title')}</h2>
          <p className={classes.company}>{company.name}</p>
          <p>
            {[company.address, [company.zip_code, company.city].filter(Boolean).join(' ')]
              .filter(Boolean)
              .join(', ')}
          </p>
          {company.vat_id !== null && (
            <p>
              {t('printing.receipt.vat_id')} {company.vat_id}
            </p>
          )}
        </div>
        <Qr text={url} label={t('printing.receipt.qr')} className={classes.qr} />
      </header>
      <dl className={classes.facts}>
        <Fact
          name={t('printing.receipt.vehicle')}
          value={[vehicle.plate, vehicle.model].filter(Boolean).join(' · ')}
        />
        {vehicle.serial !== null && (
          <Fact name={t('printing.receipt.serial')} value={vehicle.serial} />
        )}
        <Fact name={t('printing.receipt.from')} value={moment(receipt.period_from)} />
        <Fact name={t('printing.receipt.to')} value={moment(receipt.period_to)} />
        <Fact
          name={t('printing.receipt.result')}
          value={t(`register.verdict.${receipt.verdict}`)}
        />
        <Fact
          name={t('printing.receipt.issued')}
          value={`${moment(receipt.issued_at)} · ${timezone}`}
        />
        <Fact
          name={t('printing.receipt.samples')}
          value={`${t('printing.receipt.every', { count: counts.samples, minutes: Math.round(receipt.interval / 60) })} · ${t('printing.receipt.out', { count: counts.out })} · ${t('printing.receipt.gaps', { count: counts.gaps })}`}
        />
      </dl>
      {statistics.length > 0 && (
        <table className={classes.statistics}>
          <caption>{t('printing.receipt.unit')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('printing.receipt.sensor')}</th>
              <th scope="col">{t('printing.receipt.min')}</th>
              <th scope="col">{t('printing.receipt.max')}</th>
              <th scope="col">{t('printing.receipt.average')}</th>
              <th scope="col">{t('printing.receipt.received')}</th>
            </tr>
          </thead>
          <tbody>
            {statistics.map(s => (
              <tr key={s.sensor}>
                <th scope="row">{s.sensor}</th>
                <td>
                  {degrees(s.min)}
                  <small>{clockIn(s.min_at, timezone)}</small>
                </td>
                <td>
                  {degrees(s.max)}
                  <small>{clockIn(s.max_at, timezone)}</small>
                </td>
                <td>{degrees(s.average)}</td>
                <td>
                  {s.completeness === null
                    ? ''
                    : formatNumber(s.completeness, { unit: '%', decimals: 1 })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {receipt.since !== null && (
        <p>{t('printing.receipt.since', { at: moment(receipt.since) })}</p>
      )}
      {excursions.length > 0 && (
        <section className={classes.excursions}>
          <h3>{t('printing.receipt.excursions')}</h3>
          <ul>
            {excursions.map(e => (
              <li key={`${e.sensor} ${e.from}`}>
                {t('printing.receipt.excursion', {
                  sensor: e.sensor,
                  from: clockIn(e.from, timezone),
                  to: clockIn(e.to, timezone),
                  count: e.minutes,
                  peak: degrees(e.peak),
                  at: clockIn(e.peak_at, timezone),
                })}
                {e.cause !== null && ` · ${t(`register.cause.${e.cause}`)}`}
                {!e.registered && ' ~'}
              </li>
            ))}
          </ul>
        </section>
      )}
      {receipt.rows.length === 0 ? (
        <p className={classes.none}>{t('printing.receipt.none')}</p>
      ) : (
        <>
          <table className={classes.rows}>
            <thead>
              <tr>
                <th scope="col">{t('printing.receipt.time')}</th>
                {columns.sensors.map(name => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {columns.setpoints.map(name => (
                  <th key={name} scope="col">
                    {setpointName(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {linesOf(receipt).map(line => (
                <ReceiptTableRow
                  key={`${line.kind} ${line.kind === 'day' ? line.day : line.kind === 'row' ? line.at : line.from}`}
                  line={line}
                  columns={columns}
                  zone={timezone}
                />
              ))}
            </tbody>
          </table>
          <p className={classes.legend}>{t('printing.receipt.legend')}</p>
        </>
      )}
      <footer>
        <p className={classes.sign}>
          <span>{t('printing.receipt.signature')}</span>
        </p>
        <p className={classes.proof}>
          {t('printing.receipt.verify')}
          <code>{code}</code>
        </p>
      </footer>
    </article>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface ReceiptTableRowProps {
  readonly line: ReceiptLine
  readonly columns: ReturnType<typeof columnsOf>
  readonly zone: string
}
function ReceiptTableRow({ line, columns: { sensors, setpoints }, zone }: ReceiptTableRowProps) {
  const { t } = useTranslation()
  const wide = 1 + sensors.length + setpoints.length
  if (line.kind === 'day')
    return (
      <tr className={classes.day}>
        <th scope="rowgroup" colSpan={wide}>
          {dayText(line.day)}
        </th>
      </tr>
    )
  if (line.kind === 'gap')
    return (
      <tr className={classes.gap}>
        <td colSpan={wide}>
          {t('printing.receipt.gap', {
            from: momentIn(line.from, zone),
            to: momentIn(line.to, zone),
            length: formatDuration((line.to - line.from) / 1000),
          })}
        </td>
      </tr>
    )
  const { at, row } = line
  return (
    <tr data-marked={row.marked || undefined}>
      <th scope="row">
        {clockAt(at, zone).slice(11)}
        {markOf(row)}
      </th>
      {sensors.map(name => (
        <td key={name} data-out={row.out.includes(name) || undefined}>
          {row.out.includes(name) && <b>!</b>}
          {degrees(row[name])}
        </td>
      ))}
      {setpoints.map(name => (
        <td key={name}>{degrees(row[name])}</td>
      ))}
    </tr>
  )
}
