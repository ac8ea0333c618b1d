// Rows of people at identity providers, and of sign-ins in progress there.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    identities: {
      provider: string
      subject: string
      user_id: number
      created_at: Generated<Date>
      last_used_at: Generated<Date>
    }
    identity_sessions: {
      session_id: string
      provider: string
      subject: string
      sid: string | null
      refresh_token: Buffer | null
      checked_at: Date | null
    }
    identity_logouts: {
      provider: string
      token_id: string
      expires_at: Date
    }
    identity_visits: {
      token_hash: Buffer
      provider: string
      state: string
      nonce: string
      verifier: string
      next: string | null
      session_id: string | null
      expires_at: Date
    }
  }
}
