// The table of deliveries.
import '@flotta/platform/db.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Generated } from 'kysely'
import type { DeliveryFault } from './contract.ts'

export type StoredState = 'waiting' | 'held' | 'queued' | 'sent' | 'failed' | 'dropped'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    deliveries: {
      id: Generated<string>
      customer_id: number
      vehicle_id: number
      incident_id: string
      alert_id: number
      configuration_id: number | null
      alert_channel_id: number
      destination: string
      language: Language
      state: Generated<StoredState>
      fault: DeliveryFault | null
      created_at: Generated<Date>
      told_at: Date | null
      digest: Generated<boolean>
      mail_id: number | null
      ended_at: Date | null
      held_until: Date | null
      /** Must not be sent before; null: at once. */
      due_at: Date | null
      reported: Generated<boolean>
      /** Minutes after which the alert was passed on because nobody had taken it; null: it was sent at once. */
      escalated_after: Generated<number | null>
    }
  }
}
