// Driver activities for tests.
import { randomBytes } from 'node:crypto'
import { HOUR } from '@flotta/core/time.ts'
import type { Samples } from '../../samples.ts'
import { makeDriver } from '../drivers/testing.ts'
import { makeVehicle } from '../vehicles/testing.ts'

export const samples: Samples = {
  /** Samples for endpoints whose path has a vehicle's id: a vehicle with a current driver. */
  driver_activities: {
    async make({ db, now }, { customer_id, word }) {
      const vehicle = await makeVehicle(db, customer_id)
      const driver = await makeDriver(db, customer_id, {
        surname: `${word} ${randomBytes(4).toString('hex')}`,
      })
      await db
        .insertInto('driver_activities')
        .values({
          customer_id,
          vehicle_id: vehicle.id,
          driver_id: driver.id,
          period_from: new Date(now() - HOUR),
          period_to: null,
        })
        .execute()
      return vehicle.id
    },
    bodies: { 'PUT /driver_activities/:id/set': { to: new Date().toISOString() } },
  },
}
