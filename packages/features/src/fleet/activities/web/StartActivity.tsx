// The drawer that begins an activity: it asks for the driver, the time and, where it is not given, the vehicle.
import { instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { FormError } from '@flotta/ui/FormError.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DriverItem } from '../../drivers/contract.ts'
import type { VehicleItem } from '../../vehicles/contract.ts'
import { setActivity } from '../contract.ts'
import { Picker } from './Picker.tsx'
import { refreshActivities } from './refresh.ts'

interface StartActivityProps {
  readonly onClose: () => void
  readonly drivers: readonly DriverItem[]
  /** The vehicles to choose from; absent: the activity is for `vehicle`. */
  readonly vehicles?: readonly VehicleItem[]
  /** The driver by which the list is filtered, chosen at the beginning. */
  readonly driver?: number | undefined
  readonly vehicle?: number | undefined
}
export function StartActivity({
  opened,
  ...rest
}: StartActivityProps & { readonly opened: boolean }) {
  const { t } = useTranslation()
  if (!opened) return null
  return (
    <FormDrawer title={t('activities.add')} onClose={rest.onClose}>
      <StartActivityForm {...rest} />
    </FormDrawer>
  )
}

interface NewActivity {
  readonly vehicle: number
  readonly driver: number
  /** Epoch ms. */
  readonly from: number
}
/** Begins an activity and confirms it; errors appear in the form. */
function useStart(onStarted: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: ({ vehicle, driver, from }: NewActivity) =>
      call(setActivity, {
        params: { id: vehicle },
        body: { from: instantOf(from), driverId: driver },
      }),
    onSuccess(activity) {
      refreshActivities(client)
      toast.saved(
        t('activities.begun', {
          driver: `${activity.driver.name} ${activity.driver.surname}`,
          plate: activity.vehicle.plate,
        }),
      )
      onStarted()
    },
  })
}

function StartActivityForm({ onClose, drivers, vehicles, ...initial }: StartActivityProps) {
  const { t } = useTranslation()
  const start = useStart(onClose)
  const [driver, setDriver] = useState(initial.driver)
  const [vehicle, setVehicle] = useState(initial.vehicle)
  const [latest] = useState(now)
  const [from, setFrom] = useState<number | null>(latest)
  const [isSubmitted, setTried] = useState(false)
  const fieldFaults = fieldErrors(start.error)
  const missing = (value: unknown) =>
    isSubmitted && (value === undefined || value === null) ? t('validation.required') : undefined
  return (
    <form
      noValidate
      aria-label={t('activities.add')}
      onSubmit={e => {
        e.preventDefault()
        setTried(true)
        if (driver !== undefined && vehicle !== undefined && from !== null)
          start.mutate({ driver, vehicle, from })
      }}
    >
      <Stack gap="md">
        <FormError error={fieldFaults === null ? start.error : null} />
        <Picker
          visible
          required
          data-autofocus
          label={t('activities.driver')}
          value={driver}
          options={drivers.map(d => ({ id: d.id, name: `${d.surname} ${d.name}` }))}
          onPick={setDriver}
          error={fieldFaults?.driverId ?? missing(driver)}
        />
        {vehicles !== undefined && (
          <Picker
            visible
            required
            label={t('activities.vehicle')}
            value={vehicle}
            options={vehicles.filter(v => v.active !== 0).map(v => ({ id: v.id, name: v.plate }))}
            onPick={setVehicle}
            error={missing(vehicle)}
          />
        )}
        <MomentInput
          label={t('activities.from')}
          value={from}
          onChange={setFrom}
          latest={latest}
          error={fieldFaults?.from ?? missing(from)}
        />
        <FormButtons label={t('activities.start')} onCancel={onClose} isPending={start.isPending} />
      </Stack>
    </form>
  )
}
