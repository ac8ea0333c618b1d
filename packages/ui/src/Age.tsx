// How old a value is, and whether it is too old to be believed: three of its own intervals (UX 2). With a dead server it says of when it is.
import { IconClock } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from './RelativeTime.tsx'
import { useServerLostSince } from './server-connection.ts'
import { formatDateTime, type Time } from './texts.ts'
import { useNow } from './ticker.ts'

/** A value counts as old after so many of its intervals. */
const INTERVALS = 3
const DAY = 86_400_000

const ValuesIntervalContext = createContext<number | undefined>(undefined)
/** How often, in seconds, the values come that are shown here: all of them grow old by it. */
export const ValuesInterval = ({
  seconds,
  children,
}: {
  readonly seconds: number
  readonly children: ReactNode
}) => <ValuesIntervalContext.Provider value={seconds}>{children}</ValuesIntervalContext.Provider>

/** Whether something measured at `at` is old: more than three intervals; by default those of the values around it. Without a time or an interval nothing is. */
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
/** Whether what is shown here was measured too long ago. */
export const useIsOldHere = (): boolean => useContext(IsOldContext)
/** Values that were measured together: they grow old together. */
export function MeasuredValues({
  at,
  children,
}: {
  readonly at: Time | null | undefined
  readonly children: ReactNode
}) {
  return <IsOldContext.Provider value={useIsOld(at)}>{children}</IsOldContext.Provider>
}
/** When they were measured, with a clock where that is too long ago. */
export const MeasuredAt = ({ at }: { readonly at: Time }) => <Age at={at} old={useIsOld(at)} />

/** "2 min fa"; while the server is silent "dati delle 10:42", for then nobody knows what has become of it. `old` adds the clock. */
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
