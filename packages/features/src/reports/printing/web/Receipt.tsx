// The receipt as it is printed, on A4 or on a roll of 80 mm.
import { formatDay } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import { currentLanguage, formatDuration } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { Receipt as Data, Paper } from '../contract.ts'
import { columnsOf, countsOf, linesOf, markOf, type ReceiptLine } from '../lines.ts'
import { verdictWords } from '../verdict.ts'
import { AllExcursions, Excursions } from './Excursions.tsx'
import { Qr } from './Qr.tsx'
import { ReceiptChart } from './ReceiptChart.tsx'
import { ReceiptFigures } from './ReceiptFigures.tsx'
import classes from './receipt.module.css'
import { degrees } from './words.ts'

const momentIn = (at: number, zone: string): string => {
  const clock = clockAt(at, zone)
  return `${formatDay(clock.slice(0, 10))} ${clock.slice(11)}`
}
/** `setpoint_t1` → `SP1`. */
const setpointName = (setpoint: string): string => `SP${setpoint.slice(-1)}`

interface PartProps {
  readonly receipt: Data
}

export function Receipt({ receipt, paper }: PartProps & { readonly paper: Paper }) {
  const { t } = useTranslation()
  const { timezone, statistics, since, rows } = receipt
  return (
    <article
      className={classes.receipt}
      data-paper={paper}
      lang={currentLanguage()}
      aria-label={t('printing.receipt.title')}
    >
      <ReceiptHeader receipt={receipt} />
      <VerdictFrame receipt={receipt} />
      <Facts receipt={receipt} />
      {statistics.length > 0 && (
        <>
          <ReceiptFigures receipt={receipt} paper={paper} />
          <Excursions receipt={receipt} />
          <ReceiptChart receipt={receipt} paper={paper} />
        </>
      )}
      {since !== null && (
        <p>{t('printing.receipt.since', { at: momentIn(Date.parse(since), timezone) })}</p>
      )}
      {rows.length === 0 && <p className={classes.none}>{t('printing.receipt.none')}</p>}
      <Signature receipt={receipt} />
      <AllExcursions receipt={receipt} />
      {rows.length > 0 && <ReceiptTable receipt={receipt} />}
    </article>
  )
}

function ReceiptHeader({ receipt: { company, url, short_code } }: PartProps) {
  const { t } = useTranslation()
  const town = [company.zip_code, company.city].filter(Boolean).join(' ')
  return (
    <header>
      <div>
        <h2>{t('printing.receipt.title')}</h2>
        <p className={classes.company}>{company.name}</p>
        <p>{[company.address, town].filter(Boolean).join(', ')}</p>
        {company.vat_id !== null && (
          <p>
            {t('printing.receipt.vat_id')} {company.vat_id}
          </p>
        )}
      </div>
      <div className={classes.code}>
        <Qr text={url} label={t('printing.receipt.qr')} className={classes.qr} />
        <code>{short_code}</code>
      </div>
    </header>
  )
}

/** The verdict comes first, for readers who have no time for the rest. */
function VerdictFrame({ receipt }: PartProps) {
  const { t } = useTranslation()
  const { headline, details } = verdictWords(receipt)
  return (
    <section className={classes.verdict} data-verdict={receipt.verdict}>
      <h3>{t(headline.key, headline.values ?? {})}</h3>
      {details.length > 0 && (
        <p>{details.map(({ key, values }) => t(key, values ?? {})).join(' · ')}</p>
      )}
    </section>
  )
}

/** The line for a signature by hand, and the address where the receipt is verified. */
function Signature({ receipt: { url, short_code } }: PartProps) {
  const { t } = useTranslation()
  return (
    <footer>
      <p className={classes.sign}>
        <span>{t('printing.receipt.signature')}</span>
      </p>
      <p className={classes.proof}>
        {t('printing.receipt.verify', {
          address: url.replace(/\?.*$/, '').replace(/^https?:\/\//, ''),
          code: short_code,
        })}
      </p>
    </footer>
  )
}

function Facts({ receipt }: PartProps) {
  const { t } = useTranslation()
  const { vehicle, timezone, interval } = receipt
  const moment = (at: string): string => momentIn(Date.parse(at), timezone)
  const counts = countsOf(receipt)
  const samples = [
    t('printing.receipt.every', { count: counts.samples, minutes: Math.round(interval / 60) }),
    t('printing.receipt.out', { count: counts.out }),
    t('printing.receipt.gaps', { count: counts.gaps }),
  ]
  return (
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
        name={t('printing.receipt.issued')}
        value={`${moment(receipt.issued_at)} · ${timezone}`}
      />
      <Fact name={t('printing.receipt.samples')} value={samples.join(' · ')} />
    </dl>
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

/** A key that is unique among the lines of a receipt. */
const lineKey = (line: ReceiptLine): string =>
  `${line.kind} ${line.kind === 'day' ? line.day : line.kind === 'row' ? line.at : line.from}`

function ReceiptTable({ receipt }: PartProps) {
  const { t } = useTranslation()
  const columns = columnsOf(receipt)
  return (
    <section className={classes.values}>
      <h3>{t('printing.receipt.values')}</h3>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('printing.receipt.time')}</th>
            {columns.sensors.map(sensor => (
              <th key={sensor} scope="col">
                {sensor}
              </th>
            ))}
            {columns.setpoints.map(setpoint => (
              <th key={setpoint} scope="col">
                {setpointName(setpoint)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(receipt).map(line => (
            <ReceiptTableRow
              key={lineKey(line)}
              line={line}
              columns={columns}
              zone={receipt.timezone}
            />
          ))}
        </tbody>
      </table>
      <p className={classes.legend}>{t('printing.receipt.legend')}</p>
    </section>
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
          {formatDay(line.day)}
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
