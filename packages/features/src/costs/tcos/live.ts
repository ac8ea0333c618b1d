// A new or changed cost is an event for all readers of the customer's costs.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import * as contract from './contract.ts'

const tellCosts = (change: RowChange, streams: Streams) =>
  streams.tell(({ customer_id }) => customer_id === change.customer_id, 'costs')
const { types, typeActivities, stats, breakdown, byVehicle, dues } = contract
export default live({
  tables: { types: tellCosts, type_activities: tellCosts },
  news: {
    costs: [
      types.list,
      types.all,
      typeActivities.list,
      typeActivities.all,
      stats,
      breakdown,
      byVehicle,
      dues,
    ],
  },
})
