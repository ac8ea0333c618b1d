// A changed user may have lost access, so the user's streams are checked again.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: { users: ({ id }, streams) => streams.recheck(({ user_id }) => user_id === id) },
})
