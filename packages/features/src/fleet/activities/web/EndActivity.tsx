// The dialog that ends an activity in progress, at a time between its begin and now.
import { instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { FormError } from '@flotta/ui/FormError.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DriverActivity, setActivity } from '../contract.ts'
import { refreshActivities } from './refresh.ts'

export function EndActivity({
  activity,
  onClose,
}: {
  readonly activity: DriverActivity | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={activity !== null}
      onClose={onClose}
      title={
        activity === null
          ? ''
          : t('activities.end_title', {
              driver: `${activity.driver.name} ${activity.driver.surname}`,
              plate: activity.vehicle.plate,
            })
      }
    >
      {activity !== null && <EndActivityForm activity={activity} onClose={onClose} />}
    </Dialog>
  )
}

function EndActivityForm({
  activity,
  onClose,
}: {
  readonly activity: DriverActivity
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const [latest] = useState(now)
  const [to, setTo] = useState<number | null>(latest)
  const end = useEnd(activity, onClose)
  const fieldFaults = fieldErrors(end.error)
  return (
    <form
      noValidate
      aria-label={t('activities.end')}
      onSubmit={e => {
        e.preventDefault()
        if (to !== null) end.mutate(to)
      }}
    >
      <Stack gap="md">
        <FormError error={fieldFaults === null ? end.error : null} />
        <Text size="sm" c="dimmed">
          {t('activities.since', { time: formatDateTime(activity.period_from) })}
        </Text>
        <MomentInput
          label={t('activities.to')}
          value={to}
          onChange={setTo}
          earliest={Date.parse(activity.period_from)}
          latest={latest}
          error={fieldFaults?.to ?? (to === null ? t('validation.date') : undefined)}
        />
        <FormButtons
          label={t('activities.end')}
          onCancel={onClose}
          isPending={end.isPending}
          disabled={to === null}
        />
      </Stack>
    </form>
  )
}
/** Ends the activity at the given time, epoch ms. */
function useEnd(activity: DriverActivity, onEnded: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (at: number) =>
      call(setActivity, {
        params: { id: activity.vehicle_id },
        body: { to: instantOf(at) },
      }),
    onSuccess(endedActivity) {
      refreshActivities(client)
      toast.saved(
        t('activities.ended', {
          driver: `${endedActivity.driver.name} ${endedActivity.driver.surname}`,
          plate: endedActivity.vehicle.plate,
        }),
      )
      onEnded()
    },
    onError: () => refreshActivities(client),
  })
}
