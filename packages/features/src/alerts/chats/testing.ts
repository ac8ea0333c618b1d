// Chats for tests.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const samples: Samples = {
  'alerts/chats': {
    make: async ({ db, now }, { customer_id, word }) => {
      const at = new Date(now())
      const { id } = await db
        .insertInto('chats')
        .values({
          customer_id,
          name: `${word} ${randomBytes(4).toString('hex')}`,
          kind: 'slack',
          secret: 'https://127.0.0.1/hook',
          chat_id: null,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /alerts/chats': {
        name: 'Sample',
        kind: 'slack',
        secret: 'https://sample.example/hook',
      },
      'PUT /alerts/chats/:id': { secret: 'https://sample.example/other' },
    },
  },
}
