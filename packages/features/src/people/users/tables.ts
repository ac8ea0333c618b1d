// Rows of users, and of links to set a password.
import type { Role } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    users: {
      id: Generated<number>
      /** null: a provider without a company; its role is null too. */
      customer_id: number | null
      name: string
      email: string
      role: Role | null
      /** The mark of a provider. */
      provider: Generated<boolean>
      language: Generated<Language>
      password_hash: string | null
      had_password: Generated<boolean>
      password_changed_at: Generated<Date>
      disabled: Generated<boolean>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
      /** Earlier secrets are invalid. */
      secrets_ended_at: Generated<Date | null>
    }
    password_resets: {
      token_hash: Buffer
      user_id: number
      created_at: Generated<Date>
      expires_at: Date
      used_at: Date | null
    }
    login_failures: { id: Generated<number>; at: Generated<Date>; account: string; address: string }
    address_changes: {
      id: Generated<number>
      user_id: number
      old_email: string
      new_email: string
      asked_by: number | null
      asked_at: Date
      confirmed_at: Date | null
      ended_at: Date | null
    }
    address_links: { token_hash: Buffer; change_id: number; does: 'confirm' | 'undo' }
  }
}
