// Finds out who is told. For a form, the configurations are stored in a transaction that is rolled back, so that the answer comes from the same code as
// deliveries.

import { invalid } from '@flotta/core/problem.ts'
import { Schedule } from '@flotta/core/schedule.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { smsTask } from '@flotta/platform/sms.ts'
import { updateConfiguration } from '../alert-configurations/update.ts'
import { storeConfigurations } from '../alert-configurations/write.ts'
import { ruleOrNotFound } from '../alert-rules/queries.ts'
import { changeRule, createRule } from '../alert-rules/write.ts'
import { CHAT, lacksSms, SMS } from '../deliveries/rules.ts'
import { type StepTarget, targetsOf } from '../escalations/queries.ts'
import {
  type CandidateRow,
  candidates,
  type Form,
  isStay,
  type Question,
  type RuleForm,
  rulesOf,
} from './candidates.ts'
import type { AlertRecipient } from './contract.ts'
import { type Asking, personOf, reasonReply, stepVerdicts } from './lines.ts'
import { byDestination, rehearsalReason, type Verdict } from './rules.ts'

/** Runs the work in a transaction and rolls it back. */
async function inRehearsal<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Whether messages of the channel are sent, or wait until the provider sets a server. */
const hasServer = (ctx: Context, alert_channel_id: number): boolean =>
  alert_channel_id === CHAT ||
  ((alert_channel_id === SMS ? smsTask : mailTask).ready?.(ctx) ?? true)

const STANDING = { closed_at: null, closed_as: null }

/** Who would be told now if the form were saved. Throws the same errors as saving. */
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

/**
 * Runs a rehearsal.
 * @param store stores the draft; returns the ids of the stored configurations that it changes
 */
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
/** Step (as JSON) → its present recipients. */
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
