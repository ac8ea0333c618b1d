// "2 min fa", rendered again as it ages; the absolute time is in its tooltip.
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatRelative, type Time } from './texts.ts'
import { useNow } from './ticker.ts'

/** The age is updated every 5 or 60 seconds (general.31, general.32). */
export function RelativeTime({ at, every = 5 }: { readonly at: Time; readonly every?: 5 | 60 }) {
  useTranslation()
  const reference = useNow(every)
  const instant = new Date(at)
  // A moment after the last update is not in the future.
  const shownAt = Math.max(reference, Math.min(instant.getTime(), reference + every * 1000))
  return (
    <time
      dateTime={Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()}
      title={formatDateTime(at, 'seconds')}
    >
      {formatRelative(at, shownAt)}
    </time>
  )
}
