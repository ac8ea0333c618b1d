// An agreement opens vehicles and services to its customer, or closes them.
import { live } from '@flotta/core/live.ts'
import { archived, list, vehicles } from './contract.ts'

export default live({
  tables: { vehicle_agreements: (change, streams) => streams.resee(({ customer_id }) => customer_id === change.customer_id) },
  news: { vehicles: [list, vehicles, archived] },
})
