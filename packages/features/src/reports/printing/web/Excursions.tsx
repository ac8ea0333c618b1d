// The excursions of the receipt on the screen: the longest on its first page, and all of them after the signature where there are more.
import { formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { longestExcursions } from '../../register/longest-excursions.ts'
import type { Receipt } from '../contract.ts'
import classes from './receipt.module.css'
import { clockIn, degrees } from './words.ts'

interface PartProps {
  readonly receipt: Receipt
}

/** The excursions of the first page; if there are many, the longest and the total number. */
export function Excursions({ receipt }: PartProps) {
  const { t } = useTranslation()
  const all = receipt.excursions
  const excursions = longestExcursions(all)
  return (
    <section className={classes.excursions}>
      <h3>{t('printing.receipt.excursions')}</h3>
      {all.length === 0 ? (
        <p>{t('printing.receipt.no_excursions')}</p>
      ) : (
        <ExcursionTable excursions={excursions} timezone={receipt.timezone} />
      )}
      {excursions.length < all.length && (
        <p className={classes.more}>
          {t('printing.receipt.longest', { count: excursions.length, total: all.length })}
        </p>
      )}
    </section>
  )
}

/** All of them in the order of time, where the first page has only the longest. */
export function AllExcursions({ receipt: { excursions, timezone } }: PartProps) {
  const { t } = useTranslation()
  if (longestExcursions(excursions).length === excursions.length) return null
  return (
    <section className={classes.values}>
      <h3>{t('printing.receipt.all_excursions', { total: excursions.length })}</h3>
      <ExcursionTable excursions={excursions} timezone={timezone} />
    </section>
  )
}

function ExcursionTable({ excursions, timezone }: Pick<Receipt, 'excursions' | 'timezone'>) {
  const { t } = useTranslation()
  return (
    <table className={classes.statistics}>
      <thead>
        <tr>
          {(['sensor', 'from', 'to', 'outside', 'peak', 'cause'] as const).map(name => (
            <th key={name} scope="col">
              {t(`printing.receipt.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {excursions.map(({ sensor, from, to, minutes, peak, peak_at, cause, registered }) => (
          <tr key={`${sensor} ${from}`}>
            <th scope="row">{sensor}</th>
            <td>{clockIn(from, timezone)}</td>
            <td>{clockIn(to, timezone)}</td>
            <td>{formatNumber(minutes, { unit: 'min' })}</td>
            <td>
              {degrees(peak)}
              <small>
                {clockIn(peak_at, timezone)}
                {!registered && ' ~'}
              </small>
            </td>
            <td>{cause === null ? '—' : t(`register.cause.${cause}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
