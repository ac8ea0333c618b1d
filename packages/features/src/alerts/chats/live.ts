// Changes of chats reach the browsers of the company at once.
import { live } from '@flotta/core/live.ts'
import { chats } from './contract.ts'

const NEWS = 'chats'
export default live({
  tables: {
    chats: (change, streams) =>
      streams.tell(({ customer_id }) => customer_id === change.customer_id, NEWS),
  },
  news: { [NEWS]: [chats.list, chats.all, chats.one] },
})
