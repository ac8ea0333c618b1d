// The trail of an alert, entry by entry: who acknowledged it, took that back or assigned it, with their comments.
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { TrailEntry } from '../../incidents/contract.ts'
import classes from './activealerts.module.css'

export function AlertTrail({ trail }: { readonly trail: readonly TrailEntry[] }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.trail} aria-label={t('incidents.trail')}>
      {trail.map(entry => (
        <li key={[entry.at, entry.action, entry.by, entry.comment, entry.assigned_to].join(' ')}>
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          <span>
            <TrailSentence entry={entry} />
            {entry.comment !== null && <span className={classes.comment}>{entry.comment}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function TrailSentence({
  entry: { action, by, assigned_to, until },
}: {
  readonly entry: TrailEntry
}) {
  const { t } = useTranslation()
  switch (action) {
    case 'acknowledged':
      return t('incidents.trail_acknowledged', { by })
    case 'assigned':
      return assigned_to === null
        ? t('incidents.trail_unassigned', { by })
        : t('incidents.trail_assigned', { by, name: assigned_to })
    case 'escalated':
      return t('incidents.trail_escalated', { name: assigned_to ?? '' })
    case 'snoozed':
      return t('incidents.trail_snoozed', {
        by,
        until: until === undefined ? '' : formatDateTime(until),
      })
    case 'snooze_ended':
      return t('incidents.trail_snooze_ended', { by })
    default:
      return t('incidents.trail_taken_back', { by })
  }
}
