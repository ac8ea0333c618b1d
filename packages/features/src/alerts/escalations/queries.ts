// The recipients of escalation steps, and whether a company may name them.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { destinationOf } from '../deliveries/destination.ts'
import { EMAIL, SMS } from '../deliveries/rules.ts'
import { deliveryChannels, SMS_ALERTS } from '../incidents/contract.ts'
import type { PastRow } from '../incidents/visible-incidents.ts'
import type { EscalationStep } from './contract.ts'
import { type StepFacts, stepsFault } from './rules.ts'

/** Somebody whom a step names. `language` null: that of the configuration. `maySeeAlerts` false: the account is closed, or its role does not show alerts. */
export interface StepTarget {
  readonly alert_channel_id: number
  readonly destination: string
  readonly person: { readonly id: number; readonly name: string } | null
  readonly language: Language | null
  readonly maySeeAlerts: boolean
}
interface UserRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly may_see: boolean
}
/** The present recipients of a step; empty if its group is empty or its user no longer exists. */
export async function targetsOf(
  db: Db | Tx,
  customer_id: number,
  { user_id, role, alert_channel_id, destination }: EscalationStep,
): Promise<StepTarget[]> {
  if (alert_channel_id !== null && destination !== null)
    return [{ alert_channel_id, destination, person: null, language: null, maySeeAlerts: true }]
  const { rows } = await sql<UserRow>`
    select id, name, lower(email) as email, language, not disabled and role <> 'printing' as may_see from users
    where customer_id = ${customer_id} and deleted_at is null
      and (id = ${user_id}::int4 or (role = ${role}::text and not disabled)) order by id`.execute(
    db,
  )
  return rows.map(({ id, name, email, language, may_see }) => ({
    alert_channel_id: EMAIL,
    destination: email,
    person: { id, name },
    language,
    maySeeAlerts: may_see,
  }))
}

/** The steps in their stored form, and their errors. */
export async function checkSteps(
  tx: Tx,
  customer_id: number,
  steps: readonly EscalationStep[],
  { alerts, hasSms }: { readonly alerts: readonly number[]; readonly hasSms: boolean },
): Promise<{ readonly steps: EscalationStep[]; readonly faults: Words[] }> {
  const fault = stepsFault(steps)
  if (fault !== null) return { steps: [], faults: [{ key: fault }] }
  const faults: Words[] = []
  const checkedSteps: EscalationStep[] = []
  for (const step of steps) {
    const { user_id, alert_channel_id } = step
    if (user_id !== null && (await targetsOf(tx, customer_id, step)).length === 0)
      faults.push({ key: 'validation.unknown' })
    if (alert_channel_id === null) {
      checkedSteps.push(step)
      continue
    }
    const destination = await destinationOf(
      tx,
      customer_id,
      alert_channel_id,
      step.destination ?? '',
    )
    if (!deliveryChannels.some(({ id }) => id === alert_channel_id))
      faults.push({ key: 'validation.unknown' })
    else if (alert_channel_id === SMS && !hasSms)
      faults.push({ key: 'alert_configurations.no_sms' })
    else if (alert_channel_id === SMS && alerts.some(id => !SMS_ALERTS.includes(id)))
      faults.push({ key: 'escalations.fault.not_by_sms' })
    else if (typeof destination !== 'string') faults.push(destination)
    else checkedSteps.push({ ...step, destination })
  }
  return { steps: checkedSteps, faults }
}

/** The facts that decide whether a step of an incident tells somebody; undefined: the company does not see it. */
export const stepFacts = (
  { configuration_id }: { readonly configuration_id: number | null },
  incident: PastRow | undefined,
): StepFacts => ({
  isConfigured: configuration_id !== null,
  incident:
    incident === undefined
      ? null
      : {
          closed_at: incident.closed_at?.getTime() ?? null,
          closed_as: incident.closed_as,
          isTaken: incident.acknowledged_at !== null || incident.assigned_id !== null,
          snoozed_until: incident.snoozed_until?.getTime() ?? null,
        },
})
