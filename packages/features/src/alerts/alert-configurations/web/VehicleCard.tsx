// A vehicle with its configurations: channel, alert, destination, last delivery.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDuration } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { StepNames } from '../../escalations/web/StepNames.tsx'
import { type AlertConfiguration, ofVehicle } from '../contract.ts'
import { AreaNames } from './AreasField.tsx'
import classes from './alertconfigurations.module.css'
import { channelIcon } from './channel-icon.ts'
import { FleetLabel } from './FleetLabel.tsx'
import { areasOf } from './named-areas.ts'
import { type ListedVehicle, useAlerts } from './useConfigurations.ts'

export interface CardActions {
  readonly mayEdit: boolean
  readonly onAdd: (vehicle: ListedVehicle) => void
  readonly onReset: (vehicle: ListedVehicle) => void
  readonly onEdit: (configuration: AlertConfiguration) => void
  readonly onRemove: (configuration: AlertConfiguration) => void
}

/** The actions at the head of a card. */
type HeadActions = Pick<CardActions, 'mayEdit' | 'onAdd' | 'onReset'>
type RowActions = Pick<CardActions, 'mayEdit' | 'onEdit' | 'onRemove'>

export function VehicleCard({
  vehicle,
  ...actions
}: CardActions & { readonly vehicle: ListedVehicle }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(ofVehicle, { params: { id: vehicle.id } }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  return (
    <section className={classes.card} aria-label={vehicle.plate}>
      <CardHead
        vehicle={vehicle}
        isResettable={data !== undefined && data.length > 0}
        {...actions}
      />
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={2} height={32} />
      ) : data.length === 0 ? (
        <p className={classes.none}>{t('alert_configurations.none')}</p>
      ) : (
        <ul className={classes.list}>
          {data.map(configuration => (
            <Configuration key={configuration.id} configuration={configuration} {...actions} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CardHead({
  vehicle,
  isResettable,
  mayEdit,
  onAdd,
  onReset,
}: HeadActions & { readonly vehicle: ListedVehicle; readonly isResettable: boolean }) {
  const { t } = useTranslation()
  return (
    <header className={classes.cardHead}>
      <VehicleTypeIcon type={vehicle.vehicle_type} size={18} />
      <h2 className={classes.cardPlate}>{vehicle.plate}</h2>
      <FleetLabel fleet={vehicle.fleet} />
      {mayEdit && (
        <span className={classes.cardTools}>
          {isResettable && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => onReset(vehicle)}
              aria-label={t('alert_configurations.reset_of', { plate: vehicle.plate })}
            >
              {t('alert_configurations.reset')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onAdd(vehicle)}
            aria-label={t('alert_configurations.add_to', { plate: vehicle.plate })}
          >
            {t('alert_configurations.add')}
          </Button>
        </span>
      )}
    </header>
  )
}
/** The limits of its own that a configuration has. */
function Limits({ threshold, schedule }: Pick<AlertConfiguration, 'threshold' | 'schedule'>) {
  const { t } = useTranslation()
  const limits = [
    ...(threshold === null
      ? []
      : [t('alert_configurations.limits.minutes', { minutes: threshold })]),
    ...(schedule === null ? [] : [t('alert_configurations.limits.hours')]),
  ]
  return limits.length === 0 ? null : (
    <span className={classes.description}>{limits.join(' · ')}</span>
  )
}
function Configuration({
  configuration,
  ...actions
}: RowActions & { readonly configuration: AlertConfiguration }) {
  const { t } = useTranslation()
  const alert = useAlerts().get(configuration.alert_id)
  const Channel = channelIcon(configuration.alert_channel_id)
  const name = alert?.name ?? ''
  return (
    <li className={classes.configuration}>
      <Channel
        size={18}
        stroke={1.75}
        role="img"
        aria-label={t(`alert_configurations.channel.${configuration.alert_channel_id}`)}
        className={classes.channel}
      />
      <span className={classes.what}>
        <span className={classes.alert}>
          {alert !== undefined && <Severity level={alert.severity} />}
          {name}
        </span>
        {alert !== undefined && alert.description !== name && (
          <span className={classes.description}>{alert.description}</span>
        )}
        <AreaNames areas={areasOf(configuration)} />
        <Limits {...configuration} />
        <span className={classes.destination}>{configuration.destination}</span>
        <StepNames steps={configuration.escalation} />
      </span>
      <LastDelivery
        channel={configuration.alert_channel_id}
        delivery={configuration.last_delivery}
      />
      {actions.mayEdit && (
        <ConfigurationTools configuration={configuration} name={name} {...actions} />
      )}
    </li>
  )
}

function ConfigurationTools({
  configuration,
  name,
  onEdit,
  onRemove,
}: Omit<RowActions, 'mayEdit'> & {
  readonly configuration: AlertConfiguration
  /** Name of the alert. */
  readonly name: string
}) {
  const { t } = useTranslation()
  const values = { alert: name, destination: configuration.destination }
  return (
    <span className={classes.tools}>
      <Tooltip label={t('ui.list.edit')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => onEdit(configuration)}
          aria-label={t('alert_configurations.edit_of', values)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('ui.list.remove')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => onRemove(configuration)}
          aria-label={t('alert_configurations.remove_of', values)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

function LastDelivery({
  channel,
  delivery,
}: {
  readonly channel: number
  readonly delivery: AlertConfiguration['last_delivery']
}) {
  const { t } = useTranslation()
  const now = useNow(60)
  if (delivery === null)
    return <span className={classes.last}>{t('alert_configurations.never')}</span>
  return (
    <span className={classes.last} data-state={delivery.state}>
      {delivery.state === 'waiting' ? (
        <span>
          {t(`alert_configurations.state.queued.${channel}`, {
            time: formatDuration(Math.max(0, now - Date.parse(delivery.at)) / 1000),
          })}
        </span>
      ) : (
        <span>
          {t(`alert_configurations.state.${delivery.state}`)} ·{' '}
          <RelativeTime at={delivery.at} every={60} />
        </span>
      )}
      {delivery.error !== null && <span className={classes.error}>{delivery.error}</span>}
    </span>
  )
}
