// One bad record must not stop two thousand: on a data error the batch is halved until the record is alone, and that one is set aside.
import type { Context } from '@flotta/platform/feature.ts'
import type { Packet } from '@flotta/platform/topics.ts'
import { send } from '@flotta/platform/transaction.ts'
import { ingest } from './pipeline.ts'
import { packMessage } from './record.ts'
import { type Quarantined, writeQuarantine } from './store.ts'

/** Resolves once every record is committed, as itself or in the quarantine. Rejects with what may pass (connection, lock, resources): try the same packets again. */
export async function ingestAll(packets: readonly Packet[], ctx: Context): Promise<readonly Quarantined[]> {
  try {
    return await ingest(packets, ctx)
  } catch (error) {
    if (!isOfData(error)) throw error
    const halves = halve(packets)
    if (halves === null) return [await setAside(packets, error, ctx)]
    ctx.log.warn({ err: error, records: count(packets) }, 'a record cannot be stored; looking for it')
    return [...(await ingestAll(halves[0], ctx)), ...(await ingestAll(halves[1], ctx))]
  }
}

/** The data are to blame: PostgreSQL says so (classes 22 and 23), or our own code failed on them. Everything else may pass. */
export function isOfData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  if (code !== null && /^[0-9A-Z]{5}$/.test(code)) return code.startsWith('22') || code.startsWith('23')
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

const count = (packets: readonly Packet[]): number => packets.reduce((sum, p) => sum + p.messages.length, 0)

/** In order, so that what was first is stored first; null: there is only one record. */
function halve(packets: readonly Packet[]): readonly [Packet[], Packet[]] | null {
  const full = packets.filter(p => p.messages.length > 0)
  const [only] = full
  if (only === undefined) return null
  if (full.length > 1) {
    const middle = Math.ceil(full.length / 2)
    return [full.slice(0, middle), full.slice(middle)]
  }
  if (only.messages.length === 1) return null
  const middle = Math.ceil(only.messages.length / 2)
  return [[{ ...only, messages: only.messages.slice(0, middle) }], [{ ...only, messages: only.messages.slice(middle) }]]
}

async function setAside(packets: readonly Packet[], error: unknown, ctx: Context): Promise<Quarantined> {
  const packet = packets.find(p => p.messages.length > 0)
  const message = packet?.messages[0]
  if (packet === undefined || message === undefined) throw error
  const said = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replaceAll('\u0000', '').slice(0, 1_000)
  const record: Quarantined = {
    device_id: packet.device_id,
    vehicle_id: packet.vehicle_id,
    reason: 'data',
    at: message.at,
    record: packMessage(message),
    error: said,
  }
  ctx.log.error({ err: error, device_id: packet.device_id }, 'a record was set aside')
  await send(ctx.pool, writeQuarantine([record], ctx.now()))
  return record
}
