// Finds who is told. Before saving, the configurations are stored in a transaction that is taken back, so the answer is made as deliveries are.

import { valueAt } from '@flotta/core/by-time.ts'
import { invalid } from '@flotta/core/problem.ts'
import { type Hours, Schedule } from '@flotta/core/schedule.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { smsTask } from '@flotta/platform/sms.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { holdsAgreementSql, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { storeConfigurations, updateConfiguration } from '../alert-configurations/write.ts'
import { facts as parameterFacts } from '../alert-parameters/facts.ts'
import { ruleOrNotFound } from '../alert-rules/queries.ts'
import { changeRule, createRule } from '../alert-rules/write.ts'
import { CHAT, lacksSms, SMS } from '../deliveries/rules.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import { type StepTarget, targetsOf } from '../escalations/queries.ts'
import { storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import { type Rule, usualRule } from '../incidents/rules.ts'
import type { AlertRecipient, RehearsalForm, RuleRehearsalForm } from './contract.ts'
import { type Asking, type ColleagueRow, personOf, reasonReply, stepVerdicts } from './lines.ts'
import { byDestination, rehearsalReason, type Verdict } from './rules.ts'

type Form = z.output<typeof RehearsalForm>
type RuleForm = z.output<typeof RuleRehearsalForm>
/** What is asked about. */
type Question = Pick<Form, 'vehicles' | 'alerts' | 'area_ids' | 'hub_ids' | 'poi_ids'>

/** Does work in a transaction that is taken back. */
async function inRehearsal<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** The areas that an alert raised now could be about: those that the form names; null: none in particular. */
function subjectsOf(form: Question): (number | null)[] {
  const subjects = form.alerts.flatMap(id => {
    const definition = alertDefinition(id)
    const { hub_ids, poi_ids } = storedAreas(definition, form)
    return [...hub_ids, ...poi_ids.map(poi => (isStay(id) ? -poi : poi))]
  })
  return subjects.length === 0 ? [null] : [...new Set(subjects)]
}

interface CandidateRow
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

/** Each configuration that would tell, with the vehicle and the colleague whose address it is. */
async function candidates(
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

/** (vehicle, alert) → the rule that is in force now. Areas of a company are watched by its own parameters alone. */
async function rulesOf(
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

/** A stay is the alert of both kinds of area. */
const isStay = (alert_id: number): boolean => (alertDefinition(alert_id)?.areas?.length ?? 0) > 1

/** Whether messages of the channel are sent, or wait until the provider names a server. */
const hasServer = (ctx: Context, alert_channel_id: number): boolean =>
  alert_channel_id === CHAT ||
  ((alert_channel_id === SMS ? smsTask : mailTask).ready?.(ctx) ?? true)

const STANDING = { closed_at: null, closed_as: null }

/** Who would be told now, if the form were saved. Throws what saving would throw. */
export const rehearsal = (form: Form, asking: Asking): Promise<AlertRecipient[]> =>
  rehearse(form, asking, async writing => {
    await storeDraft(form, writing)
    return form.configuration_id === undefined ? [] : [form.configuration_id]
  })
export const rehearsalOfRule = (
  { rule, ...form }: RuleForm,
  asking: Asking,
): Promise<AlertRecipient[]> =>
  rehearse(form, asking, async writing => {
    const { alerts, part, ...values } = form
    const [alert_id = 0] = alerts
    if (rule === null) {
      await createRule({ alerts, ...values }, writing)
      return []
    }
    const { destinations } = await ruleOrNotFound(writing.tx, writing, rule)
    await changeRule(rule, { alert_id, part, ...values }, writing)
    return destinations.flatMap(({ ids }) => ids)
  })

/** @param store stores the draft; answers the ids of the stored configurations that it changes */
async function rehearse(
  form: Question,
  asking: Asking,
  store: (writing: WriteContext) => Promise<readonly number[]>,
): Promise<AlertRecipient[]> {
  const { caller, ctx } = asking
  const { customer_id } = caller
  const now = ctx.now()
  return inRehearsal(ctx.db, async tx => {
    const stored = await candidates(tx, form, customer_id, now)
    const storedIds = new Set(stored.map(({ id }) => id))
    const { language } = asking
    const changedIds = new Set(
      await store({ tx, caller, ctx, language, afterwards: () => undefined }),
    )
    const rows = await candidates(tx, form, customer_id, now)
    const { configurations, timezone } = await tx
      .selectFrom('customers')
      .select(['configurations', 'timezone'])
      .where('id', '=', customer_id)
      .executeTakeFirstOrThrow()
    const ruleOf = await rulesOf(ctx, customer_id, form.vehicles, now)
    const reasonOf = (
      { held, vehicle_id, alert_id, schedule }: CandidateRow,
      alert_channel_id: number,
    ) =>
      rehearsalReason(
        {
          isConfigured: true,
          lacksSms: lacksSms(alert_channel_id, configurations),
          outcome: held ? STANDING : null,
          wasHeld: false,
          rule: ruleOf(vehicle_id, alert_id),
          ownHours: schedule && new Schedule(schedule, timezone),
          hasServer: hasServer(ctx, alert_channel_id),
        },
        now,
      )
    const steps = await stepsOf(tx, customer_id, rows)
    const verdicts = rows.flatMap((row): Verdict[] => {
      const { alert_channel_id, destination, alert_id, vehicle_id, plate, escalation } = row
      const draft = changedIds.has(row.id) || !storedIds.has(row.id)
      const stay_minutes = isStay(alert_id)
        ? (row.threshold ?? ruleOf(vehicle_id, alert_id).threshold)
        : null
      const verdict = { draft, alert_id, vehicle_id, plate, stay_minutes }
      return [
        {
          ...verdict,
          alert_channel_id,
          destination,
          person: personOf(row),
          after: 0,
          role: null,
          reason: reasonOf(row, alert_channel_id),
        },
        ...escalation.flatMap(step =>
          stepVerdicts(step, steps.get(JSON.stringify(step)) ?? [], channel =>
            reasonOf(row, channel),
          ).map(line => ({ ...verdict, ...line })),
        ),
      ]
    })
    return byDestination(verdicts).map(({ obstacles, ...recipient }) => ({
      ...recipient,
      due_at: null,
      delivery: null,
      obstacles: obstacles.map(({ until, plates, ...obstacle }) => ({
        ...obstacle,
        plates: [...plates],
        ...reasonReply(asking, obstacle.code, until),
      })),
    }))
  })
}
/** Step (as JSON) → whom it names now. */
async function stepsOf(
  tx: Tx,
  customer_id: number,
  rows: readonly CandidateRow[],
): Promise<Map<string, readonly StepTarget[]>> {
  const targets = new Map<string, readonly StepTarget[]>()
  for (const step of rows.flatMap(({ escalation }) => escalation)) {
    const key = JSON.stringify(step)
    if (!targets.has(key)) targets.set(key, await targetsOf(tx, customer_id, step))
  }
  return targets
}
async function storeDraft(
  { configuration_id, ...form }: Form,
  writing: WriteContext,
): Promise<void> {
  const { tx, caller } = writing
  const destinations = form.destinations.filter(Boolean)
  if (destinations.length === 0) return
  if (configuration_id === undefined) {
    await storeConfigurations({ ...form, destinations }, writing)
    return
  }
  const configuration = await tx
    .selectFrom('alert_configurations')
    .select('id')
    .where('id', '=', configuration_id)
    .where('customer_id', '=', caller.customer_id)
    .executeTakeFirst()
  if (configuration === undefined) throw invalid({ configuration_id: 'validation.unknown' })
  const { alert_channel_id, area_ids, hub_ids, poi_ids, escalation, threshold, schedule } = form
  await updateConfiguration(
    configuration.id,
    {
      alert_channel_id,
      area_ids,
      hub_ids,
      poi_ids,
      escalation,
      threshold,
      schedule,
      ...(form.alerts[0] !== undefined && { alert_id: form.alerts[0] }),
      ...(destinations[0] !== undefined && { destination: destinations[0] }),
    },
    writing,
  )
}
