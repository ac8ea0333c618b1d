// Notifications for tests.
import type { Samples } from '../../samples.ts'
import { notify } from './queries.ts'
import './tables.ts'

export const samples: Samples = {
  notifications: {
    async make({ db, now }, { user_id, word }) {
      await notify(db, user_id, 'other', { key: `${word} note` }, now())
      const { id } = await db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', user_id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return id
    },
  },
}
