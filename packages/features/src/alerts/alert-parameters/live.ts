// A change of an alert's parameters goes to the readers of the vehicle's owner.
import { live } from '@flotta/core/live.ts'
import { list } from './contract.ts'

export default live({
  tables: {
    alert_parameters: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'alert_parameters'),
  },
  news: { alert_parameters: [list] },
})
