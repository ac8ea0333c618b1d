// Admission: which vehicle a record belongs to, or why the record goes to the quarantine.
import { packMessage } from '@flotta/core/message-bytes.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { directoryOf } from '../registry/directory.ts'
import type { KnownDevice } from '../registry/known-device.ts'
import { mountAt } from '../registry/rules.ts'
import { seqAt } from './instant.ts'
import { type AdmissionLimits, admissionLimits, mountOrRefusal } from './place.ts'
import type { VehicleRecord } from './positions.ts'
import { storableFix } from './record.ts'
import type { QuarantineEntry } from './store.ts'
import { retentionMonthsByVehicle } from './vehicle-retention.ts'
import { type DeviceWords, wordsOf } from './words.ts'

/**
 * A record as its device sent it. `place` counts the records of the same instant before it in its
 * packet.
 */
export interface ReceivedRecord {
  readonly device_id: number
  readonly message: Message
  readonly place: number
}
/** A record with its vehicle, and with what its raw parameters mean. */
export interface NewRecord extends VehicleRecord {
  readonly device_id: number
  readonly words: DeviceWords
  readonly place: number
  /** The record is stored already, but nothing was derived from it. */
  readonly isStored?: boolean
  /** A later record of the same instant is stored already. */
  readonly precedesStored?: boolean
}
export interface AdmittedRecords {
  /** Sorted by vehicle and time. Records of one instant are not in order yet. */
  readonly records: NewRecord[]
  readonly refused: QuarantineEntry[]
}

/**
 * Finds the vehicle of each record: the one that carried the device at the record's own time.
 * Records without such a vehicle, or outside the limits of time, are refused for the quarantine.
 */
export async function admit(
  received: readonly ReceivedRecord[],
  ctx: Context,
): Promise<AdmittedRecords> {
  const devices = await directoryOf(ctx).byIds(new Set(received.map(r => r.device_id)))
  const limitsOf = await limitsByRecord(received, devices, ctx)
  const records: NewRecord[] = []
  const quarantine: QuarantineEntry[] = []
  for (const record of received) {
    const { device_id, message } = record
    const mount = mountOrRefusal(message.at, devices.get(device_id)?.mounts, limitsOf(record))
    if (typeof mount === 'string') {
      quarantine.push(quarantineEntry(record, mount, null))
      continue
    }
    const { vehicle_id } = mount
    const { at, io } = message
    records.push({
      vehicle_id,
      at,
      seq: seqAt(record.place),
      fix: storableFix(message.fix),
      io,
      device_id,
      words: wordsOf(ctx, mount),
      place: record.place,
    })
  }
  return {
    records: records.sort((a, b) => a.vehicle_id - b.vehicle_id || a.at - b.at),
    refused: quarantine,
  }
}
/** Limits of the installation, or of the company of the vehicle where a record is old enough for a term of its own to matter. */
async function limitsByRecord(
  received: readonly ReceivedRecord[],
  devices: ReadonlyMap<number, KnownDevice>,
  ctx: Context,
): Promise<(record: ReceivedRecord) => AdmissionLimits> {
  const now = ctx.now()
  const usual = ctx.config.FLOTTA_RETENTION_MONTHS
  const usualLimits = admissionLimits(now, usual)
  // No term is shorter than a month.
  const { oldest: recent } = admissionLimits(now, 1)
  const vehicleOf = ({ device_id, message }: ReceivedRecord): number | undefined =>
    message.at >= recent
      ? undefined
      : mountAt(devices.get(device_id)?.mounts ?? [], message.at)?.vehicle_id
  const vehicle_ids = [...new Set(received.flatMap(record => vehicleOf(record) ?? []))]
  if (vehicle_ids.length === 0) return () => usualLimits
  const months = await retentionMonthsByVehicle(ctx, vehicle_ids, usual)
  return record => admissionLimits(now, months.get(vehicleOf(record) ?? 0) ?? usual)
}
export const quarantineEntry = (
  { device_id, message }: ReceivedRecord,
  reason: string,
  error: string | null,
): QuarantineEntry => ({
  device_id,
  vehicle_id: null,
  reason,
  at: message.at,
  record: packMessage(message),
  error,
})
