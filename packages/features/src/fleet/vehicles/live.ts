// Which endpoints a changed vehicle, its alerts and its connection status update.
import { live } from '@flotta/core/live.ts'
import {
  all,
  list,
  statistics,
  tractors,
  typesStatistics,
  vehicleById,
  vehiclesWithRent,
} from './contract.ts'

export default live({
  tables: {
    vehicles: (change, streams) =>
      streams.resee(
        ({ customer_id, sees }) => customer_id === change.customer_id || sees(change.id),
      ),
  },
  news: {
    vehicles: [list, all, vehiclesWithRent, tractors, vehicleById, statistics, typesStatistics],
    status: [statistics, typesStatistics],
  },
  kinds: { alert: [vehicleById], motion: [vehicleById] },
})
