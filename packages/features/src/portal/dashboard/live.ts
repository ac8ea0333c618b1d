// The figures change with alerts, vehicles, users and the companies below.
import { live } from '@flotta/core/live.ts'
import { dashboard, toDo } from './contract.ts'

export default live({
  tables: {
    users: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'figures'),
  },
  news: { figures: [dashboard, toDo], vehicles: [dashboard, toDo], status: [toDo] },
  kinds: { alert: [dashboard, toDo] },
})
