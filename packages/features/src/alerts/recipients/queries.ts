// Finds who is told. Before saving, the configurations are stored in a transaction that is taken back, so the answer is made as deliveries are.

import { valueAt } from '@flotta/core/by-time.ts'
import type { Language } from '@flotta/core/languages.ts'
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { smsTask } from '@flotta/platform/sms.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { holdsAgreementSql, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { storeConfigurations, updateConfiguration } from '../alert-configurations/queries.ts'
import { facts as parameterFacts } from '../alert-parameters/facts.ts'
import { DeliveryFault } from '../deliveries/contract.ts'
import { deliveryOf, type LastDelivery } from '../deliveries/queries.ts'
import { lacksSms, SMS } from '../deliveries/rules.ts'
import { storedAreas } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import { incidentsOf } from '../incidents/queries.ts'
import { type Rule, usualRule } from '../incidents/rules.ts'
import type { AlertRecipient, ObstacleCode, RehearsalForm } from './contract.ts'
import { byDestination, type Reason, rehearsalReason, type Verdict } from './rules.ts'

type Form = z.output<typeof RehearsalForm>
interface Asking {
  readonly caller: Caller
  readonly ctx: Context
  readonly language: Language
}

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
function subjectsOf(form: Form): (number | null)[] {
  const subjects = form.alerts.flatMap(id => {
    const definition = alertDefinition(id)
    const { hub_ids, poi_ids } = storedAreas(definition, form)
    const isOfBoth = (definition?.areas?.length ?? 0) > 1
    return [...hub_ids, ...poi_ids.map(poi => (isOfBoth ? -poi : poi))]
  })
  return subjects.length === 0 ? [null] : [...new Set(subjects)]
}

interface CandidateRow extends Pick<Verdict, 'alert_channel_id' | 'destination' | 'plate'> {
  readonly id: number
  readonly alert_id: number
  readonly vehicle_id: number
  readonly user_id: number | null
  readonly user_name: string | null
  /** The company holds the alert's agreement on the vehicle. */
  readonly held: boolean
}
const agreementsOf = (alerts: readonly number[]) =>
  alerts.map(id => alertDefinition(id)?.agreement_id ?? 0)

/** Each configuration that would tell, with the vehicle and the colleague whose address it is. */
async function candidates(
  tx: Tx,
  form: Form,
  customer_id: number,
  now: number,
): Promise<readonly CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select distinct on (upper(s.plate), s.vehicle_id, c.id) c.id, c.vehicle_id, s.plate, c.alert_id::int4 as alert_id, c.alert_channel_id::int4 as alert_channel_id, c.destination,
      u.id as user_id, u.name as user_name,
      ${holdsAgreementSql(customer_id, now, 's.vehicle_id', 'alert.agreement_id')} as held
    from ${visibleVehiclesSql(customer_id, now)} s
    join unnest(${[...new Set(form.vehicles)]}::int4[]) v on v = s.vehicle_id
    cross join unnest(${form.alerts}::int4[], ${agreementsOf(form.alerts)}::int4[]) as alert (id, agreement_id)
    cross join unnest(${subjectsOf(form)}::int4[]) subject
    cross join lateral alert_recipients(s.vehicle_id, alert.id, ${customer_id}, subject) c
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

const STANDING = { closed_at: null, closed_as: null }

/** Who would be told now, if the form were saved. Throws what saving would throw. */
export async function rehearsal(form: Form, asking: Asking): Promise<AlertRecipient[]> {
  const { caller, ctx } = asking
  const { customer_id } = caller
  const now = ctx.now()
  return inRehearsal(ctx.db, async tx => {
    const stored = await candidates(tx, form, customer_id, now)
    const storedIds = new Set(stored.map(({ id }) => id))
    await storeDraft(tx, form, asking)
    const rows = await candidates(tx, form, customer_id, now)
    const { configurations } = await tx
      .selectFrom('customers')
      .select('configurations')
      .where('id', '=', customer_id)
      .executeTakeFirstOrThrow()
    const ruleOf = await rulesOf(ctx, customer_id, form.vehicles, now)
    const verdicts = rows.map(row => {
      const { alert_channel_id, destination, alert_id, vehicle_id, plate } = row
      const reason = rehearsalReason(
        {
          isConfigured: true,
          lacksSms: lacksSms(alert_channel_id, configurations),
          outcome: row.held ? STANDING : null,
          wasHeld: false,
          rule: ruleOf(vehicle_id, alert_id),
          hasServer: (alert_channel_id === SMS ? smsTask : mailTask).ready?.(ctx) ?? true,
        },
        now,
      )
      const draft = row.id === form.configuration_id || !storedIds.has(row.id)
      return {
        alert_channel_id,
        destination,
        person: personOf(row),
        draft,
        alert_id,
        vehicle_id,
        plate,
        reason,
      }
    })
    return byDestination(verdicts).map(({ obstacles, ...recipient }) => ({
      ...recipient,
      delivery: null,
      obstacles: obstacles.map(({ until, plates, ...obstacle }) => ({
        ...obstacle,
        plates: [...plates],
        ...reasonReply(asking, obstacle.code, until),
      })),
    }))
  })
}
const personOf = ({ user_id, user_name }: Pick<CandidateRow, 'user_id' | 'user_name'>) =>
  user_id === null ? null : { id: user_id, name: user_name ?? '' }
