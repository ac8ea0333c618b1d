// Rows of web hooks, of their waiting events and of the attempts to deliver them.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { AttemptFault, EventType, SwitchedOffBy } from './contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    webhooks: {
      id: Generated<number>
      customer_id: number
      user_id: number | null
      url: string
      events: EventType[]
      vehicle_ids: number[] | null
      fleet_ids: number[] | null
      active: boolean
      secret: string
      old_secret: Generated<string | null>
      old_secret_until: Generated<Date | null>
      failing_since: Generated<Date | null>
      paused_until: Generated<Date | null>
      taken_at: Generated<Date | null>
      /** A removed hook is hidden, and its row is deleted after its last event. */
      removed_at: Generated<Date | null>
      switched_off_by: Generated<SwitchedOffBy | null>
      created_at: Date
      updated_at: Date
    }
    webhook_events: {
      id: Generated<string>
      message_id: Generated<string>
      webhook_id: number
      vehicle_id: number | null
      type: string
      subject: string
      facts: JSONColumnType<Readonly<Record<string, unknown>>>
      at: Date
      body: string | null
      attempts: Generated<number>
      first_attempt_at: Date | null
      next_at: Date | null
      state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
      ended_at: Date | null
    }
    webhook_attempts: {
      id: Generated<number>
      event_id: string
      webhook_id: number
      at: Date
      attempt: number
      status: number | null
      fault: AttemptFault | null
      duration: number
      answer: string | null
    }
  }
}
