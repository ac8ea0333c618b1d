// Changes of rules reach the browsers of the company at once.
import { live } from '@flotta/core/live.ts'
import { listRules, ruleDestinations, ruleVehicles } from './contract.ts'

const NEWS = 'alert_rules'
export default live({
  tables: {
    alert_configurations: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, NEWS),
  },
  news: { [NEWS]: [listRules, ruleDestinations, ruleVehicles] },
})
