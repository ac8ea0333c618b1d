// The vehicles of the demo company, each with its tracker.
import type { Tx } from '@flotta/platform/db.ts'
import { isWired } from '../../seed.ts'
import type { DemoVehicle } from './fleet.ts'

/** Creates vehicles with their trackers; returns ids by plate. */
export async function createVehicles(
  tx: Tx,
  customer_id: number,
  vehicles: readonly DemoVehicle[],
  since: Date,
): Promise<Map<string, number>> {
  const insertedVehicles = await tx
    .insertInto('vehicles')
    .values(
      vehicles.map(v => ({
        customer_id,
        plate: v.plate,
        serial: v.serial,
        model: v.model,
        color: v.color,
        vehicle_type: v.vehicle_type,
        vehicle_subtype: v.vehicle_subtype,
        axles_number: v.axles_number,
        ownership_type: v.index % 3,
        configurations: JSON.stringify(
          v.setpoint === null
            ? {}
            : {
                fridge_compartments_number: '1',
                fridge_temperature_sensors_number: String(v.thermometers),
              },
        ),
      })),
    )
    .returning(['id', 'plate'])
    .execute()
  const ids = new Map(insertedVehicles.map(v => [v.plate, v.id]))
  await createDevices(tx, ids, vehicles, since)
  return ids
}
/** @param ids of the vehicles by plate */
async function createDevices(
  tx: Tx,
  ids: ReadonlyMap<string, number>,
  vehicles: readonly DemoVehicle[],
  since: Date,
): Promise<void> {
  const devices = await tx
    .insertInto('devices')
    .values(
      vehicles.map(v => ({
        imei: v.imei,
        protocol: v.protocol,
        // the only profile of every other protocol has the protocol's name
        profile: isWired(v) ? v.profile : v.protocol,
        unit_code: `FL${v.imei.slice(-7)}`,
        reporting_interval: v.reporting_interval,
        wiring: JSON.stringify({}),
      })),
    )
    .returning(['id', 'imei'])
    .execute()
  const plates = new Map(vehicles.map(v => [v.imei, v.plate]))
  await tx
    .insertInto('device_mounts')
    .values(
      devices.map(d => ({
        device_id: d.id,
        vehicle_id: ids.get(plates.get(d.imei) ?? '') ?? 0,
        mounted_from: since,
        mounted_to: null,
      })),
    )
    .execute()
}
