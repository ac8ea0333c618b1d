// One alert: how grave, what, where, on which vehicle, since when and how long, how it ended, who has taken note of it. It leads to the map; unfolded it tells what was said of it.
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { ActionIcon, Checkbox, Tooltip } from '@mantine/core'
import { IconCheck, IconChevronDown, IconMessage2, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert, Incident, TrailEntry } from '../../incidents/contract.ts'
import { AlertAge } from '../../incidents/web/AlertAge.tsx'
import { AlertPlace } from '../../incidents/web/AlertPlace.tsx'
import { leadsTo } from '../../incidents/web/leads.ts'
import classes from './activealerts.module.css'

export interface AlertRowProps {
  readonly alert: ActiveAlert | Incident
  readonly open: boolean
  readonly onOpen: (id: string) => void
  /** With them it can be marked. */
  readonly checked?: boolean
  readonly onCheck?: (id: string) => void
  readonly onAcknowledge?: (id: string) => void
}
const isIncident = (alert: ActiveAlert | Incident): alert is Incident => 'ended' in alert

/** What is known of what was done: of an alert that is open, that it was acknowledged and whose it is. */
function trailOf(alert: ActiveAlert | Incident): readonly TrailEntry[] {
  if (isIncident(alert)) return alert.trail
  const { acknowledged_at: at, acknowledged_by: by, comment } = alert
  return at === null || by === null
    ? []
    : [{ at, by, action: 'acknowledged', comment, assigned_to: null }]
}

export function AlertRow({
  alert,
  open,
  onOpen,
  checked = false,
  onCheck,
  onAcknowledge,
}: AlertRowProps) {
  const { t } = useTranslation()
  const details = useId()
  const what =
    alert.subject === undefined ? alert.description : `${alert.description} · ${alert.subject}`
  const plate = alert.plate ?? t('incidents.no_plate')
  const named = { alert: alert.description, plate }
  const trail = trailOf(alert)
  const quiet = alert.acknowledged_at !== null
  return (
    <li className={classes.item} data-quiet={quiet || undefined}>
      <div className={classes.line}>
        {onCheck !== undefined && (
          <Checkbox
            className={classes.check ?? ''}
            size="xs"
            checked={checked}
            onChange={() => onCheck(alert.id)}
            aria-label={t('incidents.select', named)}
          />
        )}
        <Link to="/global-map" search={leadsTo(alert)} className={classes.row}>
          <Severity level={alert.severity} size={18} />
          <span className={classes.said}>
            <span className={classes.what} title={what}>
              {what}
            </span>
            <span className={classes.place}>
              <AlertPlace alert={alert} alone />
            </span>
          </span>
          <span className={classes.plate}>{plate}</span>
          <time className={classes.when} dateTime={alert.created_at}>
            {formatDateTime(alert.created_at)}
          </time>
          <span className={classes.age}>
            {!isIncident(alert) ? (
              <AlertAge alert={alert} every={60} />
            ) : alert.duration === null ? (
              <span className={classes.going}>{t('incidents.going_on')}</span>
            ) : (
              formatDuration(alert.duration)
            )}
          </span>
          {isIncident(alert) && (
            <span className={classes.ended}>
              {alert.ended === null ? '' : t(`incidents.ended.${alert.ended}`)}
            </span>
          )}
        </Link>
        <span className={classes.marks}>
          {alert.assigned_to !== null && (
            <span
              className={classes.mark}
              title={t('incidents.assigned_to', { name: alert.assigned_to.name })}
            >
              <IconUser size={14} aria-hidden />
              <span className="flotta-hidden">
                {t('incidents.assigned_to', { name: alert.assigned_to.name })}
              </span>
              <span aria-hidden>{alert.assigned_to.name}</span>
            </span>
          )}
          {quiet && (
            <span
              className={classes.mark}
              title={t('incidents.acknowledged_by', { name: alert.acknowledged_by ?? '' })}
            >
              <IconCheck size={14} aria-hidden />
              <span className="flotta-hidden">
                {t('incidents.acknowledged_by', { name: alert.acknowledged_by ?? '' })}
              </span>
              <span aria-hidden>{alert.acknowledged_by}</span>
              {alert.comment !== null && <IconMessage2 size={14} aria-hidden />}
            </span>
          )}
        </span>
        <span className={classes.acts}>
          {onAcknowledge !== undefined && !quiet && (
            <Tooltip label={t('incidents.acknowledge')} position="left">
              <ActionIcon
                aria-label={t('incidents.acknowledge_this', named)}
                onClick={() => onAcknowledge(alert.id)}
              >
                <IconCheck size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {trail.length > 0 && (
            <ActionIcon
              aria-label={t('incidents.details', named)}
              aria-expanded={open}
              aria-controls={details}
              onClick={() => onOpen(alert.id)}
            >
              <IconChevronDown size={16} className={classes.chevron ?? ''} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </div>
      {open && trail.length > 0 && (
        <ol id={details} className={classes.trail} aria-label={t('incidents.trail')}>
          {trail.map(entry => (
            <li
              key={[entry.at, entry.action, entry.by, entry.comment, entry.assigned_to].join(' ')}
            >
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              <span>
                {entry.action === 'assigned'
                  ? entry.assigned_to === null
                    ? t('incidents.trail_unassigned', { by: entry.by })
                    : t('incidents.trail_assigned', { by: entry.by, name: entry.assigned_to })
                  : t(
                      entry.action === 'acknowledged'
                        ? 'incidents.trail_acknowledged'
                        : 'incidents.trail_taken_back',
                      { by: entry.by },
                    )}
                {entry.comment !== null && <span className={classes.comment}>{entry.comment}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
