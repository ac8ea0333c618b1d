// What every alert does alike: how a derivation says that a condition holds, and when an incident is late.
import type { Effect, Sample } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'

/** The vehicle's last believed fix, as a record finds it: its own, else the one before. */
export const placeOf = ({ at, position, previous }: Pick<Sample, 'at' | 'position' | 'previous'>): Effect<'raise'>['place'] =>
  position === null ? previous : { at, latitude: position.latitude, longitude: position.longitude }

/** The vehicle's own condition holds since this record, or since what a derivation remembers of an earlier one. */
export const raised = (alert_id: number, since: Pick<Sample, 'at' | 'position' | 'previous'>, data: Effect<'raise'>['data'] & object): Effect<'raise'> => ({
  effect: 'raise',
  alert_id,
  customer_id: null,
  at: since.at,
  place: placeOf(since),
  data,
})
/** It does not hold any more. */
export const cleared = (alert_id: number, at: number): Effect<'clear'> => ({ effect: 'clear', alert_id, customer_id: null, at })

/** Nobody is woken for what ended longer ago. */
export const TOLD_WITHIN = 15 * MINUTE
/** Late: found only after it was over for a while. An incident that is still open is never late. */
export const isLate = (closed_at: number | null, now: number): boolean => closed_at !== null && now - closed_at >= TOLD_WITHIN
