// The answer about a receipt: the outcome in a word and a sentence, and the facts of the receipt, to be compared with the paper.
import { offsetAt } from '@flotta/core/zones.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconHourglassEmpty,
  IconWorldQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verification } from '../contract.ts'
import { longestExcursions } from '../longest-excursions.ts'
import classes from './register.module.css'

const outcomeStyles: Readonly<
  Record<Verification['outcome'], readonly [tone: 'good' | 'bad' | 'calm', icon: TablerIcon]>
> = {
  genuine: ['good', IconCircleCheck],
  altered: ['bad', IconAlertTriangle],
  forged: ['bad', IconCircleX],
  forgotten: ['calm', IconHourglassEmpty],
  foreign: ['calm', IconWorldQuestion],
  unreadable: ['calm', IconHelpCircle],
}

/** A time by the clocks of the company that printed the receipt, as the paper shows it. */
function momentIn(at: string, zone: string): string {
  const [day = '', time = ''] = new Date(Date.parse(at) + offsetAt(Date.parse(at), zone))
    .toISOString()
    .split('T')
  return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`
}

export function Outcome({ verification }: { readonly verification: Verification }) {
  const { t } = useTranslation()
  const { outcome, receipt, fault } = verification
  const [tone, Icon] = outcomeStyles[outcome]
  return (
    <article className={classes.outcome} data-tone={tone} aria-live="polite">
      <header className={classes.head}>
        <Icon size={40} stroke={1.75} aria-hidden />
        <h1>{t(`register.outcome.${outcome}.title`)}</h1>
      </header>
      <p>{t(`register.outcome.${outcome}.text`)}</p>
      {fault !== null && (
        <p className={classes.fault}>
          {t(`register.changed.${fault.kind}`)}
          {fault.at !== null && (
            <strong className="flotta-figures">
              {momentIn(fault.at, receipt?.timezone ?? 'UTC')}
            </strong>
          )}
        </p>
      )}
      {receipt !== null && <ReceiptFacts receipt={receipt} />}
    </article>
  )
}

function ReceiptFacts({ receipt }: ReceiptProps) {
  const { t } = useTranslation()
  const {
    company,
    plate,
    period_from,
    period_to,
    timezone,
    issued_at,
    samples,
    statistics,
    excursions,
    verdict,
  } = receipt
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('register.receipt.company'), company],
    [t('register.receipt.vehicle'), plate],
    [t('register.receipt.from'), momentIn(period_from, timezone)],
    [t('register.receipt.to'), momentIn(period_to, timezone)],
    [t('register.receipt.issued'), momentIn(issued_at, timezone)],
    [t('register.receipt.samples'), formatNumber(samples)],
    ...(verdict === null
      ? []
      : [[t('register.receipt.result'), t(`register.verdict.${verdict}`)] as const]),
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="flotta-figures">{value}</dd>
          </div>
        ))}
      </dl>
      {statistics.length > 0 && <Statistics receipt={receipt} />}
      {excursions.length > 0 && <Excursions receipt={receipt} />}
      <p className={classes.zone}>{t('register.receipt.zone', { zone: timezone })}</p>
    </>
  )
}

const celsius = (value: number | null) => formatNumber(value, { unit: '°C', decimals: 1 })
interface ReceiptProps {
  readonly receipt: NonNullable<Verification['receipt']>
}

function Statistics({ receipt: { statistics, timezone } }: ReceiptProps) {
  const { t } = useTranslation()
  return (
    <table className={classes.figures}>
      <thead>
        <tr>
          <th scope="col">{t('register.receipt.sensor')}</th>
          <th scope="col">{t('register.receipt.min')}</th>
          <th scope="col">{t('register.receipt.max')}</th>
          <th scope="col">{t('register.receipt.average')}</th>
          <th scope="col">
            <abbr title={t('register.receipt.mean_kinetic_text')}>
              {t('register.receipt.mean_kinetic')}
            </abbr>
          </th>
        </tr>
      </thead>
      <tbody className="flotta-figures">
        {statistics.map(({ sensor, min, min_at, max, max_at, average, mean_kinetic }) => (
          <tr key={sensor}>
            <th scope="row">{sensor}</th>
            <td>
              {celsius(min)}
              {min_at !== null && <small>{momentIn(min_at, timezone)}</small>}
            </td>
            <td>
              {celsius(max)}
              {max_at !== null && <small>{momentIn(max_at, timezone)}</small>}
            </td>
            <td>{celsius(average)}</td>
            <td>{celsius(mean_kinetic)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The excursions that the first page of the certificate shows; if there are many, a button shows all in the order of time. */
function Excursions({ receipt: { excursions, timezone } }: ReceiptProps) {
  const { t } = useTranslation()
  const headId = useId()
  const [isWhole, { toggle }] = useDisclosure(false)
  const longest = longestExcursions(excursions)
  const total = formatNumber(excursions.length)
  const isCut = longest.length < excursions.length
  return (
    <section className={classes.excursions} aria-labelledby={headId} aria-live="off">
      <h2 id={headId}>{t('register.receipt.excursions')}</h2>
      {isCut && (
        <div className={classes.more}>
          <span>
            {isWhole
              ? t('register.receipt.all_excursions', { total })
              : t('register.receipt.longest', { count: longest.length, total })}
          </span>
          <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={toggle}>
            {isWhole
              ? t('register.receipt.show_longest', { count: longest.length })
              : t('register.receipt.show_all', { total })}
          </Button>
        </div>
      )}
      <ul>
        {(isWhole ? excursions : longest).map(e => (
          <li key={`${e.sensor} ${e.from}`}>
            {t('register.receipt.excursion', {
              sensor: e.sensor,
              from: momentIn(e.from, timezone),
              to: momentIn(e.to, timezone),
              count: e.minutes,
              peak: celsius(e.peak),
              at: momentIn(e.peak_at, timezone),
            })}
            {e.cause !== null && ` · ${t(`register.cause.${e.cause}`)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
