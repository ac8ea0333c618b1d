// Rows of scheduled reports and of their runs.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { About, RunState, Schedule } from './contract.ts'
import type { Rhythm } from './rules.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    report_schedules: {
      id: Generated<number>
      customer_id: number
      user_id: number
      name: string
      type: Schedule['type']
      services: string
      about: About
      vehicle_id: number | null
      fleet_id: number | null
      every: Rhythm
      hour: number
      recipients: string[]
      language: Language
      active: Generated<boolean>
      since: Date
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    report_schedule_runs: {
      schedule_id: number
      customer_id: number
      period_from: Date
      period_to: Date
      due_at: Date
      state: Exclude<RunState, 'waiting'>
      error: JSONColumnType<Words> | null
      report_id: number | null
      mail_ids: Generated<number[]>
      /** Until when a limit delays its mails, while the state is `making`. */
      mails_at: Date | null
      updated_at: Generated<Date>
    }
  }
}
