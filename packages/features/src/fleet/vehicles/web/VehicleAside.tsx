// One vehicle beside the table: its record, its fleet, whose it is and how it is rented. On phones it fills the screen.
import { query } from '@flotta/ui/api.ts'
import { PHONE } from '@flotta/ui/BarPanel.tsx'
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { ActionIcon, Modal, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { agreement } from '../../agreements/contract.ts'
import { RentCard } from '../../rents/web/RentCard.tsx'
import { update, type Vehicle, vehicleById } from '../contract.ts'
import { FleetChoice, OwnershipChoice } from './choices.tsx'
import classes from './details.module.css'
import { Motion } from './Motion.tsx'
import { PrivateTrips } from './PrivateTrips.tsx'
import { VehicleForm } from './VehicleForm.tsx'

export function VehicleAside({
  id,
  onClose,
}: {
  readonly id: number
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false }) ?? false
  const {
    data: vehicle,
    error,
    refetch,
  } = useQuery({ ...query(vehicleById, { params: { id } }), retry: false })
  const box = useRef<HTMLElement>(null)
  useLayer(!phone, onClose, { whileTyping: false })
  useFocusInside(box, phone ? null : id)
  useReturnFocus()
  const title = vehicle?.plate ?? t('vehicles.one')
  const body =
    vehicle === undefined ? (
      error === null ? (
        <SkeletonRows rows={8} />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )
    ) : (
      <VehicleDetails vehicle={vehicle} onClose={onClose} />
    )
  if (phone)
    return (
      <Modal
        opened
        onClose={onClose}
        fullScreen
        title={title}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {body}
      </Modal>
    )
  return (
    <aside ref={box} tabIndex={-1} className={classes.aside} aria-label={title}>
      <div className={classes.asideHead}>
        <h2>{title}</h2>
        <Tooltip label={t('vehicles.details')}>
          <ActionIcon
            aria-label={t('vehicles.details')}
            renderRoot={props => (
              <Link
                to="/details/$vehicle_id"
                params={{ vehicle_id: String(id) } as never}
                {...props}
              />
            )}
          >
            <IconExternalLink size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('ui.close')}>
          <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {body}
    </aside>
  )
}

function VehicleDetails({
  vehicle,
  onClose,
}: {
  readonly vehicle: Vehicle
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayEdit = useMay(update) && vehicle.owned
  const { id, odometer, tire_rent } = vehicle
  const onChanged = useCallback(
    () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith('/vehicles'),
      }),
    [client],
  )
  const tyres =
    tire_rent !== null || vehicle.active_agreements.some(a => a.agreement_id === agreement.eyeway)
  return (
    <>
      {vehicle.motion !== null && (
        <p>
          <Motion motion={vehicle.motion} since={vehicle.motion_since} />
        </p>
      )}
      {mayEdit && <VehicleForm vehicle={vehicle} onClose={onClose} />}
      <section
        className={mayEdit ? classes.section : undefined}
        aria-label={t('vehicles.column.fleet')}
      >
        <FleetChoice vehicle={vehicle} />
      </section>
      {mayEdit && (
        <section className={classes.section} aria-labelledby="vehicle-rent">
          <h3 id="vehicle-rent">{t('rents.title')}</h3>
          <OwnershipChoice vehicle={vehicle} />
          <RentCard
            rentKind="vehicle_rents"
            vehicle_id={id}
            odometer={odometer}
            mayEdit
            onChanged={onChanged}
          />
        </section>
      )}
      {mayEdit && tyres && (
        <section className={classes.section} aria-labelledby="tire-rent">
          <h3 id="tire-rent">{t('rents.title_tires')}</h3>
          <RentCard
            rentKind="tire_rents"
            vehicle_id={id}
            odometer={odometer}
            mayEdit
            onChanged={onChanged}
          />
        </section>
      )}
      {mayEdit && (
        <section className={classes.section} aria-labelledby="private-trips">
          <h3 id="private-trips">{t('private_trips.title')}</h3>
          <PrivateTrips vehicle={vehicle} />
        </section>
      )}
    </>
  )
}