/** The faults of a message that was on its way. */
const isFault = (code: ObstacleCode): boolean =>
  code !== 'lost' && code !== 'no_sms' && DeliveryFault.safeParse(code).success
const reasonReply = (
  { ctx, language }: Pick<Asking, 'ctx' | 'language'>,
  code: ObstacleCode,
  until: number | null,
) => ({
  text: ctx.say(language, {
    key: isFault(code) ? `deliveries.fault.${code}` : `recipients.obstacle.${code}`,
  }),
  until: until === null ? null : new Date(until).toISOString(),
})

async function storeDraft(
  tx: Tx,
  { configuration_id, ...form }: Form,
  { caller, ctx, language }: Asking,
): Promise<void> {
  const writing = { tx, caller, ctx, language, afterwards: () => undefined }
  const destinations = form.destinations.filter(Boolean)
  if (destinations.length === 0) return
  if (configuration_id === undefined) {
    await storeConfigurations({ ...form, destinations }, writing)
    return
  }
  const own = await tx
    .selectFrom('alert_configurations')
    .select('id')
    .where('id', '=', configuration_id)
    .where('customer_id', '=', caller.customer_id)
    .executeTakeFirst()
  if (own === undefined) throw invalid({ configuration_id: 'validation.unknown' })
  const { alert_channel_id, area_ids, hub_ids, poi_ids } = form
  await updateConfiguration(
    own.id,
    {
      alert_channel_id,
      area_ids,
      hub_ids,
      poi_ids,
      ...(form.alerts[0] !== undefined && { alert_id: form.alerts[0] }),
      ...(destinations[0] !== undefined && { destination: destinations[0] }),
    },
    writing,
  )
}

interface DeliveryRow
  extends LastDelivery,
    Pick<CandidateRow, 'alert_channel_id' | 'destination' | 'user_id' | 'user_name'> {}
/** Who was told of an incident: its deliveries, and the configurations that would tell of it today and did not. */
export async function recipientsOf(
  { ctx, caller, language }: Asking,
  incident_id: string,
): Promise<AlertRecipient[]> {
  const { customer_id } = caller
  const { rows: incidents } = await sql<{
    vehicle_id: number
    alert_id: number
    plate: string
    late: boolean
  }>`
    select o.vehicle_id, o.alert_id, o.plate, o.late from ${incidentsOf(customer_id, ctx.now(), sql<boolean>`i.id = ${incident_id}`)} o`.execute(
    ctx.db,
  )
  const [incident] = incidents
  if (incident === undefined) throw invalid({ incident_id: 'validation.unknown' })
  const { rows } = await sql<DeliveryRow>`
    with configured as (
      select c.alert_channel_id, c.destination from incidents i
      cross join lateral alert_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id) c
      where i.vehicle_id = ${incident.vehicle_id} and i.id = ${incident_id} and c.customer_id = ${customer_id}
      group by c.alert_channel_id, c.destination
    ), made as (
      select d.id, d.alert_channel_id, d.destination, d.state, d.fault, coalesce(d.ended_at, d.created_at) as at
      from deliveries d where d.incident_id = ${incident_id} and d.customer_id = ${customer_id}
    )
    select alert_channel_id::int4 as alert_channel_id, destination, u.id as user_id, u.name as user_name,
      m.state as delivery_state, m.fault as delivery_fault, m.at as delivery_at
    from configured full join made m using (alert_channel_id, destination)
    left join users u on u.customer_id = ${customer_id} and lower(u.email) = destination and u.deleted_at is null and not u.disabled
    order by m.id nulls last, alert_channel_id, destination`.execute(ctx.db)
  const silent: Reason = { code: incident.late ? 'late' : 'later', until: null }
  return rows.map(row => {
    const { alert_channel_id, destination } = row
    const delivery = deliveryOf(ctx, language, row)
    return {
      alert_channel_id,
      destination,
      person: personOf(row),
      draft: false,
      vehicles: delivery === null || delivery.state === 'not_sent' ? 0 : 1,
      delivery,
      obstacles:
        delivery !== null
          ? []
          : [
              {
                code: silent.code,
                alert_id: incident.alert_id,
                vehicles: 1,
                plates: [incident.plate],
                ...reasonReply({ ctx, language }, silent.code, null),
              },
            ],
    }
  })
}
