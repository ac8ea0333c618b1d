// Samples of visits.
import { openVisit } from '../../fleet/privacy/visits.ts'
import type { Samples } from '../../samples.ts'

export const samples: Samples = {
  'provider/visits': {
    make: ({ db, now }, { customer_id, user_id, word }) =>
      db
        .transaction()
        .execute(tx =>
          openVisit(tx, { customer_id, user_id, reason: `${word} reason`, minutes: 60 }, now()),
        ),
    unlisted: true,
  },
}
