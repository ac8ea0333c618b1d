// The vehicle's settings: how often it logs, and the kilometres to add to its odometer. Only its owner's editors change them; a toast confirms the change and
// can undo it.
import { mutation, query } from '@flotta/ui/api.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert, SegmentedControl, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { Parameters } from '../../../alerts/alert-parameters/web/Parameters.tsx'
import {
  logIntervals,
  setLogInterval,
  type Vehicle,
  vehicleById,
} from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { KmOffset } from '../../web/KmOffset.tsx'

export function Config({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const mayEdit = useMay(setLogInterval)
  const lockReason = !vehicle.owned
    ? t('system.locked_owner')
    : !mayEdit
      ? t('system.locked_role')
      : null
  return (
    <>
      {lockReason !== null && (
        <Alert m="sm" variant="light" color="gray" icon={<IconLock size={16} />}>
          {lockReason}
        </Alert>
      )}
      <LogInterval vehicle={vehicle} disabled={lockReason !== null} />
      <KmOffset vehicle={vehicle} disabled={lockReason !== null} />
      <section className={shared.section} aria-label={t('alert_parameters.title')}>
        <Title order={3}>{t('alert_parameters.title')}</Title>
        <Text className={shared.quiet} mb="sm">
          {t('alert_parameters.text')}
        </Text>
        <Parameters vehicle_id={vehicle.id} />
      </section>
    </>
  )
}

const minutes = (seconds: number): string => formatNumber(seconds / 60, { unit: 'min' })

function LogInterval({
  vehicle,
  disabled,
}: {
  readonly vehicle: Vehicle
  readonly disabled: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(vehicleById, { params: { id: vehicle.id } })
  const { mutate } = useMutation({
    ...mutation(setLogInterval),
    // The choice shows at once and goes back if it is refused.
    onMutate: async ({ body }) => {
      await client.cancelQueries({ queryKey })
      const before = { record: client.getQueryData(queryKey), interval: vehicle.log_interval }
      client.setQueryData(queryKey, old => old && { ...old, log_interval: body.value })
      return before
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before?.record)
      toast.failed(error)
    },
    onSuccess: (vehicleAfter, _, before) => {
      client.setQueryData(queryKey, vehicleAfter)
      const last = logIntervals.find(seconds => seconds === before.interval)
      const message = t('system.log_interval_saved', {
        plate: vehicleAfter.plate,
        value: minutes(vehicleAfter.log_interval),
      })
      toast.saved(message, last === undefined ? undefined : () => change(last))
    },
  })
  const change = (value: (typeof logIntervals)[number]) =>
    mutate({ params: { id: vehicle.id }, body: { value } })
  const interval = logIntervals.find(seconds => seconds === vehicle.log_interval)
  return (
    <div className={shared.section}>
      <Title order={3} id="log-interval">
        {t('system.log_interval')}
      </Title>
      <Text className={shared.quiet} mb="sm">
        {t('system.log_interval_text')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="log-interval"
        disabled={disabled}
        value={interval === undefined ? '' : String(interval)}
        data={logIntervals.map(seconds => ({ value: String(seconds), label: minutes(seconds) }))}
        onChange={option => {
          const value = logIntervals.find(seconds => String(seconds) === option)
          if (value !== undefined) change(value)
        }}
      />
    </div>
  )
}
