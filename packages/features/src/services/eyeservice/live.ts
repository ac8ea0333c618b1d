// What somebody wrote down is seen by all who look at the vehicle's panel, and so is how often something is due.
import { live } from '@flotta/core/live.ts'
import { data, history } from './contract.ts'

export default live({
  tables: {
    maintenance_entries({ vehicle_id }, streams) {
      if (vehicle_id !== undefined) streams.renew(() => true, vehicle_id, ['service'])
    },
  },
  news: { vehicles: [data] },
  kinds: { service: [data, history] },
})
