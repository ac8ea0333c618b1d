// Changes of a customer: its own readers may be signed out, and its shared vehicles may disappear for others.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: {
    customers({ id }, streams) {
      streams.recheck(({ customer_id }) => customer_id === id)
      streams.resee(({ customer_id }) => customer_id !== id)
    },
  },
})
