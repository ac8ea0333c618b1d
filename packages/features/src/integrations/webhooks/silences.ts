// Job: makes events of devices that have become silent, because no record reports a silence.
import { instantOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { DeviceItem } from '../../telemetry/devices/contract.ts'
import { unitItems } from '../../telemetry/devices/queries.ts'
import './tables.ts'

interface Silence {
  readonly silent_since: string
  readonly device: DeviceItem
}

/** A silence that began before its hook was created makes no event. */
export async function noteSilences(ctx: Context): Promise<void> {
  const { rows } = await sql<{ customer_id: number; timezone: string }>`
    select distinct w.customer_id, c.timezone from webhooks w join customers c on c.id = w.customer_id and c.deleted_at is null
    where w.active and 'device.silent' = any(w.events)`.execute(ctx.db)
  for (const { customer_id, timezone } of rows) {
    const devices = await unitItems({ caller: { customer_id, timezone }, ctx })
    await noteSilencesOf(
      ctx,
      customer_id,
      devices.flatMap(device =>
        device.silent_since === null ? [] : [{ silent_since: device.silent_since, device }],
      ),
    )
  }
}

/** One statement, so that a silence makes one event whatever happens. A silence is identified by its beginning. */
async function noteSilencesOf(
  { db, now }: Context,
  customer_id: number,
  silences: readonly Silence[],
): Promise<void> {
  if (silences.length === 0) return
  await sql`
    with silent as (
      select * from unnest(${silences.map(s => s.device.id)}::int4[], ${silences.map(s => s.device.vehicle_id)}::int4[], ${silences.map(s => s.silent_since)}::timestamptz[], ${silences.map(s => JSON.stringify(s.device))}::jsonb[])
        as s (device_id, vehicle_id, silent_since, device)
    ), noted as (
      insert into webhook_silences as n (webhook_id, device_id, silent_since)
      select w.id, s.device_id, s.silent_since from silent s join webhooks_for('device.silent', s.vehicle_id, ${customer_id}, ${instantOf(now())}::timestamptz) h on true
      join webhooks w on w.id = h where s.silent_since > w.created_at
      on conflict (webhook_id, device_id) do update set silent_since = excluded.silent_since where n.silent_since <> excluded.silent_since
      returning webhook_id, device_id
    )
    insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
    select n.webhook_id, s.vehicle_id, 'device.silent', s.device_id::text, s.device, ${instantOf(now())}::timestamptz
    from noted n join silent s using (device_id) order by s.silent_since`.execute(db)
}
