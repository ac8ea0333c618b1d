// The bodies of events: made once for all hooks of a company that receive the same event.
import type { Context } from '@flotta/platform/feature.ts'
import { dropEvents, type WaitingEvent } from './outbox.ts'
import { type Listening, recordsOf } from './records.ts'

/** Events with the same key have the same body. */
const keyOf = ({ type, subject, vehicle_id, facts, at }: WaitingEvent): string =>
  JSON.stringify([type, subject, vehicle_id, facts, at])

/** Event → its body; events that the company may not see are dropped. */
export async function bodiesOf(
  ctx: Context,
  listening: Listening,
  events: readonly WaitingEvent[],
): Promise<Map<number, string>> {
  const unsent = events.filter(event => event.body === null)
  const first = new Map<string, WaitingEvent>()
  const keys = new Map(unsent.map(event => [event.id, keyOf(event)]))
  for (const event of unsent) {
    const key = keys.get(event.id) ?? ''
    if (!first.has(key)) first.set(key, event)
  }
  const records = await recordsOf(ctx, listening, [...first.values()])
  const texts = new Map<string, string>()
  for (const [key, { id, type, at }] of first) {
    const data = records.get(id)
    if (data !== undefined)
      texts.set(key, JSON.stringify({ type, timestamp: at.toISOString(), data }))
  }
  const bodies = new Map<number, string>()
  for (const { id, body } of events) {
    const text = body ?? texts.get(keys.get(id) ?? '')
    if (text !== undefined) bodies.set(id, text)
  }
  const withoutRecord = unsent.filter(event => !bodies.has(event.id)).map(({ id }) => id)
  if (withoutRecord.length > 0) await dropEvents(ctx.db, withoutRecord, ctx.now())
  return bodies
}
