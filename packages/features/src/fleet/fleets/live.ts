// A changed fleet updates all vehicles of its customer.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import { fleets } from './contract.ts'

const fleetStreams = (change: RowChange, streams: Streams) =>
  streams.resee(({ customer_id }) => customer_id === change.customer_id)
export default live({
  tables: { fleets: fleetStreams, fleet_vehicles: fleetStreams },
  news: { vehicles: [fleets.list, fleets.all, fleets.one] },
})
