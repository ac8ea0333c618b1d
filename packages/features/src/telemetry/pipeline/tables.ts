// Rows of records, readings, state, checkpoints, replays and quarantine.
import type { MotionState } from '@flotta/core/telemetry.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { LatestEntry } from './latest.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    positions: {
      message_datetime: Date
      vehicle_id: number
      latitude_e7: number | null
      longitude_e7: number | null
      seq: number
      altitude: number | null
      direction: number | null
      speed: number | null
      satellites: number | null
      io: Buffer | null
    }
    readings: {
      message_datetime: Date
      vehicle_id: number
      seq: number
      kind: string
      data: JSONColumnType<object>
    }
    reading_packs: {
      vehicle_id: number
      kind: string
      day: string
      count: number
      first_at: Date
      last_at: Date
      checksum: Buffer
      data: JSONColumnType<object>
    }
    vehicle_state: {
      vehicle_id: number
      version: number
      message_datetime: Date
      seq: number
      gps_datetime: Date | null
      latitude_e7: number | null
      longitude_e7: number | null
      altitude: number | null
      direction: number | null
      speed: number | null
      satellites: number | null
      moving: boolean | null
      ignition: boolean | null
      motion: MotionState | null
      motion_since: Date | null
      odometer: number | null
      latest: JSONColumnType<Record<string, LatestEntry>>
      memory: JSONColumnType<Record<string, unknown>>
      updated_at: Date
    }
    checkpoints: { vehicle_id: number; day: string; state: JSONColumnType<object> }
    recent_checkpoints: { vehicle_id: number; at: Date; state: JSONColumnType<object> }
    replays: {
      vehicle_id: number
      from_at: Date
      to_at: Date
      marks: Generated<number>
      first_marked_at: Date
      last_marked_at: Date
      run: string | null
      claimed_at: Date | null
    }
    quarantine: {
      id: Generated<number>
      device_id: number | null
      vehicle_id: number | null
      reason: string
      message_datetime: Date | null
      record: Buffer
      error: string | null
      received_at: Generated<Date>
      released_at: Date | null
    }
  }
}
