// Who is told of alerts, one line for each destination: channel, person, address, and why somebody is not told.
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import { channelIcon } from '../../alert-configurations/web/channel-icon.ts'
import type { AlertRecipient, Obstacle } from '../contract.ts'
import classes from './recipients.module.css'

export function RecipientList({
  recipients,
  label,
  none,
  alertName,
}: {
  readonly recipients: readonly AlertRecipient[]
  readonly label: string
  /** The text where there is no recipient. */
  readonly none: string
  /** Names the alert of an obstacle; absent where the list is about one alert. */
  readonly alertName?: (id: number) => string
}) {
  if (recipients.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <ul className={classes.list} aria-label={label}>
      {recipients.map(recipient => (
        <li
          key={`${recipient.after} ${recipient.stay_minutes} ${recipient.alert_channel_id} ${recipient.destination} ${recipient.role}`}
          className={classes.recipient}
        >
          <RecipientLine recipient={recipient} />
          {recipient.obstacles.map(obstacle => (
            <ObstacleLine
              key={`${obstacle.code} ${obstacle.alert_id}`}
              obstacle={obstacle}
              {...(alertName !== undefined && { alert: alertName(obstacle.alert_id) })}
            />
          ))}
        </li>
      ))}
    </ul>
  )
}

function RecipientLine({
  recipient: {
    alert_channel_id,
    destination,
    person,
    draft,
    after,
    due_at,
    role,
    stay_minutes,
    vehicles,
    delivery,
  },
}: {
  readonly recipient: AlertRecipient
}) {
  const { t } = useTranslation()
  const ChannelIcon = channelIcon(alert_channel_id)
  return (
    <span className={classes.line}>
      <ChannelIcon
        size={16}
        role="img"
        aria-label={t(`alert_configurations.channel.${alert_channel_id}`)}
      />
      <span className={classes.who}>
        {person !== null && <strong>{person.name}</strong>}
        <span className={classes.address}>{destination}</span>
        {role !== null && (
          <span className={classes.fresh}>
            {t('escalations.group', { role: t(`users.role.${role}`) })}
          </span>
        )}
        {stay_minutes !== null && (
          <span className={classes.fresh}>
            {t('recipients.stay', { time: formatDuration(stay_minutes * 60) })}
          </span>
        )}
        {after > 0 && (
          <span className={classes.fresh}>
            {t('recipients.after', { time: formatDuration(after * 60) })}
          </span>
        )}
        {draft && <span className={classes.fresh}>{t('recipients.new')}</span>}
      </span>
      {delivery === null ? (
        <span className={classes.state} data-silent={vehicles === 0 || undefined}>
          {vehicles === 0
            ? t('recipients.silent')
            : due_at !== null
              ? t('recipients.due', { time: formatDateTime(due_at) })
              : t('recipients.on', { count: vehicles, total: formatNumber(vehicles) })}
        </span>
      ) : (
        <span className={classes.state} data-silent={delivery.state !== 'sent' || undefined}>
          {t(`recipients.state.${delivery.state}`)} · {formatDateTime(delivery.at)}
          {delivery.error !== null && <span className={classes.reason}>{delivery.error}</span>}
        </span>
      )}
    </span>
  )
}

function ObstacleLine({
  obstacle: { text, until, plates, vehicles },
  alert,
}: {
  readonly obstacle: Obstacle
  readonly alert?: string
}) {
  const { t } = useTranslation()
  const plateList = plates.join(', ')
  const more = vehicles - plates.length
  return (
    <span className={classes.reason}>
      {alert !== undefined && `${alert}: `}
      {text}
      {until !== null && ` ${t('recipients.until', { time: formatDateTime(until) })}`}
      {` (${more > 0 ? t('recipients.more', { plates: plateList, count: more }) : plateList})`}
    </span>
  )
}
