// Alert configurations for tests.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import './tables.ts'

const body = { alert_id: 1, alert_channel_id: 1, destination: 'sample@example.com' }
export const samples: Samples = {
  'alerts/configurations': {
    async make({ db, now }, { customer_id, user_id, word }) {
      const at = new Date(now())
      const vehicle = await db
        .selectFrom('vehicles')
        .select('id')
        .where('customer_id', '=', customer_id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('alert_configurations')
        .values({
          customer_id,
          vehicle_id: vehicle.id,
          alert_id: 1,
          alert_channel_id: 1,
          destination: `${word.toLowerCase()}${randomBytes(4).toString('hex')}@example.com`,
          language: 'it',
          user_id,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /alerts/configurations': { vehicle_id: 1, ...body },
      'PUT /alerts/configurations/:id': { destination: 'another@example.com' },
      'POST /alerts/configurations/recipients': {
        vehicles: [1],
        alerts: [1],
        alert_channel_id: 1,
        destinations: ['sample@example.com'],
      },
      'POST /alerts/multi_configurations': {
        vehicles: [1],
        alerts: [1],
        alert_channel_id: 1,
        destinations: ['sample@example.com'],
      },
    },
  },
}
