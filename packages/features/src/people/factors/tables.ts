// Rows of second factors and of their tickets, challenges and codes.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    factors: {
      id: Generated<number>
      user_id: number
      type: 'totp' | 'passkey'
      name: string
      /** Encrypted; only for one-time codes. */
      secret: Buffer | null
      /** Time steps whose code was accepted recently. */
      used_steps: Generated<number[]>
      credential_id: Generated<string | null>
      public_key: Generated<Buffer | null>
      sign_count: Generated<number>
      transports: Generated<string[]>
      created_at: Generated<Date>
      /** null: no code has confirmed the secret yet. */
      confirmed_at: Date | null
      last_used_at: Generated<Date | null>
    }
    recovery_codes: {
      user_id: number
      code_hash: Buffer
      created_at: Generated<Date>
      used_at: Generated<Date | null>
    }
    sign_in_tickets: {
      token_hash: Buffer
      user_id: number
      purpose: 'factor' | 'enrol'
      created_at: Generated<Date>
      expires_at: Date
    }
    passkey_visits: { challenge: string; expires_at: Date }
    passkey_challenges: {
      user_id: number
      challenge: string
      purpose: 'enrol' | 'prove'
      expires_at: Date
    }
    remembered_devices: {
      token_hash: Buffer
      user_id: number
      created_at: Generated<Date>
      expires_at: Date
    }
  }
}
