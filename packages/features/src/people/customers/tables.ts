// The table of customers.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    customers: {
      id: Generated<number>
      parent_id: number | null
      name: string
      vat_id: string | null
      address: string | null
      city: string | null
      zip_code: string | null
      region: string | null
      email: string | null
      phone: string | null
      timezone: Generated<string>
      configurations: JSONColumnType<Record<string, string>, string | undefined, string>
      demo: Generated<boolean>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
  }
}
