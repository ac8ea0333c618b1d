// One value: its label above, its unit and its age beside it; greyed when it is old, "—" when it was never known.
import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Age, useIsOld, useIsOldHere } from './Age.tsx'
import classes from './Stat.module.css'
import { DASH, formatNumber, type Time } from './texts.ts'

export interface StatProps {
  readonly label: string
  /** A number is formatted with `decimals` and `unit`; anything else is shown unchanged; null: never known. */
  readonly value: number | string | null | undefined
  readonly unit?: string
  readonly decimals?: number
  /** When the value was measured. */
  readonly at?: Time | null
  /**
   * Seconds between two values; after three intervals the value counts as old. Default: the interval of the surrounding values. Without a time it
   * becomes old together with the values around it.
   */
  readonly interval?: number
  /** The reason why there is no value. */
  readonly why?: string
  /** Shown after the value: a trend, a badge. */
  readonly after?: ReactNode
}

export function Stat({ label, value, unit, decimals, at, interval, why, after }: StatProps) {
  const { t } = useTranslation()
  const isKnown = value !== null && value !== undefined && value !== ''
  const isOldItself = useIsOld(at, interval)
  const together = useIsOldHere()
  const stale = isKnown && (at === null || at === undefined ? together : isOldItself)
  const valueText =
    typeof value === 'number'
      ? formatNumber(value, {
          ...(unit !== undefined && { unit }),
          ...(decimals !== undefined && { decimals }),
        })
      : value
  return (
    <div className={classes.stat} data-stale={stale || undefined}>
      <div className={classes.label}>{label}</div>
      <div className={`${classes.value} ${typeof value === 'number' ? 'flotta-figures' : ''}`}>
        {isKnown ? (
          valueText
        ) : (
          <Tooltip label={why ?? t('ui.never_known')}>
            <span>{DASH}</span>
          </Tooltip>
        )}
        {after}
      </div>
      {isKnown && at !== null && at !== undefined && (
        <div className={classes.age}>
          <Age at={at} old={stale} />
        </div>
      )}
    </div>
  )
}
