// Ingests packets so that one bad record does not stop two thousand: on a data error the batch is halved until the record is alone, and that record goes to
// the quarantine.
import type { Message } from '@flotta/core/telemetry.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter, histogram } from '@flotta/platform/metrics.ts'
import type { Packet } from '@flotta/platform/topics.ts'
import { beginSpan, type Span } from '@flotta/platform/trace.ts'
import { send } from '@flotta/platform/transaction.ts'
import { quarantineEntry, type ReceivedRecord } from './admit.ts'
import { inOrderOfTime, placesInInstant } from './instant.ts'
import { ingest, noTraces, type Traces } from './pipeline.ts'
import { type QuarantineEntry, writeQuarantine } from './store.ts'

const ROLE = 'worker'
const batchSeconds = histogram({
  role: ROLE,
  name: 'flotta_ingest_batch_seconds',
  help: 'From a batch of packets to its commit',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
})
const storedRecords = counter({
  role: ROLE,
  name: 'flotta_ingest_records_total',
  help: 'Records committed, in the quarantine too',
})
const quarantinedRecords = counter({
  role: ROLE,
  name: 'flotta_ingest_quarantined_total',
  help: 'Records that went to the quarantine',
})

/**
 * Resolves once every record is committed, stored or in the quarantine. Rejects with a passing fault (connection, lock, resources): try the same packets
 * again.
 */
export async function ingestPackets(
  packets: readonly Packet[],
  ctx: Context,
): Promise<readonly QuarantineEntry[]> {
  const began = performance.now()
  const traces = beginTraces(packets)
  const records = packets.flatMap(({ device_id, messages }) =>
    receivedRecords(device_id, inOrderOfTime(messages)),
  )
  const aside = await ingestRecords(records, ctx, traces).catch(error => {
    for (const span of traces.values()) span.end(true)
    throw error
  })
  for (const span of traces.values()) span.end(false, { batch: records.length })
  batchSeconds.observe((performance.now() - began) / 1_000)
  storedRecords.inc(records.length)
  quarantinedRecords.inc(aside.length)
  return aside
}

/** Vehicle → its trace. */
function beginTraces(packets: readonly Packet[]): Map<number, Span> {
  const traces = new Map<number, Span>()
  for (const { trace, vehicle_id, messages } of packets) {
    if (trace === undefined) continue
    const span = beginSpan('store', 'consumer', { records: messages.length }, trace)
    if (span !== null && vehicle_id !== null && !traces.has(vehicle_id))
      traces.set(vehicle_id, span)
    else span?.end(false)
  }
  return traces
}

/** Records of a device in the order in which they happened, as far as it is known. */
export function receivedRecords(device_id: number, messages: readonly Message[]): ReceivedRecord[] {
  const places = placesInInstant(messages)
  return messages.map((message, i) => ({ device_id, message, place: places[i] ?? 0 }))
}

/** Resolves and rejects as ingestPackets. */
export async function ingestRecords(
  records: readonly ReceivedRecord[],
  ctx: Context,
  traces: Traces = noTraces,
): Promise<readonly QuarantineEntry[]> {
  try {
    return await ingest(records, ctx, traces)
  } catch (error) {
    const [only] = records
    if (!isDataError(error) || only === undefined) throw error
    if (records.length === 1) return [await quarantineRecord(only, error, ctx)]
    ctx.log.warn(
      { err: error, records: records.length },
      'a record cannot be stored; looking for it',
    )
    const middle = Math.ceil(records.length / 2)
    return [
      ...(await ingestRecords(records.slice(0, middle), ctx, traces)),
      ...(await ingestRecords(records.slice(middle), ctx, traces)),
    ]
  }
}

/**
 * Whether the data cause the error: PostgreSQL reports class 22 or 23, or 54 (a row fits no key or page), or our own code failed on them. Every other error
 * may pass.
 */
export function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  if (code !== null && /^[0-9A-Z]{5}$/.test(code)) return /^(22|23|54)/.test(code)
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

async function quarantineRecord(
  records: ReceivedRecord,
  error: unknown,
  ctx: Context,
): Promise<QuarantineEntry> {
  const errorText = (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replaceAll('\u0000', '')
    .slice(0, 1_000)
  const record = quarantineEntry(records, 'data', errorText)
  ctx.log.error({ err: error, device_id: records.device_id }, 'a record was set aside')
  await send(ctx.pool, writeQuarantine([record], ctx.now()))
  return record
}
