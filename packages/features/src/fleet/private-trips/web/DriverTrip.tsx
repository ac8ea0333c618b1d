// On the card of a driver who may drive privately: a button that ends the private trip in progress, or begins one on the driver's current vehicle.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  endPrivateTrip,
  enterPrivateTrip,
  type PrivateDriver,
  privateDrivers,
  privateTrips,
} from '../contract.ts'

interface DriverTripProps {
  readonly driver: { readonly id: number }
  readonly name: string
  readonly may: string
}

/** Begins and ends a driver's private trip. */
function usePrivateTrip({ driver: { id }, name }: Omit<DriverTripProps, 'may'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const finish = async (word: 'private_trips.ended' | 'private_trips.entered') => {
    toast.saved(t(word))
    await Promise.all(
      [privateDrivers, privateTrips].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  }
  const end = useMutation({
    meta: { quiet: true },
    mutationFn: (trip: NonNullable<PrivateDriver['trip']>) =>
      call(endPrivateTrip, { params: { id: trip.vehicle.id, entry_id: trip.id }, body: {} }),
    onError: showRefusal,
    onSuccess: () => finish('private_trips.ended'),
  })
  const begin = async (vehicle: NonNullable<PrivateDriver['vehicle']>) => {
    const isEntered = await confirm({
      title: t('private_trips.begin_title', { name, plate: vehicle.plate }),
      text: t('private_trips.begin_text'),
      confirm: t('private_trips.begin'),
      action: () =>
        call(enterPrivateTrip, {
          params: { id: vehicle.id },
          body: { driver_id: id, period_from: null, period_to: null },
        }),
    })
    if (isEntered) await finish('private_trips.entered')
  }
  return { begin, end }
}

const usePrivateDriver = (id: number): PrivateDriver | undefined =>
  useQuery({ ...query(privateDrivers, {}), staleTime: 60_000 }).data?.find(
    ({ driver_id }) => driver_id === id,
  )

export function DriverTrip(props: DriverTripProps) {
  const { driver, may } = props
  const { t } = useTranslation()
  const trip = usePrivateDriver(driver.id)?.trip ?? null
  return (
    <Group gap="xs" justify="space-between">
      <IconLine icon={IconLock}>
        {trip === null
          ? may
          : t('private_trips.goes_on', {
              plate: trip.vehicle.plate,
              at: formatDateTime(trip.period_from),
            })}
      </IconLine>
      <TripButton {...props} />
    </Group>
  )
}

/** The button that begins or ends the private trip, also in the table of drivers. */
export function TripButton(props: Omit<DriverTripProps, 'may'>) {
  const { driver, name } = props
  const { t } = useTranslation()
  const { begin, end } = usePrivateTrip(props)
  const privateDriver = usePrivateDriver(driver.id)
  const button = { variant: 'default', size: 'compact-sm', style: { flex: 'none' } } as const
  const { trip = null, vehicle = null } = privateDriver ?? {}
  if (trip !== null)
    return (
      <Button
        {...button}
        loading={end.isPending}
        aria-label={t('private_trips.end_of', { name })}
        onClick={() => end.mutate(trip)}
      >
        {t('private_trips.end')}
      </Button>
    )
  if (privateDriver === undefined) return null
  return (
    <Tooltip label={t('private_trips.on_none')} disabled={vehicle !== null}>
      <Button
        {...button}
        {...(vehicle === null && { 'data-disabled': true })}
        aria-disabled={vehicle === null}
        aria-label={t('private_trips.begin_of', { name })}
        onClick={() => vehicle !== null && void begin(vehicle)}
      >
        {t('private_trips.begin')}
      </Button>
    </Tooltip>
  )
}
