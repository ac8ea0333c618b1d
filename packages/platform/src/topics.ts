// What the roles tell one another: packets of devices, and which vehicles changed.
import type { CommandReply, Message } from '@flotta/core/telemetry.ts'
import { SHARDS, topic } from './bus.ts'

/** One acknowledged unit of a device, as decoded; never divided. Its vehicle is found by each message's own time. */
export interface Packet {
  readonly device_id: number
  /** The vehicle that carries the device now; null: none. Decides the shard only. */
  readonly vehicle_id: number | null
  /** epoch ms */
  readonly received_at: number
  readonly messages: readonly Message[]
}
export const incoming = topic<Packet>('incoming', p => (p.vehicle_id ?? p.device_id) % SHARDS)

/** Told after commit; may be lost (readers reconcile). `kinds`: kinds of data that changed (`position`, `power`, `trip`, `alert`, `status` …). */
export interface VehicleUpdate {
  readonly vehicle_id: number
  readonly kinds: readonly string[]
}
export const updates = topic<readonly VehicleUpdate[]>('updates', () => 0)

/** A device signed in, was heard (keep-alive), or left. Epoch ms. */
export interface ConnectionEvent {
  readonly device_id: number
  readonly vehicle_id: number | null
  readonly event: 'open' | 'alive' | 'close'
  readonly gateway: string
  readonly session: string
  readonly protocol: string
  readonly address: string
  /** When this connection signed in; the newest sign-in of a device wins. */
  readonly opened_at: number
  readonly at: number
}
export const connectionEvents = topic<ConnectionEvent>('connection_events', e => e.device_id % SHARDS)

/** A device's answer to a command, or text of its own. */
export interface DeviceReply {
  readonly device_id: number
  readonly session: string
  readonly received_at: number
  readonly reply: CommandReply
}
export const replies = topic<DeviceReply>('replies', r => r.device_id % SHARDS)
