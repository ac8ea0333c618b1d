// The head of the vehicle panel: the vehicle, its current state, and its grave alerts.
import { Age, useIsOld } from '@flotta/ui/Age.tsx'
import { query } from '@flotta/ui/api.ts'
import { copyText } from '@flotta/ui/copy.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconCopy, IconUser, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { AlertAge } from '../../../alerts/incidents/web/AlertAge.tsx'
import { agreement } from '../../../fleet/agreements/contract.ts'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { intervalOf } from '../../../fleet/vehicles/rules.ts'
import { Motion } from '../../../fleet/vehicles/web/Motion.tsx'
import { Where } from '../../../places/geocoding/web/Where.tsx'
import { ReportIcon } from '../../../reports/reports/web/ReportButton.tsx'
import type { Pin } from '../contract.ts'
import { isLocated } from '../rules.ts'
import classes from './map.module.css'

export const Header = memo(function Header({
  pin,
  vehicle,
  fleet,
  onClose,
}: {
  readonly pin: Pin | undefined
  readonly vehicle: Vehicle | undefined
  readonly fleet: Fleet | undefined
  readonly onClose: () => void
}) {
  const summary = pin ?? vehicle
  return (
    <header className={classes.vehicleHead}>
      {summary === undefined ? (
        <Skeleton height={24} width={180} />
      ) : (
        <Identity summary={summary} vehicle={vehicle} fleet={fleet} onClose={onClose} />
      )}
      {pin !== undefined && <Doing pin={pin} />}
      <GraveAlerts alerts={pin?.active_alerts ?? vehicle?.alerts ?? []} />
    </header>
  )
})

interface IdentityProps {
  readonly summary: Pin | Vehicle
  readonly vehicle: Vehicle | undefined
  readonly fleet: Fleet | undefined
  readonly onClose: () => void
}
/** The vehicle with its status, and the actions on it. */
function Identity({ summary, vehicle, fleet, onClose }: IdentityProps) {
  const { t } = useTranslation()
  const copy = () => void copyText(summary.plate)
  return (
    <>
      <div className={classes.line}>
        <VehicleTypeIcon type={summary.vehicle_type} size={24} />
        <h2 className={classes.vehiclePlate}>{summary.plate}</h2>
        <Tooltip label={t('global_map.copy_plate')}>
          <ActionIcon
            className={classes.copyPlate ?? ''}
            size="sm"
            aria-label={t('global_map.copy_plate')}
            onClick={copy}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
        <span className={classes.grow} />
        <span className={classes.badge} data-status={summary.status}>
          <StatusDot status={summary.status} withWord />
        </span>
        <ReportIcon vehicle={vehicle} />
        <Tooltip label={t('global_map.vehicle_close')}>
          <ActionIcon aria-label={t('global_map.vehicle_close')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.line} data-quiet>
        <span>
          {[t(`vehicles.type.${summary.vehicle_type}`), summary.model].filter(Boolean).join(' · ')}
        </span>
        {fleet !== undefined && (
          <span className={classes.fleet} title={fleet.description}>
            <span className={classes.fleetDot} style={{ background: fleet.color }} />
            {fleet.code}
          </span>
        )}
      </div>
    </>
  )
}

/** Warnings and alarms, the gravest first. */
function GraveAlerts({
  alerts,
}: {
  readonly alerts: NonNullable<Pin['active_alerts']> | Vehicle['alerts']
}) {
  const { t } = useTranslation()
  const { data: definitions } = useQuery({
    ...query(alertsAll, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const grave = alerts
    .map(alert => ({ alert, definition: definitions?.find(d => d.id === alert.alert_id) }))
    .filter(({ definition }) => definition !== undefined && definition.severity > 0)
    .sort((a, b) => (b.definition?.severity ?? 0) - (a.definition?.severity ?? 0))
  return (
    <>
      {grave.map(({ alert, definition }) => (
        <div
          key={`${alert.alert_id} ${alert.customer_id} ${alert.created_at}`}
          className={classes.banner}
          data-ring={definition?.severity}
          data-quiet={alert.acknowledged}
        >
          <Severity level={definition?.severity ?? 0} />
          <span className={classes.grow}>
            {definition?.name}
            {alert.acknowledged === true && ` · ${t('incidents.acknowledged')}`}
          </span>
          <AlertAge alert={alert} />
        </div>
      ))}
    </>
  )
}

/** Movement, place, driver, and their age. */
function Doing({ pin }: { readonly pin: Pin }) {
  const { t } = useTranslation()
  const old = useIsOld(pin.message_datetime, intervalOf(pin))
  const knowsPlace =
    isLocated(pin) && pin.active_agreements?.includes(agreement.reverse_geocoding) === true
  return (
    <div className={classes.occupation}>
      {pin.motion !== null && <Motion motion={pin.motion} since={pin.motion_since} />}
      {knowsPlace && (
        <span className={classes.occupationPlace}>
          <Where latitude={pin.latitude} longitude={pin.longitude} decimals={3} />
        </span>
      )}
      {pin.driver !== undefined && (
        <span title={t('global_map.driver')}>
          <IconUser
            size={14}
            stroke={1.75}
            role="img"
            aria-label={t('global_map.driver')}
            className={classes.inLine ?? ''}
          />{' '}
          {pin.driver}
        </span>
      )}
      {pin.message_datetime !== undefined && <Age at={pin.message_datetime} old={old} />}
    </div>
  )
}
