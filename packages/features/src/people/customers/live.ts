// A changed customer: its own readers may be signed out, and what it shared with others may be gone.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: {
    customers({ id }, streams) {
      streams.recheck(({ customer_id }) => customer_id === id)
      streams.resee(({ customer_id }) => customer_id !== id)
    },
  },
})
