// Live news: an incident opened, changed or closed, for all; a company's mark on an incident, for its own people alone.
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
