// The functions of the gateway that a connection of devices calls.
import type { Identification } from '../feature.ts'
import type { DeviceReplies, Packet } from '../topics.ts'
import type { DeviceSession } from './device-session.ts'
import type { GatewayStats } from './stats.ts'

export interface SessionHost<Session> {
  readonly stats: GatewayStats
  readonly maxFrame: number
  /** All sockets are paused, or the gateway stops. */
  readonly isPaused: boolean
  /** Epoch ms. */
  now(): number
  identify(identifier: string, session: Session): Promise<Identification>
  /** False: too many bytes await their commit. The gateway calls the session again (`proceed`). */
  admit(bytes: number, session: Session): boolean
  /** Calls exactly one of the two callbacks, later. */
  publish(packet: Packet, bytes: number, committed: () => void, failed: () => void): void
  signedIn(device: DeviceSession): void
  /** A device that is known has sent valid data. */
  trust(device: DeviceSession): void
  alive(device: DeviceSession): void
  /** As `publish`. */
  reply(replies: DeviceReplies, bytes: number, committed: () => void, failed: () => void): void
  fault(session: Session, reason: string, error?: unknown): void
  /** The device is not on its connection any more. */
  left(device: DeviceSession): void
  ended(session: Session): void
}
