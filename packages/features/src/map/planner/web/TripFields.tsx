// The fields of a trip: its name, its start and its vehicle.
import { now } from '@flotta/ui/clock.ts'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import shared from '../../../services/panel.module.css'
import type { Draft } from '../draft.ts'
import { mayStart, startRange } from '../rules.ts'
import classes from './planner.module.css'
import { VehicleField } from './VehicleField.tsx'

export type SetFields = (fields: Partial<Draft>) => void

/** Errors of other fields have no place of their own in the form. */
export const hasField = (field: string): boolean =>
  ['name', 'startdate', 'vehicle_id'].includes(field)

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** A stored trip may keep its start, even when that has passed. */
export const isStartAllowed = ({ edited, startdate }: Draft): boolean =>
  startdate !== null &&
  (startdate === (edited && Date.parse(edited.trip.startdate)) ||
    mayStart(startdate, now(), timeZone()))

export function TripFields({
  draft,
  errors,
  setFields,
}: {
  readonly draft: Draft
  readonly errors: Readonly<Record<string, string>>
  readonly setFields: SetFields
}) {
  const { t } = useTranslation()
  const { name, startdate, vehicle_id } = draft
  const range = startRange(now(), timeZone())
  return (
    <div className={shared.section}>
      <div className={classes.fields}>
        <TextInput
          label={t('planner.name')}
          placeholder={t('planner.name_hint')}
          value={name}
          maxLength={200}
          error={errors.name}
          onChange={event => setFields({ name: event.currentTarget.value })}
        />
        <MomentInput
          label={t('planner.startdate')}
          value={startdate}
          earliest={range.from}
          latest={range.to}
          error={
            errors.startdate ??
            (startdate !== null && !isStartAllowed(draft) ? t('planner.start_range') : undefined)
          }
          onChange={at => setFields({ startdate: at })}
        />
        <VehicleField
          value={vehicle_id}
          error={errors.vehicle_id}
          onChange={id => setFields({ vehicle_id: id })}
        />
      </div>
    </div>
  )
}
