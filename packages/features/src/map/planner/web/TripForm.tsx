// The form of a trip: name, start, vehicle and places, exclusions, and the route
// itself.
import { ApiError, call, callWithEtag, messageOf } from '@flotta/ui/api.ts'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../../../services/panel.module.css'
import { plannedTrips } from '../contract.ts'
import { bodyOf, type Draft, withStop } from '../draft.ts'
import { canChoose, canSave } from '../rules.ts'
import { AddStop } from './AddStop.tsx'
import { Avoid } from './Avoid.tsx'
import { Conflict } from './Conflict.tsx'
import { CorridorDrawer } from './CorridorOfTrip.tsx'
import classes from './planner.module.css'
import { RouteChoice } from './RouteChoice.tsx'
import { RoutesOnMap } from './RoutesOnMap.tsx'
import { Stops } from './Stops.tsx'
import { hasField, isStartAllowed, type SetFields, TripFields } from './TripFields.tsx'
import { useChoices } from './useChoices.ts'
import type { ChangeDraft } from './useDraft.ts'

export interface TripFormProps {
  readonly draft: Draft
  readonly change: ChangeDraft
  /** Empties the form; a stored trip stays unchanged. */
  readonly onReset: () => void
  readonly onSaved: () => void
}

export function TripForm({ draft, change, onReset, onSaved }: TripFormProps) {
  const { t } = useTranslation()
  const { edited, name, startdate, stops, options } = draft
  const ways = useChoices(draft)
  const { choices, chosen } = ways
  const body = bodyOf(draft, chosen)
  const setFields: SetFields = fields => change(old => ({ ...old, ...fields }))
  const trip = useSaveTrip(edited, body, onSaved)
  const ready = canSave(name, stops) && body !== null && isStartAllowed(draft)
  const choose = (geometry: Draft['chosen']) => setFields({ chosen: geometry })
  const [hasCorridor, setHasCorridor] = useState(false)
  return (
    <>
      <form
        className={classes.form}
        noValidate
        aria-label={t(edited === null ? 'planner.new' : 'planner.change')}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !trip.save.isPending) trip.save.mutate()
        }}
      >
        <TripFields
          draft={draft}
          errors={fieldErrors(trip.save.error) ?? {}}
          setFields={setFields}
        />
        <section className={shared.section} aria-label={t('planner.stops')}>
          <Group justify="space-between" mb={8}>
            <h2 className={classes.title}>{t('planner.stops')}</h2>
            <Avoid options={options} onChange={next => setFields({ options: next })} />
          </Group>
          <Stops draft={draft} change={change} />
          <AddStop
            count={stops.length}
            start={stops.at(-1)}
            onAdd={stop => change(old => withStop(old, stop))}
          />
        </section>
        {canChoose(name, stops) ? (
          <RouteChoice
            name={name.trim()}
            ways={ways}
            startdate={startdate}
            onChoose={choose}
            onCorridor={() => setHasCorridor(true)}
          />
        ) : (
          <p className={classes.hint}>
            {t(stops.length < 2 ? 'planner.needs_stops' : 'planner.needs_name')}
          </p>
        )}
        <Foot
          trip={trip}
          isNew={edited === null}
          ready={ready}
          onReset={onReset}
          setFields={setFields}
        />
        <RoutesOnMap
          choices={choices}
          chosen={chosen}
          stops={stops}
          onChoose={canChoose(name, stops) ? choose : undefined}
        />
      </form>
      {hasCorridor && chosen !== null && (
        <CorridorDrawer
          name={name.trim()}
          geometry={chosen.geometry}
          onClose={() => setHasCorridor(false)}
        />
      )}
    </>
  )
}

/** The reason why saving is impossible, the conflict with somebody else's change, and the buttons. */
function Foot({
  trip: { save, theirs, setTheirs },
  isNew,
  ready,
  onReset,
  setFields,
}: {
  readonly trip: ReturnType<typeof useSaveTrip>
  readonly isNew: boolean
  readonly ready: boolean
  readonly onReset: () => void
  readonly setFields: SetFields
}) {
  const { t } = useTranslation()
  const messages = Object.entries(fieldErrors(save.error) ?? {})
    .filter(([field]) => !hasField(field))
    .map(([, message]) => message)
  return (
    <div className={classes.foot}>
      {messages.length > 0 && (
        <p className={classes.error} role="alert">
          {messages.join(' · ')}
        </p>
      )}
      {theirs !== null && (
        <Conflict
          message={messageOf(save.error)}
          trip={theirs.trip}
          onTake={() => {
            onReset()
            setTheirs(null)
          }}
          onKeep={() => {
            setFields({ edited: theirs })
            setTheirs(null)
          }}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onReset} disabled={save.isPending}>
          {t(isNew ? 'planner.clear' : 'ui.cancel')}
        </Button>
        <Button type="submit" disabled={!ready} loading={save.isPending}>
          {t(isNew ? 'planner.save' : 'planner.save_changes')}
        </Button>
      </Group>
    </div>
  )
}

type StoredTrip = NonNullable<Draft['edited']>
/** Saves the trip. `theirs` is the stored trip when somebody else has changed it meanwhile. */
function useSaveTrip(
  edited: Draft['edited'],
  body: ReturnType<typeof bodyOf>,
  onSaved: () => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<StoredTrip | null>(null)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      if (body === null) throw new Error('a trip without a route cannot be saved')
      if (edited === null) return call(plannedTrips.create, { body })
      return (
        await callWithEtag(
          plannedTrips.update,
          { params: { id: edited.trip.id }, body },
          edited.etag === null ? {} : { 'if-match': edited.etag },
        )
      ).value
    },
    async onSuccess(savedTrip) {
      await refresh(client, plannedTrips)
      toast.saved(t('planner.saved_toast', { name: savedTrip.name }))
      onSaved()
    },
    async onError(error) {
      if (fieldErrors(error) !== null) return
      if (error instanceof ApiError && error.code === 'conflict' && edited !== null) {
        const storedTrip = await callWithEtag(plannedTrips.one, {
          params: { id: edited.trip.id },
        }).catch(() => null)
        if (storedTrip !== null) return setTheirs({ trip: storedTrip.value, etag: storedTrip.etag })
      }
      toast.failed(error)
    },
  })
  return { save, theirs, setTheirs }
}
