// The functions of the gateway that a session of a device calls.
import type { Identification } from '../feature.ts'
import type { DeviceReplies, Packet } from '../topics.ts'
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
  signedIn(session: Session): void
  /** A device that has signed in has sent valid data. */
  trust(session: Session): void
  alive(session: Session): void
  /** As `publish`. */
  reply(replies: DeviceReplies, bytes: number, committed: () => void, failed: () => void): void
  fault(session: Session, reason: string, error?: unknown): void
  ended(session: Session): void
}
