// One alert: severity, name, place, vehicle, age, duration, end, and who acknowledged it. It leads to the map; unfolded it shows its trail.
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { ActionIcon, Checkbox, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconCheck,
  IconChevronDown,
  IconClockPause,
  IconMessage2,
  IconStairsUp,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert, Incident, TrailEntry } from '../../incidents/contract.ts'
import { AlertAge } from '../../incidents/web/AlertAge.tsx'
import { AlertFigures } from '../../incidents/web/AlertFigures.tsx'
import { AlertPlace } from '../../incidents/web/AlertPlace.tsx'
import { leadsTo } from '../../incidents/web/leads.ts'
import { IncidentRecipients } from '../../recipients/web/IncidentRecipients.tsx'
import { AlertTrail } from './AlertTrail.tsx'
import classes from './activealerts.module.css'

export interface AlertRowProps {
  readonly alert: ActiveAlert | Incident
  readonly open: boolean
  readonly onOpen: (id: string) => void
  /** With these handlers the row can be acknowledged and assigned. */
  readonly checked?: boolean
  readonly onCheck?: (id: string) => void
  readonly onAcknowledge?: (id: string) => void
}
const isIncident = (alert: ActiveAlert | Incident): alert is Incident => 'ended' in alert

/** The trail of an alert. An open alert has no stored trail: its entries come from its acknowledgement and its assignment. */
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
  const plate = alert.plate ?? t('incidents.no_plate')
  const alertName = { alert: alert.description, plate }
  const trail = trailOf(alert)
  const isAcknowledged = alert.acknowledged_at !== null
  return (
    <li className={classes.item} data-alert={alert.id} data-quiet={isAcknowledged || undefined}>
      <div className={classes.line}>
        {onCheck !== undefined && (
          <Checkbox
            className={classes.check ?? ''}
            size="xs"
            checked={checked}
            onChange={() => onCheck(alert.id)}
            aria-label={t('incidents.select', alertName)}
          />
        )}
        <AlertLink alert={alert} plate={plate} />
        <AlertMarks alert={alert} />
        <span className={classes.acts}>
          {onAcknowledge !== undefined && !isAcknowledged && (
            <Tooltip label={t('incidents.acknowledge')} position="left">
              <ActionIcon
                aria-label={t('incidents.acknowledge_this', alertName)}
                onClick={() => onAcknowledge(alert.id)}
              >
                <IconCheck size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon
            aria-label={t('incidents.details', alertName)}
            aria-expanded={open}
            aria-controls={details}
            onClick={() => onOpen(alert.id)}
          >
            <IconChevronDown size={16} className={classes.chevron ?? ''} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {open && (
        <div id={details}>
          {trail.length > 0 && <AlertTrail trail={trail} />}
          <IncidentRecipients incident_id={alert.id} />
        </div>
      )}
    </li>
  )
}

/** The words of the alert, a link to its vehicle and place on the map. */
function AlertLink({
  alert,
  plate,
}: {
  readonly alert: AlertRowProps['alert']
  readonly plate: string
}) {
  const { t } = useTranslation()
  // the moment that the age beside it counts from, or until
  const when = isIncident(alert) ? alert.created_at : (alert.ends_at ?? alert.created_at)
  const what =
    alert.subject === undefined ? alert.description : `${alert.description} · ${alert.subject}`
  return (
    <Link to="/global-map" search={leadsTo(alert)} className={classes.row}>
      <Severity level={alert.severity} size={18} />
      <span className={classes.said}>
        <span className={classes.what} title={what}>
          {what}
        </span>
        {alert.measured !== undefined && <AlertFigures measured={alert.measured} />}
        <span className={classes.place}>
          <AlertPlace alert={alert} alone />
        </span>
      </span>
      <span className={classes.plate}>{plate}</span>
      <time className={classes.when} dateTime={when}>
        {formatDateTime(when)}
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
  )
}

/** Who the alert is assigned to, and who acknowledged it. */
function AlertMarks({
  alert: { assigned_to, acknowledged_at, acknowledged_by, comment, snoozed, escalated },
}: Pick<AlertRowProps, 'alert'>) {
  const { t } = useTranslation()
  return (
    <span className={classes.marks}>
      {assigned_to !== null && (
        <AlertMark
          icon={IconUser}
          sentence={t('incidents.assigned_to', { name: assigned_to.name })}
          name={assigned_to.name}
        />
      )}
      {snoozed !== undefined && (
        <AlertMark
          icon={IconClockPause}
          sentence={t('incidents.snoozed_by', {
            name: snoozed.by,
            until: formatDateTime(snoozed.until),
          })}
          name={formatDateTime(snoozed.until)}
        />
      )}
      {escalated !== undefined && (
        <AlertMark
          icon={IconStairsUp}
          sentence={t('incidents.escalated_to', {
            name: escalated.to,
            time: formatDateTime(escalated.at),
          })}
          name={escalated.to}
        />
      )}
      {acknowledged_at !== null && (
        <AlertMark
          icon={IconCheck}
          sentence={t('incidents.acknowledged_by', { name: acknowledged_by ?? '' })}
          name={acknowledged_by}
        >
          {comment !== null && <IconMessage2 size={14} aria-hidden />}
        </AlertMark>
      )}
    </span>
  )
}

/** An icon and a name on the screen; a screen reader reads a whole sentence. */
function AlertMark({
  icon: MarkIcon,
  sentence,
  name,
  children,
}: {
  readonly icon: Icon
  readonly sentence: string
  readonly name: string | null
  readonly children?: ReactNode
}) {
  return (
    <span className={classes.mark} title={sentence}>
      <MarkIcon size={14} aria-hidden />
      <span className="flotta-hidden">{sentence}</span>
      <span aria-hidden>{name}</span>
      {children}
    </span>
  )
}
