// A changed vehicle, and what follows from its alerts and its connection.
import { live } from '@flotta/core/live.ts'
import { all, list, one, statistics, tractors, typesStatistics, withRent } from './contract.ts'

export default live({
  tables: {
    vehicles: (change, streams) =>
      streams.resee(
        ({ customer_id, sees }) => customer_id === change.customer_id || sees(change.id),
      ),
  },
  news: {
    vehicles: [list, all, withRent, tractors, one, statistics, typesStatistics],
    status: [statistics, typesStatistics],
  },
  kinds: { alert: [one] },
})
