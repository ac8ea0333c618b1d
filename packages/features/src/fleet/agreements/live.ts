// A changed agreement changes which vehicles and services its customer sees. Everybody who sees the vehicle gets an event that its sharing changed.
import { live } from '@flotta/core/live.ts'
import { agreementVehicles, archivedVehicles, list } from './contract.ts'

export default live({
  tables: {
    agreement_changes({ customer_id, vehicle_id }, streams) {
      streams.resee(audience => audience.customer_id === customer_id)
      if (vehicle_id !== undefined)
        streams.renew(({ sees }) => sees(vehicle_id), vehicle_id, ['sharing'])
    },
  },
  news: { vehicles: [list, agreementVehicles, archivedVehicles] },
})
