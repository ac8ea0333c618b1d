// A vehicle with whom it tells of what: channel, alert, destination, how it was told last.
import { query } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatDuration } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconMail, IconMessage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AlertConfiguration, ofVehicle } from '../contract.ts'
import classes from './alertconfigurations.module.css'
import { type ListedVehicle, SMS, useAlerts } from './useConfigurations.ts'

export interface CardActions {
  readonly mayEdit: boolean
  readonly onAdd: (vehicle: ListedVehicle) => void
  readonly onReset: (vehicle: ListedVehicle) => void
  readonly onEdit: (configuration: AlertConfiguration) => void
  readonly onRemove: (configuration: AlertConfiguration) => void
}

export function VehicleCard({
  vehicle,
  mayEdit,
  onAdd,
  onReset,
  onEdit,
  onRemove,
}: CardActions & { readonly vehicle: ListedVehicle }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(ofVehicle, { params: { id: vehicle.id } }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
  return (
    <section className={classes.card} aria-label={vehicle.plate}>
      <header className={classes.cardHead}>
        <VehicleTypeIcon type={vehicle.vehicle_type} size={18} />
        <h2 className={classes.cardPlate}>{vehicle.plate}</h2>
        {vehicle.fleet !== undefined && (
          <span className={classes.fleet}>
            <span className={classes.dot} style={{ background: vehicle.fleet.color }} />
            {vehicle.fleet.code}
          </span>
        )}
        {mayEdit && (
          <span className={classes.cardTools}>
            {data !== undefined && data.length > 0 && (
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
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={2} height={32} />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <p className={classes.none}>{t('alert_configurations.none')}</p>
      ) : (
        <ul className={classes.list}>
          {data.map(one => (
            <Configuration
              key={one.id}
              configuration={one}
              mayEdit={mayEdit}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Configuration({
  configuration,
  mayEdit,
  onEdit,
  onRemove,
}: Pick<CardActions, 'mayEdit' | 'onEdit' | 'onRemove'> & {
  readonly configuration: AlertConfiguration
}) {
  const { t } = useTranslation()
  const alert = useAlerts().get(configuration.alert_id)
  const Channel = configuration.alert_channel_id === SMS ? IconMessage : IconMail
  const name = alert?.name ?? ''
  const values = { alert: name, destination: configuration.destination }
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
        <span className={classes.destination}>{configuration.destination}</span>
      </span>
      <LastDelivery
        channel={configuration.alert_channel_id}
        delivery={configuration.last_delivery}
      />
      {mayEdit && (
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
      )}
    </li>
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
