// Rows of reports, of the parts of their files, and of read marks.
import '@flotta/platform/db.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Report, ReportFormat, ReportType } from './contract.ts'

/** Why a report has lapsed. */
export type Lapse = 'private' | 'agreement'
export type ReportFile = ReportFormat | 'json'
declare module '@flotta/platform/db.ts' {
  interface Tables {
    reports: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number | null
      vehicle_ids: number[] | null
      /** The vehicle's plate. */
      vehicle: string | null
      requested_by: number | null
      type: ReportType
      services: string
      period_from: Date
      period_to: Date
      language: Language
      ready: Generated<Report['ready']>
      error: string | null
      hash: string | null
      task_id: string | null
      idempotency_key: string | null
      request_digest: Buffer | null
      created_at: Generated<Date>
      ended_at: Date | null
      /** The vehicles that it contains; null: its data have not been read yet. */
      told_vehicle_ids: number[] | null
      told_as_guest: JSONColumnType<
        readonly {
          readonly agreements: readonly number[]
          readonly vehicle_ids: readonly number[]
        }[],
        string | undefined,
        string
      >
      tells_places: Generated<boolean>
      /** When it began to read its data, by the database's clock. */
      built_at: Date | null
      withdrawn: Lapse | null
      updated_at: Generated<Date>
    }
    report_files: {
      customer_id: number
      report_id: number
      file: ReportFile
      part: number
      bytes: Buffer
    }
    report_reads: { user_id: number; report_id: number; read_at: Date }
  }
}
