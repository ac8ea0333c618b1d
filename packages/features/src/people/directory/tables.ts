// Rows of people and groups as directories describe them.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    directory_people: {
      user_id: number
      external_id: string | null
      display_name: string | null
      given_name: string | null
      family_name: string | null
    }
    directory_groups: {
      id: Generated<number>
      customer_id: number
      name: string
      external_id: string | null
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    directory_members: { group_id: number; user_id: number }
  }
}
