// A customer's users share planned trips, so a change of one is an event for all of them.
import { live } from '@flotta/core/live.ts'
import { plannedTrips } from './contract.ts'

export default live({
  tables: {
    planned_trips: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'planned_trips'),
  },
  news: { planned_trips: [plannedTrips.list, plannedTrips.all, plannedTrips.one] },
})
