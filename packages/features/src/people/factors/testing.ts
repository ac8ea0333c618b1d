// Second factors for tests.
import type { Samples } from '../../samples.ts'
import './tables.ts'

export const samples: Samples = {
  factors: {
    // not confirmed, so that its owner need not prove it
    unlisted: true,
    make: async ({ db, now }, { user_id, word }) =>
      (
        await db
          .insertInto('factors')
          .values({
            user_id,
            type: 'passkey',
            name: `${word} key`,
            secret: null,
            created_at: new Date(now()),
            confirmed_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  },
}
