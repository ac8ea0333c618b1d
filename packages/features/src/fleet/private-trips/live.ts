// A change of private times updates the vehicle's pin and every panel that shows its place.
import { live } from '@flotta/core/live.ts'
import { companyHours, privateDrivers, privateTrips, vehicleHours } from './contract.ts'

export default live({
  tables: {
    private_hours({ customer_id, vehicle_id }, streams) {
      if (vehicle_id === undefined) streams.resee(reader => reader.customer_id === customer_id)
      else
        streams.renew(reader => reader.sees(vehicle_id), vehicle_id, [
          'private_times',
          'position',
          'trip',
        ])
      streams.tell(reader => reader.customer_id === customer_id, 'private_hours')
    },
    private_trips({ vehicle_id }, streams) {
      if (vehicle_id !== undefined)
        streams.renew(reader => reader.sees(vehicle_id), vehicle_id, [
          'private_times',
          'position',
          'trip',
        ])
    },
  },
  news: { private_hours: [companyHours, vehicleHours] },
  kinds: { private_times: [privateTrips, vehicleHours, privateDrivers] },
})
