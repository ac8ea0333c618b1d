// One value: its label above, its unit and its age beside; greyed when it is old, "—" when never known.
import { Tooltip } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from './RelativeTime.tsx'
import classes from './Stat.module.css'
import { DASH, formatNumber, type Time } from './texts.ts'
import { useNow } from './ticker.ts'

export interface StatProps {
  readonly label: string
  /** A number is formatted with `decimals` and `unit`; anything else is shown as it is; null: never known. */
  readonly value: number | string | null | undefined
  readonly unit?: string
  readonly decimals?: number
  /** When the value was measured. */
  readonly at?: Time | null
  /** Seconds after which the value counts as old: three times its interval. */
  readonly staleAfter?: number
  /** Why there is no value. */
  readonly why?: string
  /** After the value: a trend, a badge. */
  readonly after?: ReactNode
}

export function Stat({ label, value, unit, decimals, at, staleAfter, why, after }: StatProps) {
  const { t } = useTranslation()
  const reference = useNow()
  const known = value !== null && value !== undefined && value !== ''
  const stale = known && at !== null && at !== undefined && staleAfter !== undefined && reference - new Date(at).getTime() > staleAfter * 1000
  const written = typeof value === 'number' ? formatNumber(value, { ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) }) : value
  return (
    <div className={classes.stat} data-stale={stale || undefined}>
      <div className={classes.label}>{label}</div>
      <div className={`${classes.value} ${typeof value === 'number' ? 'flotta-figures' : ''}`}>
        {known ? (
          written
        ) : (
          <Tooltip label={why ?? t('ui.never_known')}>
            <span>{DASH}</span>
          </Tooltip>
        )}
        {after}
      </div>
      {known && at !== null && at !== undefined && (
        <div className={classes.age}>
          {stale && <IconClock size={12} role="img" aria-label={t('ui.stale')} />}
          <RelativeTime at={at} />
        </div>
      )}
    </div>
  )
}
