// Web hooks in the database: created, changed, given new secrets, and their events sent again.
import './tables.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context, OwnRecord } from '@flotta/platform/feature.ts'
import { mustBePublic } from '@flotta/platform/outward.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import {
  type Attempt,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookChanges,
  type WebhookForm,
} from './contract.ts'
import { messageId } from './resend.ts'
import { newWebhookSecret } from './signing.ts'

type Values = z.output<typeof WebhookForm>
type Changes = z.output<typeof WebhookChanges>
type Installation = Pick<Context, 'now' | 'config'>
interface Owner {
  readonly customer_id: number
  readonly user_id: number
}

export interface WebhookRow
  extends Omit<Webhook, 'active' | 'created_at' | 'failing_since' | 'old_secret_until'> {
  readonly customer_id: number
  readonly active: boolean
  readonly created_at: Date
  readonly failing_since: Date | null
  readonly old_secret_until: Date | null
}
export const webhookRows = (customer_id: number, now: number) =>
  sql`select id, customer_id, url, events, vehicle_ids, fleet_ids, active, created_at, failing_since, switched_off_by,
    case when old_secret_until > ${new Date(now)} then old_secret_until end as old_secret_until from webhooks where customer_id = ${customer_id} and removed_at is null`
export const webhookOf = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  vehicle_ids: row.vehicle_ids,
  fleet_ids: row.fleet_ids,
  active: row.active ? 1 : 0,
  created_at: row.created_at.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  switched_off_by: row.switched_off_by,
  old_secret_until: row.old_secret_until?.toISOString() ?? null,
})
export async function webhookFor(
  { db, now }: { readonly db: Db | Tx; readonly now: () => number },
  { id, customer_id }: Pick<OwnRecord, 'id' | 'customer_id'>,
): Promise<Webhook> {
  const { rows } =
    await sql<WebhookRow>`select r.* from (${webhookRows(customer_id, now())}) r where r.id = ${id}`.execute(
      db,
    )
  if (rows[0] === undefined) throw notFound()
  return webhookOf(rows[0])
}

