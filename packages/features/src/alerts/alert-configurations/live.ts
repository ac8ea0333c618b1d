// Changes of configurations reach the browsers of the company at once.
import { live } from '@flotta/core/live.ts'
import { alertConfigurations, ofVehicle } from './contract.ts'

const NEWS = 'alert_configurations'
export default live({
  tables: {
    alert_configurations: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, NEWS),
  },
  news: {
    [NEWS]: [alertConfigurations.list, alertConfigurations.all, alertConfigurations.one, ofVehicle],
  },
})
