// The one row of the installation.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    installation: {
      id: Generated<boolean>
      /** SHA-256 of the token that opens the set-up. */
      setup_token: Buffer | null
      setup_done_at: Date | null
      demo_kept_at: Date | null
      demo_removed_at: Date | null
      map: Generated<'essential' | 'streets'>
      /** The time zone of providers without a company; null: `FLOTTA_TIMEZONE`. */
      timezone: string | null
    }
  }
}
