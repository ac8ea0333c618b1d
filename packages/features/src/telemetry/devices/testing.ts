// Samples of devices for tests, each in a vehicle of its own.

import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import type { Samples } from '../../samples.ts'
import '../registry/tables.ts'

let serial = 0
export const samples: Samples = {
  devices: {
    async make({ db }, { customer_id, word }) {
      const vehicle = await makeVehicle(db, customer_id)
      const device = await db
        .insertInto('devices')
        .values({
          imei: `sample-${++serial}`,
          protocol: 'teltonika',
          profile: 'fmb1xx',
          unit_code: `${word} unit`,
          reporting_interval: null,
          wiring: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('device_mounts')
        .values({
          device_id: device.id,
          vehicle_id: vehicle.id,
          mounted_from: new Date('2020-01-01'),
          mounted_to: null,
        })
        .execute()
      return device.id
    },
    bodies: { 'PUT /devices/:id/wiring': { wiring: { door_1: '' } } },
  },
}
