// On the card of a driver who may drive privately: the private trip that goes on, to be ended; else one to begin now.
import { call, query } from '@flotta/ui/api.ts'
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { sayRefused } from '@flotta/ui/refused.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list as activitiesOf } from '../../activities/contract.ts'
import { VehicleChoice } from '../../reports/web/VehicleChoice.tsx'
import { all as vehiclesAll } from '../../vehicles/contract.ts'
import { endPrivateTrip, enterPrivateTrip, openPrivateTrips, privateTrips } from '../contract.ts'

interface DriverTripProps {
  readonly driver: { readonly id: number }
  readonly name: string
}
export function DriverTrip({ driver, name }: DriverTripProps) {
  const { t } = useTranslation()
  const [beginning, setBeginning] = useState(false)
  const told = useTold()
  const { data: open } = useQuery({ ...query(openPrivateTrips, {}), staleTime: 60_000 })
  const trip = open?.find(({ driver_id }) => driver_id === driver.id)
  const end = useMutation({
    meta: { quiet: true },
    mutationFn: (of: { readonly id: number; readonly vehicle: { readonly id: number } }) =>
      call(endPrivateTrip, { params: { id: of.vehicle.id, entry_id: of.id }, body: {} }),
    onError: sayRefused,
    onSuccess: () => told('privatetrips.ended'),
  })
  if (open === undefined) return null
  if (trip !== undefined)
    return (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <IconLine icon={IconLock}>{t('privatetrips.goes_on', { plate: trip.vehicle.plate, at: formatDateTime(trip.period_from) })}</IconLine>
        <Button
          variant="default"
          size="compact-sm"
          style={{ flex: 'none' }}
          loading={end.isPending}
          aria-label={t('privatetrips.end_of', { name })}
          onClick={() => end.mutate(trip)}
        >
          {t('privatetrips.end')}
        </Button>
      </Group>
    )
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <IconLine icon={IconLock}>{t('drivers.private_trips')}</IconLine>
      <Button variant="default" size="compact-sm" style={{ flex: 'none' }} aria-label={t('privatetrips.begin_of', { name })} onClick={() => setBeginning(true)}>
        {t('privatetrips.begin')}
      </Button>
      <Modal
        opened={beginning}
        onClose={() => setBeginning(false)}
        title={t('privatetrips.begin_of', { name })}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {beginning && <Begin driver={driver} onClose={() => setBeginning(false)} />}
      </Modal>
    </Group>
  )
}

/** Says that it is done, and reads again what it changes. */
function useTold() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (word: 'privatetrips.ended' | 'privatetrips.entered') => {
    toast.saved(t(word))
    for (const { path } of [openPrivateTrips, privateTrips]) void client.invalidateQueries({ queryKey: [path] })
  }
}

function Begin({ driver: { id }, onClose }: Pick<DriverTripProps, 'driver'> & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const told = useTold()
  const { data: vehicles } = useQuery({ ...query(vehiclesAll, {}), staleTime: 60_000 })
  const { data: drives } = useQuery(query(activitiesOf, { query: { driver_id: id, per_page: 1 } }))
  const [chosen, choose] = useState<number | null>()
  const own = vehicles?.filter(({ owned }) => owned !== false)
  // who is at the wheel now begins there
  const [last] = drives?.data ?? []
  const driven = last?.period_to === null && own?.some(vehicle => vehicle.id === last.vehicle_id) ? last.vehicle_id : null
  const vehicle_id = chosen === undefined ? driven : chosen
  const [tried, setTried] = useState(false)
  const begin = useMutation({
    meta: { quiet: true },
    mutationFn: (vehicle: number) => call(enterPrivateTrip, { params: { id: vehicle }, body: { driver_id: id, period_from: null, period_to: null } }),
    onError: error => fieldErrors(error) === null && sayRefused(error),
    onSuccess() {
      told('privatetrips.entered')
      onClose()
    },
  })
  return (
    <form
      noValidate
      aria-label={t('privatetrips.begin')}
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (vehicle_id !== null) begin.mutate(vehicle_id)
      }}
    >
      <Stack gap="md">
        <VehicleChoice
          vehicles={own}
          chosen={vehicle_id}
          onChoose={choose}
          error={fieldErrors(begin.error)?.driver_id ?? (tried && vehicle_id === null ? t('validation.required') : undefined)}
          required
        />
        <Text size="sm" c="dimmed">
          {t('privatetrips.begin_text')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={begin.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={begin.isPending}>
            {t('privatetrips.begin')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
