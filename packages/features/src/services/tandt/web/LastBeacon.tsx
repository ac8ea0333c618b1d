// The last beacon: locked or not, the vehicle and its fleet, since when, and whether it is authorised.

import { query } from '@flotta/ui/api.ts'
import { formatDuration } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Anchor } from '@mantine/core'
import { IconLink, IconQuestionMark, IconUnlink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fleets } from '../../../fleet/fleets/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { MeasuredAtEnd } from '../../web/MeasuredAtEnd.tsx'
import type { Beacon } from '../contract.ts'
import { beaconState, shownCode } from '../rules.ts'
import { AuthorizedBadge } from './AuthorizedBadge.tsx'
import classes from './tandt.module.css'

export interface LastBeaconProps {
  readonly vehicle: Vehicle
  readonly last: Beacon
  /** Since when, ISO; null: not known */
  readonly since: string | null
}

function CoupledVehicle({ last }: Pick<LastBeaconProps, 'last'>) {
  const { t } = useTranslation()
  const { locked_vehicle } = last
  return (
    <div className={classes.coupled} data-state={beaconState(last)}>
      {locked_vehicle === null ? (
        <span className={classes.grow}>{t('tandt.stranger')}</span>
      ) : (
        <>
          <VehicleTypeIcon
            type={locked_vehicle.vehicle_type}
            size={28}
            label={t(`vehicles.type.${locked_vehicle.vehicle_type}`)}
          />
          <span className={classes.grow}>
            <Anchor
              component={Link}
              to="/global-map"
              search={{ v: locked_vehicle.id } as never}
              className={`flotta-target ${classes.plate}`}
            >
              {locked_vehicle.plate}
            </Anchor>
            <FleetName id={locked_vehicle.fleet_id} />
          </span>
        </>
      )}
      <AuthorizedBadge state={beaconState(last)} />
    </div>
  )
}

export function LastBeacon({ vehicle, last, since }: LastBeaconProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  const { locked, authorized, beacon_code } = last
  const Icon = locked === 1 ? IconLink : locked === 0 ? IconUnlink : IconQuestionMark
  return (
    <section className={shared.section} aria-label={t('tandt.last')}>
      <div className={shared.line}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <strong>
          {t(
            locked === null
              ? 'tandt.state.unknown'
              : locked === 0
                ? 'tandt.state.unlocked'
                : 'tandt.state.locked',
          )}
        </strong>
        <MeasuredAtEnd at={last.message_datetime} />
      </div>
      {locked === 1 && <CoupledVehicle last={last} />}
      <div className={shared.quiet}>
        {[
          since === null
            ? null
            : t('tandt.since', { time: formatDuration((now - Date.parse(since)) / 1000) }),
          beacon_code === null ? null : t('tandt.code', { code: shownCode(beacon_code) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {locked === 1 && authorized === null && vehicle.owned && (
        <div className={shared.quiet}>{t('tandt.no_list')}</div>
      )}
    </section>
  )
}

function FleetName({ id }: { readonly id: number | null }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...query(fleets.all, {}), staleTime: 60_000, enabled: id !== null })
  const fleet = data?.find(f => f.id === id)
  if (id !== null && fleet === undefined) return null
  return (
    <span className={classes.fleet} title={fleet?.description}>
      {fleet !== undefined && <span className={classes.dot} style={{ background: fleet.color }} />}
      {fleet?.code ?? t('vehicles.no_fleet')}
    </span>
  )
}
