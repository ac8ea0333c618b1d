// The topics between the roles: packets and answers of devices, commands to devices, and changed vehicles.
import { packMessage, unpackMessage } from '@flotta/core/message-bytes.ts'
import type { CommandReply, Message } from '@flotta/core/telemetry.ts'
import { type Codec, json, SHARDS, topic } from './bus.ts'

/** The records that a device wants acknowledged together, as decoded; never divided. The vehicle of each record is found by the record's own time. */
export interface Packet {
  readonly device_id: number
  /** The vehicle that carries the device now; null: none. Decides the shard only. */
  readonly vehicle_id: number | null
  /** epoch ms */
  readonly received_at: number
  readonly messages: readonly Message[]
  /** The traceparent (W3C), where the packet is traced. */
  readonly trace?: string
}
const head = json<Omit<Packet, 'messages'>>()
/** u32 length and JSON of all but the messages, then u32 length and bytes of each message. */
const packets: Codec<Packet> = {
  encode({ messages, ...rest }) {
    const parts = [head.encode(rest), ...messages.map(packMessage)]
    const bytes = new Uint8Array(parts.reduce((n, part) => n + 4 + part.length, 0))
    const view = new DataView(bytes.buffer)
    let o = 0
    for (const part of parts) {
      view.setUint32(o, part.length)
      bytes.set(part, o + 4)
      o += 4 + part.length
    }
    return bytes
  },
  decode(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const parts: Uint8Array[] = []
    for (let o = 0; o < bytes.length; ) {
      const length = view.getUint32(o)
      parts.push(bytes.subarray(o + 4, o + 4 + length))
      o += 4 + length
    }
    const [first, ...messages] = parts
    if (first === undefined) throw new RangeError('a packet without a head')
    return { ...head.decode(first), messages: messages.map(unpackMessage) }
  },
}
export const incoming = topic<Packet>(
  'incoming',
  p => (p.vehicle_id ?? p.device_id) % SHARDS,
  packets,
  p => p.messages.length,
)

/** Sent after the commit; it may be lost, so readers reconcile. `kinds`: kinds of data that changed (`position`, `power`, `trip`, `alert`, `status` …). */
export interface VehicleUpdate {
  readonly vehicle_id: number
  readonly kinds: readonly string[]
  /** The traceparent, as in a packet. */
  readonly trace?: string
}
export const updates = topic<readonly VehicleUpdate[]>('updates', () => 0)

/** A device signed in, sent a keep-alive, or left. Times are epoch ms. */
export interface ConnectionEvent {
  readonly device_id: number
  readonly vehicle_id: number | null
  readonly event: 'open' | 'alive' | 'close'
  readonly gateway: string
  readonly session: string
  readonly protocol: string
  readonly address: string
  /** Its number among the sign-ins of all gateways; the newest wins. */
  readonly sign_in: number
  /** When this connection became the current one of the device, epoch ms. */
  readonly opened_at: number
  readonly at: number
  /** The takeover within the last five minutes, if another connection of the device has shown itself. */
  readonly takeover?: Takeover
}
/** A connection of a device replaced another one that was open and had sent valid data, or showed itself again after it was displaced. */
export interface Takeover {
  /** The time of the newest takeover, epoch ms. */
  readonly at: number
  /** Number of takeovers, each within five minutes of the one before; from two on the connections alternate. */
  readonly times: number
  /** The address of the other connection. */
  readonly address: string
}
export const connectionEvents = topic<ConnectionEvent>(
  'connection_events',
  e => e.device_id % SHARDS,
)

/** A text for a device, published to the address of the gateway that has the device's connection. It is sent once, or not at all. */
export interface OutgoingCommand {
  readonly command_id: string
  readonly device_id: number
  readonly text: string
  /** epoch ms; not sent after it */
  readonly expires_at: number
  /** The frame names the device that the command is meant for. */
  readonly addressed?: boolean
}
export const outgoing = topic<OutgoingCommand>('outgoing', c => c.device_id % SHARDS)

/**
 * `invalid`: the protocol cannot carry the text; `offline`: the device has no connection with valid data there; `lost`: that gateway is gone, and may
 * have sent the command before.
 */
export type CommandOutcome = 'sent' | 'invalid' | 'offline' | 'expired' | 'lost'
export interface CommandNews {
  readonly command_id: string
  readonly device_id: number
  readonly outcome: CommandOutcome
  /** The session over which it was sent. */
  readonly session: string | null
  /** epoch ms */
  readonly at: number
}
export const commandNews = topic<CommandNews>('command_news', c => c.device_id % SHARDS)

/** The answers to commands in one frame of a device, and texts that it sends on its own. `id`: the same for a repeat. */
export interface DeviceReplies {
  readonly id: string
  readonly device_id: number
  readonly session: string
  readonly received_at: number
  readonly replies: readonly CommandReply[]
}
export const replies = topic<DeviceReplies>('replies', r => r.device_id % SHARDS)
