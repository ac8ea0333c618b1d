// A changed driver updates its company's lists of drivers.
import { live } from '@flotta/core/live.ts'
import { drivers } from './contract.ts'

export default live({
  tables: {
    drivers: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, 'drivers'),
  },
  news: { drivers: [drivers.list, drivers.all, drivers.one] },
})
