// When a vehicle is its driver's own affair: its weekly hours, and the stretches that were entered or that its device told.
import { instantOf } from '@flotta/core/time.ts'
import { call, query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drivers } from '../../drivers/contract.ts'
import {
  companyHours,
  endPrivateTrip,
  enterPrivateTrip,
  type PrivateTrip,
  privateTrips,
  setVehicleHours,
  vehicleHours,
} from '../../private-trips/contract.ts'
import { PrivateHours } from '../../private-trips/web/PrivateHours.tsx'
import type { Vehicle } from '../contract.ts'
import classes from './details.module.css'

/** Shown at first; the others when asked for. */
const TRIPS_AT_FIRST = 4

/** The private trips of a vehicle, and how one of them is ended or taken into the list. */
function useTrips(id: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const trips = query(privateTrips, { params: { id } })
  const took = (answer: PrivateTrip[]) => client.setQueryData(trips.queryKey, answer)
  const end = useMutation({
    meta: { quiet: true },
    mutationFn: (entry_id: number) => call(endPrivateTrip, { params: { id, entry_id }, body: {} }),
    onError: showRefusal,
    onSuccess(answer) {
      took(answer)
      toast.saved(t('private_trips.ended'))
    },
  })
  return { trips: useQuery(trips), took, end }
}

export function PrivateTrips({ vehicle: { id } }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { id }
  const company = useQuery(query(companyHours, {}))
  const hours = useQuery(query(vehicleHours, { params }))
  const { trips, took, end } = useTrips(id)
  const [showsAll, setWhole] = useState(false)
  const [entering, setEntering] = useState(false)
  const error = company.error ?? hours.error ?? trips.error
  if (company.data === undefined || hours.data === undefined || trips.data === undefined)
    return (
      <LoadingRows
        error={error}
        onRetry={() => void [company, hours, trips].map(q => q.refetch())}
        rows={2}
      />
    )
  const visibleTrips = showsAll ? trips.data : trips.data.slice(0, TRIPS_AT_FIRST)
  return (
    <>
      <PrivateHours
        set={hours.data}
        company={company.data}
        mayEdit
        onSave={async newHours =>
          client.setQueryData(
            query(vehicleHours, { params }).queryKey,
            await call(setVehicleHours, { params, body: { hours: newHours } }),
          )
        }
      />
      <ul className={classes.private} aria-label={t('private_trips.title')}>
        {visibleTrips.map(trip => (
          <TripLine
            key={`${trip.id} ${trip.period_from}`}
            trip={trip}
            isEnding={end.isPending && end.variables === trip.id}
            onEnd={end.mutate}
          />
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEntering(true)}
        >
          {t('private_trips.enter')}
        </Button>
        {trips.data.length > visibleTrips.length && (
          <Button variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
            {t('private_trips.all', { count: trips.data.length })}
          </Button>
        )}
      </Group>
      <Dialog opened={entering} onClose={() => setEntering(false)} title={t('private_trips.enter')}>
        {entering && (
          <TripForm id={id} onDone={answer => took(answer)} onClose={() => setEntering(false)} />
        )}
      </Dialog>
    </>
  )
}

function TripLine({
  trip,
  isEnding,
  onEnd,
}: {
  readonly trip: PrivateTrip
  readonly isEnding: boolean
  readonly onEnd: (id: number) => void
}) {
  const { t } = useTranslation()
  const { id, period_to } = trip
  return (
    <li>
      <IconLock size={18} stroke={1.6} aria-hidden />
      <TripRow trip={trip} />
      {id !== null && (period_to === null || Date.parse(period_to) > now()) && (
        <Button variant="default" size="compact-sm" loading={isEnding} onClick={() => onEnd(id)}>
          {t('private_trips.end')}
        </Button>
      )}
    </li>
  )
}

function TripRow({
  trip: { driver, entered_by, period_from, period_to },
}: {
  readonly trip: PrivateTrip
}) {
  const { t } = useTranslation()
  const who = driver === null ? t('private_trips.by_device') : `${driver.name} ${driver.surname}`
  return (
    <span>
      <span>
        {period_to === null
          ? t('private_trips.since', { at: formatDateTime(period_from) })
          : `${formatDateTime(period_from)} – ${formatDateTime(period_to)}`}
      </span>
      <span className="flotta-quiet">
        {entered_by === null
          ? who
          : t('private_trips.entered_by', { driver: who, name: entered_by })}
      </span>
    </span>
  )
}

/** What is typed of a private trip, and how it is entered. */
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

function TripForm({
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
