// Rows of examples.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    examples: {
      id: Generated<number>
      customer_id: number
      code: string
      note: string | null
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
  }
}
