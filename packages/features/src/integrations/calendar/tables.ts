// Rows of calendars.
import '@flotta/platform/db.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    calendars: {
      user_id: number
      customer_id: number
      token: string | null
      created_at: Date
    }
  }
}
