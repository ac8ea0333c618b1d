// Fleets regroup the vehicles of their customer.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import { fleets } from './contract.ts'

const regrouped = (change: RowChange, streams: Streams) =>
  streams.resee(({ customer_id }) => customer_id === change.customer_id)
export default live({
  tables: { fleets: regrouped, fleet_vehicles: regrouped },
  news: { vehicles: [fleets.list, fleets.all, fleets.one] },
})
