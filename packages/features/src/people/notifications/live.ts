// A changed inbox is an event for its user alone.
import { live } from '@flotta/core/live.ts'
import { list, unreadCount } from './contract.ts'

export default live({
  tables: {
    notifications: (change, streams) =>
      streams.tell(({ user_id }) => user_id === change.user_id, 'notifications'),
  },
  news: { notifications: [list, unreadCount] },
})
