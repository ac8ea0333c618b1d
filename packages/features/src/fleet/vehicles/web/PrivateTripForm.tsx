// The form by which a private trip of a driver is entered.
import { instantOf } from '@flotta/core/time.ts'
import { call, query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drivers } from '../../drivers/contract.ts'
import { enterPrivateTrip, type PrivateTrip } from '../../private-trips/contract.ts'

/** The input for a private trip, and the call that enters it. */
function useTripEntry(id: number, onDone: (answer: PrivateTrip[]) => void, onClose: () => void) {
  const { t } = useTranslation()
  const [openedAt] = useState(now)
  const [driver, setDriver] = useState<string | null>(null)
  const [from, setFrom] = useState<number | null>(openedAt)
  const [open, setOpen] = useState(true)
  const [to, setTo] = useState<number | null>(null)
  const [isSubmitted, setTried] = useState(false)
  const enter = useMutation({
    meta: { quiet: true },
    mutationFn: (form: { readonly driver_id: number; readonly from: number }) =>
      call(enterPrivateTrip, {
        params: { id },
        body: {
          driver_id: form.driver_id,
          period_from: instantOf(form.from),
          period_to: open || to === null ? null : instantOf(to),
        },
      }),
    onSuccess(answer) {
      onDone(answer)
      toast.saved(t('private_trips.entered'))
      onClose()
    },
    onError: error => fieldErrors(error) === null && showRefusal(error),
  })
  const fieldFaults = fieldErrors(enter.error)
  const faultOf = (field: string, value: unknown) =>
    fieldFaults?.[field] ?? (isSubmitted && value === null ? t('validation.required') : undefined)
  const submit = () => {
    setTried(true)
    if (driver !== null && from !== null && (open || to !== null))
      enter.mutate({ driver_id: Number(driver), from })
  }
  return { driver, setDriver, from, setFrom, open, setOpen, to, setTo, enter, submit, faultOf }
}

export function TripForm({
  id,
  onDone,
  onClose,
}: {
  readonly id: number
  readonly onDone: (answer: PrivateTrip[]) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data: people } = useQuery(query(drivers.all, {}))
  const { driver, setDriver, from, setFrom, open, setOpen, to, setTo, enter, submit, faultOf } =
    useTripEntry(id, onDone, onClose)
  const privateDrivers = people?.filter(d => d.private_trips)
  return (
    <form
      noValidate
      aria-label={t('private_trips.enter')}
      onSubmit={e => {
        e.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Select
          label={t('private_trips.driver')}
          description={privateDrivers?.length === 0 ? t('private_trips.no_driver') : undefined}
          data={(privateDrivers ?? []).map(d => ({
            value: String(d.id),
            label: `${d.surname} ${d.name}`,
          }))}
          searchable
          value={driver}
          onChange={setDriver}
          error={faultOf('driver_id', driver)}
        />
        <MomentInput
          label={t('private_trips.from')}
          value={from}
          onChange={setFrom}
          error={faultOf('period_from', from)}
        />
        <Checkbox
          label={t('private_trips.open')}
          checked={open}
          onChange={e => setOpen(e.currentTarget.checked)}
        />
        {!open && (
          <MomentInput
            label={t('private_trips.to')}
            value={to}
            onChange={setTo}
            error={faultOf('period_to', to)}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('private_trips.enter_text')}
        </Text>
        <FormButtons
          label={t('private_trips.save')}
          onCancel={onClose}
          isPending={enter.isPending}
        />
      </Stack>
    </form>
  )
}
