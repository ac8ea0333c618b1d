// Rows of devices, their mounts, connections and commands, and of devices nobody knows.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    devices: {
      id: Generated<number>
      imei: string
      protocol: string
      profile: string
      /** Nobody entered its protocol: its first sign-in decides it. */
      assumed_family: Generated<boolean>
      unit_code: string | null
      reporting_interval: number | null
      time_zone: string | null
      password_hash: string | null
      networks: Generated<string[]>
      certificates: Generated<string[]>
      wiring: JSONColumnType<Record<string, string>, string | undefined, string>
      created_at: Generated<Date>
      deleted_at: Date | null
    }
    device_mounts: {
      id: Generated<number>
      device_id: number
      vehicle_id: number
      mounted_from: Date
      mounted_to: Date | null
    }
    device_checks: {
      device_id: number
      made_at: Date
      heard_at: Date | null
      known_at: Date | null
      fix_at: Date | null
      ignition_at: Date | null
      supply_at: Date | null
      sensors_at: Date | null
    }
    unclaimed_devices: {
      identifier: string
      protocol: string
      address: string
      first_seen: Generated<Date>
      last_seen: Generated<Date>
      count: Generated<number>
    }
    device_commands: {
      id: string
      device_id: number
      text: string
      state: 'queued' | 'sent' | 'answered' | 'refused' | 'invalid' | 'offline' | 'expired' | 'lost'
      created_at: Date
      expires_at: Date
      session: string | null
      sent_at: Date | null
      reporting_interval: Generated<number | null>
    }
    device_replies: {
      id: string
      n: number
      device_id: number
      session: string
      received_at: Date
      text: string
      refused: boolean
      command_id: string | null
    }
    device_contests: {
      device_id: number
      at: Date
      times: number
      address: string
      gateway: string | null
    }
    device_alternations: {
      id: Generated<number>
      device_id: number
      began_at: Date
      last_at: Date
      addresses: string[]
      looked_at: Date | null
      mailed: Generated<boolean>
    }
    connections: {
      device_id: number
      gateway: string
      session: string
      protocol: string
      address: string
      opened_at: Date
      last_seen_at: Date
      closed_at: Date | null
      conflicts: Generated<number>
      sign_in: Generated<number>
      lost: Generated<boolean>
    }
  }
}
