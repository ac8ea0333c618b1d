// Live events: an incident was opened, changed or closed, for all; a company's mark on an incident, for its own users alone.
import { live } from '@flotta/core/live.ts'
import { active, history } from './contract.ts'

export default live({
  tables: {
    incident_marks({ customer_id, vehicle_id }, streams) {
      if (vehicle_id !== undefined)
        streams.renew(audience => audience.customer_id === customer_id, vehicle_id, ['alert'])
    },
  },
  kinds: { alert: [active, history] },
})
