// One vehicle beside the table: its record, its fleet, its ownership and its rent. On phones it fills the screen.
import { query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useFocusInside, useLayer } from '@flotta/ui/layers.ts'
import { usePhone } from '@flotta/ui/screen-size.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef } from 'react'
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

interface VehicleAsideProps {
  readonly id: number
  readonly onClose: () => void
}
export function VehicleAside({ id, onClose }: VehicleAsideProps) {
  const { t } = useTranslation()
  const phone = usePhone()
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
      <LoadingRows error={error} onRetry={() => void refetch()} rows={8} />
    ) : (
      <VehicleDetails vehicle={vehicle} onClose={onClose} />
    )
  if (phone)
    return (
      <Dialog onClose={onClose} fullScreen title={title}>
        {body}
      </Dialog>
    )
  return (
    <aside ref={box} tabIndex={-1} className={classes.aside} aria-label={title}>
      <AsideHead id={id} title={title} onClose={onClose} />
      {body}
    </aside>
  )
}

function AsideHead({ id, title, onClose }: VehicleAsideProps & { readonly title: string }) {
  const { t } = useTranslation()
  return (
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
  )
}

interface VehicleDetailsProps {
  readonly vehicle: Vehicle
  readonly onClose: () => void
}
function VehicleDetails({ vehicle, onClose }: VehicleDetailsProps) {
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
        <AsideSection id="vehicle-rent" title={t('rents.title')}>
          <OwnershipChoice vehicle={vehicle} />
          <RentCard
            rentKind="vehicle_rents"
            vehicle_id={id}
            odometer={odometer}
            mayEdit
            onChanged={onChanged}
          />
        </AsideSection>
      )}
      {mayEdit && tyres && (
        <AsideSection id="tire-rent" title={t('rents.title_tires')}>
          <RentCard
            rentKind="tire_rents"
            vehicle_id={id}
            odometer={odometer}
            mayEdit
            onChanged={onChanged}
          />
        </AsideSection>
      )}
      {mayEdit && (
        <AsideSection id="private-trips" title={t('private_trips.title')}>
          <PrivateTrips vehicle={vehicle} />
        </AsideSection>
      )}
    </>
  )
}

interface AsideSectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}
const AsideSection = ({ id, title, children }: AsideSectionProps) => (
  <section className={classes.section} aria-labelledby={id}>
    <h3 id={id}>{title}</h3>
    {children}
  </section>
)
