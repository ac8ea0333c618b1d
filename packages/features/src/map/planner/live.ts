// Planned trips are shared by the customer's users: a change of one is news for all.
import { live } from '@flotta/core/live.ts'
import { plannedTrips } from './contract.ts'

export default live({
  tables: {
    planned_trips: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'planned_trips'),
  },
  news: { planned_trips: [plannedTrips.list, plannedTrips.all, plannedTrips.one] },
})
