// Rows of sessions, tokens and failures.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    sessions: {
      id: Generated<string>
      user_id: number
      rotation_key: Buffer
      cookie_hash: Buffer
      previous_cookie_hash: Buffer | null
      previous_cookie_until: Date | null
      expires_at: Date
      address: string | null
      agent: string | null
      created_at: Generated<Date>
      ended_at: Date | null
      step_up_until: Generated<Date | null>
      factor_at: Generated<Date | null>
    }
    session_tokens: { token_hash: Buffer; session_id: string; expires_at: Date }
    api_tokens: {
      id: Generated<number>
      user_id: number
      name: string
      /** null: only for the provider's area. */
      role: 'view' | 'edit' | 'control' | null
      provider: Generated<boolean>
      /** The token opens `/scim/v2` and nothing else. */
      directory: Generated<boolean>
      token_hash: Buffer
      created_at: Generated<Date>
      last_used_at: Date | null
      expires_at: Generated<Date>
    }
  }
}
