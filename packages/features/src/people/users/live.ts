// A changed user may be one who no longer reads.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: { users: ({ id }, streams) => streams.recheck(({ user_id }) => user_id === id) },
})
