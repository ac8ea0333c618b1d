// What a device's connection asks of its gateway.
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
  /** False: no room for so many bytes now; the session is called again (`proceed`). */
  admit(bytes: number, session: Session): boolean
  /** Exactly one of the two is called, later. */
  publish(packet: Packet, bytes: number, committed: () => void, failed: () => void): void
  signedIn(session: Session): void
  /** Valid data has come, of a device that has signed in. */
  trust(session: Session): void
  alive(session: Session): void
  /** As `publish`. */
  reply(replies: DeviceReplies, bytes: number, committed: () => void, failed: () => void): void
  fault(session: Session, reason: string, error?: unknown): void
  ended(session: Session): void
}
