// The table of chats.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'
import type { ChatKind } from './contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    chats: {
      id: Generated<number>
      customer_id: number
      name: string
      kind: ChatKind
      secret: string
      chat_id: string | null
      created_at: Date
      updated_at: Date
    }
  }
}
