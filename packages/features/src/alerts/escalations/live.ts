// Live events: an alert was passed on, for the users of the company alone.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: {
    escalations({ customer_id, vehicle_id }, streams) {
      if (vehicle_id !== undefined)
        streams.renew(audience => audience.customer_id === customer_id, vehicle_id, ['alert'])
    },
  },
})
