// What the doctor observes of an installation, before it is judged.
import type { DamagedDay } from '@flotta/features/telemetry/packs/checks.ts'
import type { DatabaseServer } from '@flotta/platform/database-server.ts'
import type { ProviderFinding } from '@flotta/platform/providers.ts'

/** An answer, or why there is none. */
export type Answer<T> = T | { readonly error: string }
export const isFailure = (answer: unknown): answer is { readonly error: string } =>
  typeof answer === 'object' && answer !== null && 'error' in answer

/** Everything that was observed; null where this installation has no such part. Times are in seconds, sizes in bytes. */
export interface Observations {
  readonly node: string
  readonly unknown_settings: readonly string[]
  readonly public_url: string
  /** Whether other machines can reach the server, because it listens beyond loopback. */
  readonly open: boolean
  readonly trusted_proxies: number
  /** Whether a server of this installation answers on this machine. */
  readonly running: boolean
  readonly ports: readonly {
    readonly setting: string
    readonly port: number
    readonly error: string | null
  }[]
  readonly data_dir: Answer<{ readonly path: string; readonly free: number; readonly size: number }>
  readonly certificates: readonly { readonly setting: string; readonly ends_in: Answer<number> }[]
  readonly mail: Answer<true> | null
  readonly sms: Answer<true> | null
  readonly nats: Answer<Nats> | null
  /** Map files, geocoders and routers that the settings name. */
  readonly providers: readonly ProviderFinding[]
  readonly database: Answer<Database>
}
export interface Nats {
  /** The time of a round trip. */
  readonly ms: number
  /** The processes whose heartbeats arrive over NATS. */
  readonly members: readonly NatsMember[]
}
export interface NatsMember {
  readonly instance: string
  readonly roles: readonly string[]
  readonly version: string
  /** Seconds since it joined. */
  readonly up: number
  /** Seconds by which its clock is ahead of this machine's; null: it does not report its clock. */
  readonly clock: number | null
}
export interface Database {
  readonly server: DatabaseServer
  /** Seconds by which its clock is ahead of this machine's. */
  readonly clock: number
  /** The fault of the schema; null: none. */
  readonly schema: string | null
  readonly stored: Answer<DatabaseState> | null
}
export interface DatabaseState {
  readonly standbys: readonly {
    readonly name: string
    readonly state: string
    readonly sync: string
  }[]
  readonly tasks_failed: number
  readonly task_late: number
  readonly replay_oldest: number
  readonly quarantined_today: number
  readonly gateways: readonly { readonly name: string; readonly silent: number }[]
  /** Seconds since the last backup; null: there was none. */
  readonly backup_age: number | null
  readonly register_overdue: number
  /** Packed days with a changed bit. */
  readonly packs_damaged: readonly DamagedDay[]
  /** Companies whose audit trail was changed, as far as the newest rows show. */
  readonly audits_broken: readonly {
    readonly customer_id: number
    readonly kind: 'changed' | 'missing' | 'missing_end'
    readonly number: number
  }[]
  /** Web hooks that have received nothing for an hour, or were switched off for that reason within a week. */
  readonly webhooks_failing: readonly {
    readonly id: number
    readonly host: string
    readonly company: string
    /** Seconds since it last received anything; null: it is switched off. */
    readonly failing: number | null
  }[]
  /** Devices whose two connections alternated within a day; `ago` in seconds. */
  readonly alternating: readonly {
    readonly device_id: number
    readonly imei: string
    readonly plate: string | null
    readonly ago: number
    readonly addresses: readonly string[]
  }[]
}
