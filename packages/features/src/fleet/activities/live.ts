// An activity that begins or ends updates its company's list of activities and the vehicle, which shows its driver.
import { live } from '@flotta/core/live.ts'
import * as vehicles from '../vehicles/contract.ts'
import { current, history, list } from './contract.ts'

export default live({
  tables: {
    driver_activities({ customer_id, vehicle_id }, streams) {
      const isOfCustomer = (reader: { readonly customer_id: number }) =>
        reader.customer_id === customer_id
      streams.tell(isOfCustomer, 'driver_activities')
      if (vehicle_id !== undefined) streams.renew(isOfCustomer, vehicle_id, ['driver'])
    },
  },
  // a driver's name may have changed
  news: { driver_activities: [list], drivers: [list] },
  kinds: { driver: [current, history, vehicles.list, vehicles.vehicleById] },
})
