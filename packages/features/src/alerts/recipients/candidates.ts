// The configurations that would tell of an alert, and the rules of their vehicles.
import { valueAt } from '@flotta/core/by-time.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { holdsAgreementSql, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { facts as parameterFacts } from '../alert-parameters/facts.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import { type Rule, usualRule } from '../incidents/rules.ts'
import type { RehearsalForm, RuleRehearsalForm } from './contract.ts'
import type { ColleagueRow } from './lines.ts'
import type { Verdict } from './rules.ts'

export type Form = z.output<typeof RehearsalForm>
export type RuleForm = z.output<typeof RuleRehearsalForm>
/** The alerts, vehicles and areas of the question. */
export type Question = Pick<Form, 'vehicles' | 'alerts' | 'area_ids' | 'hub_ids' | 'poi_ids'>

/** The subjects that an alert raised now could have: the areas of the form; null: any. */
function subjectsOf(form: Question): (number | null)[] {
  const subjects = form.alerts.flatMap(id => {
    const definition = alertDefinition(id)
    const { hub_ids, poi_ids } = storedAreas(definition, form)
    return [...hub_ids, ...poi_ids.map(poi => (isStay(id) ? -poi : poi))]
  })
  return subjects.length === 0 ? [null] : [...new Set(subjects)]
}

export interface CandidateRow
  extends ColleagueRow,
    Pick<Verdict, 'alert_channel_id' | 'destination' | 'plate'> {
  readonly id: number
  readonly alert_id: number
  readonly vehicle_id: number
  readonly escalation: readonly EscalationStep[]
  /** Its own minutes of a stay. */
  readonly threshold: number | null
  /** Its own hours. */
  readonly schedule: readonly Hours[] | null
  /** The company holds the alert's agreement on the vehicle. */
  readonly held: boolean
}
const agreementsOf = (alerts: readonly number[]) =>
  alerts.map(id => alertDefinition(id)?.agreement_id ?? 0)

/** Each configuration that would tell of the alert, with its vehicle, and the colleague who has the address. */
export async function candidates(
  tx: Tx,
  form: Question,
  customer_id: number,
  now: number,
): Promise<readonly CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select distinct on (upper(s.plate), s.vehicle_id, c.id) c.id, c.vehicle_id, s.plate, c.alert_id::int4 as alert_id, c.alert_channel_id::int4 as alert_channel_id, c.destination,
      c.escalation, own.schedule, own.threshold, u.id as user_id, u.name as user_name,
      ${holdsAgreementSql(customer_id, now, 's.vehicle_id', 'alert.agreement_id')} as held
    from ${visibleVehiclesSql(customer_id, now)} s
    join unnest(${[...new Set(form.vehicles)]}::int4[]) v on v = s.vehicle_id
    cross join unnest(${form.alerts}::int4[], ${agreementsOf(form.alerts)}::int4[]) as alert (id, agreement_id)
    cross join unnest(${subjectsOf(form)}::int4[]) subject
    cross join lateral alert_recipients(s.vehicle_id, alert.id, ${customer_id}, subject) c
    join alert_configurations own on own.id = c.id
    left join users u on u.customer_id = c.customer_id and lower(u.email) = c.destination and u.deleted_at is null and not u.disabled
    order by upper(s.plate), s.vehicle_id, c.id`.execute(tx)
  return rows
}

/** (vehicle, alert) → the rule that holds now. A company's areas follow its own parameters alone. */
export async function rulesOf(
  { pool }: Pick<Context, 'pool'>,
  customer_id: number,
  vehicles: readonly number[],
  now: number,
): Promise<(vehicle_id: number, alert_id: number) => Rule> {
  const byVehicle = await parameterFacts.load(pool, vehicles)
  return (vehicle_id, alert_id) => {
    const definition = alertDefinition(alert_id)
    const usual = usualRule(definition ?? {})
    const byTime = byVehicle.get(vehicle_id)
    const rule = byTime === undefined ? null : valueAt(byTime, now).alert_parameters?.[alert_id]
    if (rule === undefined || rule === null) return usual
    return definition?.areas !== undefined && rule.customer_id !== customer_id ? usual : rule
  }
}

/** Whether the alert is the stay in an area, of either kind. */
export const isStay = (alert_id: number): boolean =>
  (alertDefinition(alert_id)?.areas?.length ?? 0) > 1
