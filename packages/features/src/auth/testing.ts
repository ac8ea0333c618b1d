// API tokens for tests.
import { randomBytes } from 'node:crypto'
import type { Samples } from '../samples.ts'
import './tables.ts'

export const samples: Samples = {
  tokens: {
    async make({ db }, { user_id, word }) {
      const { id } = await db
        .insertInto('api_tokens')
        .values({ user_id, name: `${word} token`, role: 'view', token_hash: randomBytes(32), last_used_at: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: { 'POST /tokens': { name: 'y', role: 'view' }, 'PUT /profile': { language: 'en' } },
  },
}
