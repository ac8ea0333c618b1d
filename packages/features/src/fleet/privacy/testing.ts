// Samples of visits of the provider, as the company reads them.
import type { Samples } from '../../samples.ts'
import { openVisit } from './visits.ts'

export const samples: Samples = {
  visits: {
    make: ({ db, now }, { customer_id, user_id, word }) =>
      db
        .transaction()
        .execute(tx =>
          openVisit(tx, { customer_id, user_id, reason: `${word} reason`, minutes: 60 }, now()),
        ),
  },
}
