// A change of an area reaches the streams of its customer only.
import { live, type RowChange, type Streams } from '@flotta/core/live.ts'
import { hubs, hubVehicles, pois, poiVehicles } from './contract.ts'

const tellCustomer = (news: string) => (change: RowChange, streams: Streams) =>
  streams.tell(({ customer_id }) => customer_id === change.customer_id, news)
export default live({
  tables: { hubs: tellCustomer('hubs'), pois: tellCustomer('pois') },
  news: {
    hubs: [hubs.list, hubs.all, hubs.one, hubVehicles],
    pois: [pois.list, pois.all, pois.one, poiVehicles],
  },
})
