// An agreement opens vehicles and services to its customer, or closes them; who sees the vehicle hears that it is shared otherwise.
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
