// Sessions and API tokens for tests.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import { PASSWORD } from '../users/testing.ts'
import { beginSession } from './sessions.ts'
import './tables.ts'

export const samples: Samples = {
  sessions: {
    async make({ db, now }, { user_id, word }) {
      await beginSession(db, user_id, '127.0.0.1', `${word} browser`, now())
      return (
        await db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', user_id)
          .orderBy('created_at', 'desc')
          .executeTakeFirstOrThrow()
      ).id
    },
  },
  tokens: {
    async make({ db }, { user_id, word }) {
      const { id } = await db
        .insertInto('api_tokens')
        .values({
          user_id,
          name: `${word} token`,
          role: 'view',
          token_hash: randomBytes(32),
          last_used_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /tokens': { name: 'y', role: 'view', password: PASSWORD },
      'PUT /profile': { language: 'en' },
    },
  },
}
