// Who was told of an incident, and who will be if nobody takes it.
import { invalid } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import { deliveryOf, type LastDelivery } from '../deliveries/queries.ts'
import { stepFacts, targetsOf } from '../escalations/queries.ts'
import { stepOutcome } from '../escalations/rules.ts'
import { incidentsOf, type PastRow } from '../incidents/visible-incidents.ts'
import type { AlertRecipient, ObstacleCode } from './contract.ts'
import { type Asking, type ColleagueRow, personOf, reasonReply, stepVerdicts } from './lines.ts'
import '../escalations/tables.ts'

interface DeliveryRow extends LastDelivery, ColleagueRow {
  readonly alert_channel_id: number
  readonly destination: string
  readonly escalated_after: number | null
  /** The incident began within the hours of one of the configurations; null: there are no configurations any more. */
  readonly in_hours: boolean | null
}
/**
 * The recipients of an incident: its deliveries, the configurations that would tell of it today but did not, and the steps that are still to come or told
 * nobody.
 */
export async function recipientsOf(asking: Asking, incident_id: string): Promise<AlertRecipient[]> {
  const { ctx, caller } = asking
  const { customer_id } = caller
  const { rows: incidents } = await sql<PastRow>`
    select o.* from ${incidentsOf(customer_id, ctx.now(), sql<boolean>`i.id = ${incident_id}`)} o`.execute(
    ctx.db,
  )
  const [incident] = incidents
  if (incident === undefined) throw invalid({ incident_id: 'validation.unknown' })
  const lines = [...(await deliveryLines(asking, incident)), ...(await stepLines(asking, incident))]
  return lines.toSorted((a, b) => a.after - b.after)
}

/** The obstacle as the answer for an incident has it. */
const obstacleOf = (
  asking: Asking,
  { alert_id, plate }: PastRow,
  code: ObstacleCode,
): AlertRecipient['obstacles'][number] => ({
  code,
  alert_id,
  vehicles: 1,
  plates: [plate],
  ...reasonReply(asking, code, null),
})

async function deliveryLines(asking: Asking, incident: PastRow): Promise<AlertRecipient[]> {
  const { ctx, caller, language } = asking
  const { customer_id } = caller
  const { rows } = await sql<DeliveryRow>`
    with configured as (
      select c.alert_channel_id, c.destination, bool_or(r.id is not null) as in_hours from incidents i
      cross join lateral alert_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id) c
      left join lateral incident_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id, i.opened_at, i.data) r on r.id = c.id
      where i.vehicle_id = ${incident.vehicle_id} and i.id = ${incident.id} and c.customer_id = ${customer_id}
      group by c.alert_channel_id, c.destination
    ), made as (
      select d.id, d.alert_channel_id, d.destination, d.state, d.fault, coalesce(d.ended_at, d.created_at) as at, d.escalated_after
      from deliveries d where d.incident_id = ${incident.id} and d.customer_id = ${customer_id}
    )
    select alert_channel_id::int4 as alert_channel_id, destination, u.id as user_id, u.name as user_name,
      in_hours, m.state as delivery_state, m.fault as delivery_fault, m.at as delivery_at, m.escalated_after
    from configured full join made m using (alert_channel_id, destination)
    left join users u on u.customer_id = ${customer_id} and lower(u.email) = destination and u.deleted_at is null and not u.disabled
    order by m.id nulls last, alert_channel_id, destination`.execute(ctx.db)
  return rows.map(row => {
    const { alert_channel_id, destination, escalated_after, in_hours } = row
    const silence = incident.late ? 'late' : in_hours === false ? 'hours' : 'later'
    const delivery = deliveryOf(ctx, language, row)
    return {
      alert_channel_id,
      destination,
      person: personOf(row),
      draft: false,
      after: escalated_after ?? 0,
      due_at: null,
      role: null,
      stay_minutes: null,
      vehicles: delivery === null || delivery.state === 'not_sent' ? 0 : 1,
      delivery,
      obstacles: delivery === null ? [obstacleOf(asking, incident, silence)] : [],
    }
  })
}

/** The steps that told nobody, each with its reason, and the planned ones in their present form. */
async function stepLines(asking: Asking, incident: PastRow): Promise<AlertRecipient[]> {
  const { ctx, caller } = asking
  const { customer_id } = caller
  const rows = await ctx.db
    .selectFrom('escalations')
    .select(['step', 'due_at', 'state', 'reason', 'configuration_id'])
    .where('incident_id', '=', incident.id)
    .where('customer_id', '=', customer_id)
    .where('state', '!=', 'escalated')
    .orderBy('id')
    .execute()
  const lines: AlertRecipient[] = []
  for (const { step, due_at, state, reason, configuration_id } of rows) {
    const outcome =
      state === 'ended' ? reason : stepOutcome(stepFacts({ configuration_id }, incident), ctx.now())
    const code = typeof outcome === 'string' ? outcome : null
    const targets = await targetsOf(ctx.db, customer_id, step)
    for (const { reason: obstacle, ...line } of stepVerdicts(step, targets, () => null)) {
      const silence = code ?? obstacle?.code ?? null
      lines.push({
        ...line,
        draft: false,
        stay_minutes: null,
        due_at: silence === null ? due_at.toISOString() : null,
        vehicles: silence === null ? 1 : 0,
        delivery: null,
        obstacles: silence === null ? [] : [obstacleOf(asking, incident, silence)],
      })
    }
  }
  return lines
}
