// The age of a value. A value is old after three of its intervals. While the server does not answer, the time of the value takes the place of its age (general.87).
import { IconClock } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from './RelativeTime.tsx'
import { useServerLostSince } from './server-connection.ts'
import { formatDateTime, type Time } from './texts.ts'
import { useNow } from './ticker.ts'

/** Number of intervals after which a value counts as old. */
const INTERVALS = 3
const DAY = 86_400_000

const ValuesIntervalContext = createContext<number | undefined>(undefined)
/** Sets the interval, in seconds, of all values inside. */
export const ValuesInterval = ({
  seconds,
  children,
}: {
  readonly seconds: number
  readonly children: ReactNode
}) => <ValuesIntervalContext.Provider value={seconds}>{children}</ValuesIntervalContext.Provider>

/** Whether a value measured at `at` is older than three intervals; the interval is by default that of `ValuesInterval`. Without a time or an interval no value is old. */
export function useIsOld(at: Time | null | undefined, ownInterval?: number): boolean {
  const now = useNow()
  const contextInterval = useContext(ValuesIntervalContext)
  const interval = ownInterval ?? contextInterval
  return (
    at !== null &&
    at !== undefined &&
    interval !== undefined &&
    now - new Date(at).getTime() > INTERVALS * interval * 1000
  )
}

const IsOldContext = createContext(false)
/** Whether the values of the surrounding `MeasuredValues` are old. */
export const useIsOldHere = (): boolean => useContext(IsOldContext)
/** Values that were measured together become old together. */
export function MeasuredValues({
  at,
  children,
}: {
  readonly at: Time | null | undefined
  readonly children: ReactNode
}) {
  return <IsOldContext.Provider value={useIsOld(at)}>{children}</IsOldContext.Provider>
}
/** The age of values that were measured together, with a clock icon when they are old. */
export const MeasuredAt = ({ at }: { readonly at: Time }) => <Age at={at} old={useIsOld(at)} />

/** "2 min fa"; while the server does not answer "dati delle 10:42", because the value may have changed since. `old` adds a clock icon. */
export function Age({ at, old = false }: { readonly at: Time; readonly old?: boolean }) {
  const { t } = useTranslation()
  const lostSince = useServerLostSince()
  const instant = new Date(at)
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}>
      {old && <IconClock size={12} role="img" aria-label={t('ui.stale')} />}
      {lostSince === null ? (
        <RelativeTime at={at} />
      ) : (
        <time dateTime={instant.toISOString()} title={formatDateTime(at, 'seconds')}>
          {t('ui.as_of', {
            time: formatDateTime(at, lostSince - instant.getTime() < DAY ? 'time' : 'datetime'),
          })}
        </time>
      )}
    </span>
  )
}
