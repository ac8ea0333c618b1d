// The table of escalations.
import '@flotta/platform/db.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { EscalationEnd, EscalationStep } from './contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    escalations: {
      id: Generated<string>
      customer_id: number
      vehicle_id: number
      incident_id: string
      configuration_id: number | null
      step: JSONColumnType<EscalationStep>
      language: Language
      due_at: Date
      state: Generated<'planned' | 'escalated' | 'ended'>
      reason: EscalationEnd | null
      escalated_to: string | null
      ended_at: Date | null
    }
  }
}
