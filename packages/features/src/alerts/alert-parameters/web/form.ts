// The form of an alert's parameters: the draft in its fields, and the body that is sent.
import type { Hours } from '@flotta/core/schedule.ts'
import { hoursOf, type Span, spansOf } from '@flotta/ui/hours.ts'
import type { AlertParameters, AlertParametersForm } from '../contract.ts'

/** A number field holds text while it is empty or half typed. */
export interface Draft {
  readonly active: boolean
  readonly threshold: number | string
  readonly clear: number | string
  readonly dwell_s: number | string
  /** null: at all times. */
  readonly schedule: readonly Span[] | null
  readonly parked: boolean
}
const inputValue = (value: number | null): number | string => value ?? ''
export const draftOf = ({
  active,
  threshold,
  clear,
  dwell_s,
  schedule,
  parked,
}: AlertParametersForm): Draft => ({
  active,
  threshold: inputValue(threshold),
  clear: inputValue(clear),
  dwell_s: inputValue(dwell_s),
  schedule: schedule === null ? null : spansOf(schedule),
  parked,
})

const numberOf = (input: number | string): number | null => {
  const text = String(input).trim().replace(',', '.')
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text)
}
/** Only the fields that the alert has. */
export function bodyOf(
  draft: Draft,
  { settable }: Pick<AlertParameters, 'settable'>,
): Partial<AlertParametersForm> {
  return {
    active: draft.active,
    ...(settable.threshold !== null && { threshold: numberOf(draft.threshold) }),
    ...(settable.clear !== null && { clear: numberOf(draft.clear) }),
    ...(settable.dwell_s !== null && { dwell_s: numberOf(draft.dwell_s) }),
    ...(settable.schedule && {
      schedule: draft.schedule === null ? null : hoursOf(draft.schedule),
    }),
    ...(settable.parked && { parked: draft.parked }),
  }
}

/** Working days from six to eight: what most customers begin with. */
export const usualHours: Hours = { days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }
