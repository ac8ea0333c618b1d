// Web hooks for tests.
import type { Samples } from '../../samples.ts'
import { newWebhookSecret } from './signing.ts'
import './tables.ts'

export const samples: Samples = {
  webhooks: {
    make: async ({ db, now }, { customer_id, user_id, word }) => {
      const { id } = await db
        .insertInto('webhooks')
        .values({
          customer_id,
          user_id,
          url: `https://${word.toLowerCase()}.example/hook`,
          events: ['incident.opened'],
          vehicle_ids: null,
          fleet_ids: null,
          active: false,
          secret: newWebhookSecret(),
          created_at: new Date(now()),
          updated_at: new Date(now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /webhooks': { url: 'https://sample.example/hook', events: ['trip.ended'] },
      'PUT /webhooks/:id': { active: 0 },
    },
  },
}