/** Throws `invalid` for vehicles that the customer does not see, and for fleets of other customers. */
async function mustBeVisible(
  tx: Tx,
  customer_id: number,
  { vehicle_ids = null, fleet_ids = null }: Pick<Changes, 'vehicle_ids' | 'fleet_ids'>,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ vehicles: number; fleets: number }>`
    select (select count(*) from ${visibleVehiclesSql(customer_id, now, vehicle_ids ?? [])} v) as vehicles,
      (select count(*) from fleets where customer_id = ${customer_id} and id = any(${fleet_ids ?? []}::int4[])) as fleets`.execute(
    tx,
  )
  const [found = { vehicles: 0, fleets: 0 }] = rows
  const faults = {
    ...(found.vehicles < (vehicle_ids?.length ?? 0) && { vehicle_ids: 'validation.unknown' }),
    ...(found.fleets < (fleet_ids?.length ?? 0) && { fleet_ids: 'validation.unknown' }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/**
 * Creates a hook; throws `conflict` where the customer has too many.
 * @returns its id and its secret
 */
export async function createWebhook(
  tx: Tx,
  { customer_id, user_id }: Owner,
  { active, ...values }: Values,
  { now, config }: Installation,
): Promise<{ readonly id: number; readonly secret: string }> {
  mustBePublic('url', values.url, config.FLOTTA_WEBHOOK_PRIVATE)
  await mustBeVisible(tx, customer_id, values, now())
  await tx.selectFrom('customers').select('id').where('id', '=', customer_id).forUpdate().execute()
  const { count } = await tx
    .selectFrom('webhooks')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= MAX_WEBHOOKS)
    throw new Problem('conflict', { key: 'webhooks.full', values: { maximum: MAX_WEBHOOKS } })
  const secret = newWebhookSecret()
  const at = new Date(now())
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      customer_id,
      user_id,
      ...values,
      active: active === 1,
      secret,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/**
 * Changes a hook: its waiting events are sent at once, and its failures are cleared. An unchanged address is not checked again, so that its hook can always
 * be switched off.
 */
export async function updateWebhook(
  tx: Tx,
  customer_id: number,
  id: number,
  { active, ...values }: Changes,
  { now, config }: Installation,
): Promise<void> {
  const { url } = values
  const before = await tx
    .selectFrom('webhooks')
    .select(['url', 'switched_off_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // nobody knows the secret that it has since the restore
  if (active === 1 && before.switched_off_by === 'restored')
    throw invalid({ active: 'webhooks.switched_off.restored' })
  if (url !== undefined && url !== before.url)
    mustBePublic('url', url, config.FLOTTA_WEBHOOK_PRIVATE)
  await mustBeVisible(tx, customer_id, values, now())
  await tx
    .updateTable('webhooks')
    .set({
      ...withoutUndefined(values),
      ...(active !== undefined && { active: active === 1 }),
      ...(active === 1 && { switched_off_by: null }),
      failing_since: null,
      paused_until: null,
      updated_at: new Date(now()),
    })
    .where('id', '=', id)
    .execute()
  await sql`update webhook_events set attempts = 0, first_attempt_at = null, next_at = null where webhook_id = ${id} and state = 'waiting' and attempts > 0`.execute(
    tx,
  )
}

/** Removes a hook: it is hidden and sends nothing more, and its address and secrets are erased; `removeEvents` deletes its events later. */
export const removeWebhook = async (tx: Tx, id: number, now: number): Promise<void> => {
  await tx
    .updateTable('webhooks')
    .set({
      active: false,
      removed_at: new Date(now),
      url: '',
      secret: '',
      old_secret: null,
      old_secret_until: null,
      failing_since: null,
      switched_off_by: null,
      updated_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}

const OLD_SECRET_MS = DAY
/**
 * The present secret becomes the former one; an older one becomes invalid. A restored hook has no former secret that a receiver knows, and is switched on.
 * @returns the new one
 */
export async function rotateSecret(tx: Tx, id: number, now: number): Promise<string> {
  const secret = newWebhookSecret()
  const { switched_off_by } = await tx
    .selectFrom('webhooks')
    .select('switched_off_by')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('webhooks')
    .set(eb => ({
      secret,
      updated_at: new Date(now),
      ...(switched_off_by === 'restored'
        ? { active: true, switched_off_by: null }
        : { old_secret: eb.ref('secret'), old_secret_until: new Date(now + OLD_SECRET_MS) }),
    }))
    .where('id', '=', id)
    .execute()
  return secret
}

interface AttemptRow
  extends Omit<Attempt, 'event_id' | 'vehicle' | 'at' | 'taken' | 'next_at' | 'state'> {
  readonly message_id: string
  readonly vehicle_id: number | null
  readonly plate: string | null
  readonly at: Date
  readonly state: Attempt['state']
  readonly next_at: Date | null
}
/** The attempts, newest first, with their total. */
export async function attemptsOf(
  { db }: Pick<Context, 'db'>,
  webhook_id: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly data: Attempt[]; readonly total: number }> {
  const [{ rows }, { total }] = await Promise.all([
    sql<AttemptRow>`
      select a.id, e.message_id, e.type, e.vehicle_id, v.plate, a.at, a.attempt, a.status::int4 as status, a.fault, a.duration, coalesce(e.body, '') as request, a.answer, e.state, e.next_at
      from webhook_attempts a join webhook_events e on e.id = a.event_id left join vehicles v on v.id = e.vehicle_id
      where a.webhook_id = ${webhook_id} order by a.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    db
      .selectFrom('webhook_attempts')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('webhook_id', '=', webhook_id)
      .executeTakeFirstOrThrow(),
  ])
  return {
    total,
    data: rows.map(({ message_id, vehicle_id, plate, at, next_at, ...row }) => ({
      ...row,
      event_id: messageId(message_id),
      vehicle: vehicle_id === null || plate === null ? null : { id: vehicle_id, plate },
      at: at.toISOString(),
      taken: row.fault === null,
      next_at: row.state === 'waiting' ? (next_at?.toISOString() ?? null) : null,
    })),
  }
}
