// Which vehicle carries a device, and since when: mounting, moving, freeing and removing devices.
import { Problem } from '@flotta/core/problem.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { DeviceForm, DeviceRecord } from './contract.ts'
import { within } from './device-context.ts'
import { selectDevices } from './device-list.ts'

export async function openMountOf(tx: Db | Tx, device_id: number): Promise<number | null> {
  const mount = await tx
    .selectFrom('device_mounts')
    .select('vehicle_id')
    .where('device_id', '=', device_id)
    .where('mounted_to', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return mount?.vehicle_id ?? null
}

/** Moves a device into another vehicle or out of its vehicle from now on. Earlier data stay with the vehicle that carried it. */
export async function moveDevice(
  tx: Db | Tx,
  id: number,
  vehicle_id: number | null,
  now: number,
): Promise<void> {
  if ((await openMountOf(tx, id)) === vehicle_id) return
  await endMounts(tx, id, new Date(now))
  if (vehicle_id === null) return
  await lockVehicle(tx, vehicle_id)
  await mountDevice(tx, id, vehicle_id, now)
}
export const vehicleTaken = (vehicle_id: number): Problem => {
  const message = { key: 'command_line.vehicle_has_device', values: { vehicle: vehicle_id } }
  return new Problem('conflict', message, { vehicle_id: [message] })
}

export async function lockVehicle(tx: Db | Tx, vehicle_id: number): Promise<void> {
  const vehicle = await tx
    .selectFrom('vehicles')
    .select('id')
    .where('id', '=', vehicle_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (vehicle === undefined) throw noSuchRecord('vehicle', vehicle_id)
}

/** When the vehicle's devices and this device's vehicles ended, epoch ms; null for one that has not ended. */
export async function mountEndsOf(
  tx: Db | Tx,
  { vehicle_id, imei }: Pick<DeviceForm, 'imei'> & { readonly vehicle_id: number },
): Promise<(number | null)[]> {
  // two queries that each use an index; one with `or` over the join would read both tables whole
  const ends = await tx
    .selectFrom('device_mounts')
    .select('mounted_to')
    .where('vehicle_id', '=', vehicle_id)
    .unionAll(
      tx
        .selectFrom('device_mounts')
        .innerJoin('devices', 'devices.id', 'device_mounts.device_id')
        .select('mounted_to')
        .where('imei', '=', imei),
    )
    .execute()
  return ends.map(e => e.mounted_to?.getTime() ?? null)
}

export async function mountDevice(
  tx: Db | Tx,
  device_id: number,
  vehicle_id: number,
  from: number,
): Promise<void> {
  try {
    await tx
      .insertInto('device_mounts')
      .values({ device_id, vehicle_id, mounted_from: new Date(from), mounted_to: null })
      .execute()
  } catch (error) {
    // exclusion_violation: the vehicle carried another device at that time
    if ((error as { code?: unknown }).code === '23P01') throw vehicleTaken(vehicle_id)
    throw error
  }
}

/** Removes a device. Its data stay with the vehicle; its connection is closed at once. Throws a Problem when there is no such device. */
export function removeDevice(
  { db, now }: Pick<Context, 'now'> & { readonly db: Db | Tx },
  id: number,
): Promise<DeviceRecord> {
  return within(db, async tx => {
    const removedDevice = await selectDevices(tx, now())
      .where('d.id', '=', id)
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst()
    if (removedDevice === undefined) throw noSuchRecord('device', id)
    await endDevice(tx, id, new Date(now()))
    return removedDevice
  })
}

/** Removes the devices that a vehicle carries, so that they can be used elsewhere. Within the transaction of `tx`. */
export async function freeDevices(tx: Tx, vehicle_id: number, at: Date): Promise<void> {
  const devices = await tx
    .selectFrom('device_mounts')
    .innerJoin('devices', 'devices.id', 'device_mounts.device_id')
    .select('devices.id')
    .distinct()
    .where('vehicle_id', '=', vehicle_id)
    .where('devices.deleted_at', 'is', null)
    .where(w => w.or([w('mounted_to', 'is', null), w('mounted_to', '>', at)]))
    .execute()
  for (const { id } of devices) await endDevice(tx, id, at)
}

async function endDevice(tx: Db | Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('devices').set({ deleted_at: at }).where('id', '=', id).execute()
  await endMounts(tx, id, at)
}

async function endMounts(tx: Db | Tx, id: number, at: Date): Promise<void> {
  // A mount that has not begun yet is deleted.
  await tx
    .deleteFrom('device_mounts')
    .where('device_id', '=', id)
    .where('mounted_from', '>=', at)
    .execute()
  await tx
    .updateTable('device_mounts')
    .set({ mounted_to: at })
    .where('device_id', '=', id)
    .where(w => w.or([w('mounted_to', 'is', null), w('mounted_to', '>', at)]))
    .execute()
}
