// Passes alerts on that nobody has taken. Planned steps are in the database, so they survive a restart, and each is executed by one process.
import type { Language } from '@flotta/core/languages.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { appendAudit } from '../../people/audit/queries.ts'
import { notify } from '../../people/notifications/queries.ts'
import { alertDefinition, alertWords } from '../incidents/catalogue.ts'
import { incidentsOf, type PastRow } from '../incidents/visible-incidents.ts'
import type { EscalationEnd, EscalationStep } from './contract.ts'
import { type StepTarget, stepFacts, targetsOf } from './queries.ts'
import { stepOutcome } from './rules.ts'
import '../deliveries/tables.ts'
import './tables.ts'

/** Companies per run, and steps per company. */
const CUSTOMERS = 500
const AT_ONCE = 500

interface DueStep {
  readonly id: string
  readonly vehicle_id: number
  readonly incident_id: string
  readonly configuration_id: number | null
  readonly user_id: number | null
  readonly step: EscalationStep
  readonly language: Language
}
type Escalator = Pick<Context, 'db' | 'now' | 'log'>

/** Executes the steps that are due, those of each company in a transaction of its own. */
export async function escalateDue(ctx: Escalator): Promise<void> {
  const now = ctx.now()
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from escalations where state = 'planned' and due_at <= ${new Date(now)}
    group by customer_id order by min(due_at) limit ${CUSTOMERS}`.execute(ctx.db)
  for (const { customer_id } of rows)
    try {
      await ctx.db.transaction().execute(tx => escalateOf(ctx, tx, customer_id, now))
    } catch (error) {
      // A company whose steps fail does not block the others.
      ctx.log.error({ customer_id, err: error }, 'alerts could not be passed on')
    }
}

async function escalateOf(ctx: Escalator, tx: Tx, customer_id: number, now: number): Promise<void> {
  const { rows: steps } = await sql<DueStep>`
    select e.id, e.vehicle_id, e.incident_id, e.configuration_id, c.user_id, e.step, e.language from escalations e
    left join alert_configurations c on c.id = e.configuration_id
    where e.customer_id = ${customer_id} and e.state = 'planned' and e.due_at <= ${new Date(now)}
    order by e.due_at, e.id limit ${AT_ONCE} for update of e skip locked`.execute(tx)
  if (steps.length === 0) return
  const ids = [...new Set(steps.map(({ incident_id }) => incident_id))]
  const vehicles = [...new Set(steps.map(({ vehicle_id }) => vehicle_id))]
  const { rows } = await sql<PastRow>`
    select o.* from ${incidentsOf(customer_id, now, sql<boolean>`i.id = any(${ids}::uuid[])`, vehicles)} o`.execute(
    tx,
  )
  const incidents = new Map(rows.map(row => [row.id, row]))
  const passedOn: { readonly step: DueStep; readonly names: string }[] = []
  for (const step of steps) {
    const incident = incidents.get(step.incident_id)
    const outcome = stepOutcome(stepFacts(step, incident), now)
    if (typeof outcome === 'string') await end(tx, step, outcome, now)
    else if (outcome !== null) await postpone(tx, step, outcome.later)
    else if (incident !== undefined) {
      const targets = (await targetsOf(tx, customer_id, step.step)).filter(t => t.maySeeAlerts)
      if (targets.length === 0) await end(tx, step, 'nobody', now)
      else
        passedOn.push({ step, names: await passOn(tx, customer_id, step, incident, targets, now) })
    }
  }
  // The line of the audit trail is written last in the transaction.
  for (const { step, names } of passedOn)
    if (step.user_id !== null)
      await appendAudit(
        {
          customer_id,
          user_id: step.user_id,
          via: null,
          address: '',
          action: 'run',
          subject: `incidents/${step.incident_id}`,
          call: 'escalation',
          before: null,
          after: { minutes: step.step.minutes, escalated_to: names },
        },
        tx,
        ctx,
      )
}

const end = (tx: Tx, { id }: DueStep, reason: EscalationEnd, now: number) =>
  tx
    .updateTable('escalations')
    .set({ state: 'ended', reason, ended_at: new Date(now) })
    .where('id', '=', id)
    .execute()
const postpone = (tx: Tx, { id }: DueStep, until: number) =>
  tx
    .updateTable('escalations')
    .set({ due_at: new Date(until) })
    .where('id', '=', id)
    .execute()

/**
 * Makes the deliveries of a step, and writes it into the inboxes of its recipients and into the trail.
 * @returns the names of the recipients
 */
async function passOn(
  tx: Tx,
  customer_id: number,
  { id, incident_id, vehicle_id, configuration_id, language, step }: DueStep,
  incident: PastRow,
  targets: readonly StepTarget[],
  now: number,
): Promise<string> {
  const at = new Date(now)
  const names = targets.map(({ person, destination }) => person?.name ?? destination).join(', ')
  const definition = alertDefinition(incident.alert_id)
  for (const { alert_channel_id, destination, person, language: own } of targets) {
    await tx
      .insertInto('deliveries')
      .values({
        customer_id,
        vehicle_id,
        incident_id,
        alert_id: incident.alert_id,
        configuration_id,
        alert_channel_id,
        destination,
        language: own ?? language,
        created_at: at,
        escalated_after: step.minutes,
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    if (person !== null && definition !== undefined)
      await notify(
        tx,
        person.id,
        'other',
        {
          key: 'escalations.notice',
          values: {
            count: step.minutes,
            plate: incident.plate,
            alert: { key: alertWords(definition).description },
          },
          url: '/active-alerts',
        },
        now,
      )
  }
  await tx
    .updateTable('escalations')
    .set({ state: 'escalated', escalated_to: names, ended_at: at })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('incident_trail')
    .values({
      customer_id,
      incident_id,
      vehicle_id,
      at,
      said_by: null,
      user_name: '',
      action: 'escalated',
      comment: null,
      assigned_to: null,
      assigned_name: names,
    })
    .execute()
  return names
}

const KEPT_DAYS = 90
/** Deletes old executed steps. */
async function purge({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('escalations')
    .where('state', '!=', 'planned')
    .where('due_at', '<', new Date(now() - KEPT_DAYS * DAY))
    .execute()
}

export const jobs: readonly Job[] = [
  every('escalations', 5, escalateDue),
  every('escalations purge', 3_600, purge),
]
