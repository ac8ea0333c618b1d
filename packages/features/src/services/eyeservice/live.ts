// A new or changed entry, or another interval, refreshes the panel of everybody who looks at the vehicle.
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
