// The table of alert configurations.
import '@flotta/platform/db.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import type { ColumnType, Generated } from 'kysely'
import type { EscalationStep } from '../escalations/contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    alert_configurations: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number
      alert_id: number
      alert_channel_id: number
      destination: string
      /** The areas that it is limited to; both empty: all areas. */
      hub_ids: Generated<number[]>
      poi_ids: Generated<number[]>
      /** Who is told next if nobody takes the alert. */
      escalation: ColumnType<EscalationStep[], string | undefined, string>
      /** The minutes after which a stay is reported; null: those of the vehicle. */
      threshold: number | null
      /** null: at all times */
      schedule: ColumnType<readonly Hours[] | null, string | null, string | null>
      language: Language
      user_id: number | null
      created_at: Date
      updated_at: Date
    }
  }
}
