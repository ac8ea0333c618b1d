// The functions of the gateway that a connection of devices calls.
import type { Identification } from '../feature.ts'
import type { DeviceSession } from './device-session.ts'
import type { CommitHost } from './frame-commit.ts'

export interface SessionHost<Session> extends CommitHost {
  readonly maxFrame: number
  /** All sockets are paused, or the gateway stops. */
  readonly isPaused: boolean
  identify(identifier: string, session: Session): Promise<Identification>
  /** False: too many bytes await their commit. The gateway calls the session again later (`proceed`). */
  admit(bytes: number, session: Session): boolean
  signedIn(device: DeviceSession): void
  /** A known device has sent valid data. */
  trust(device: DeviceSession): void
  alive(device: DeviceSession): void
  fault(session: Session, reason: string, error?: unknown): void
  /** The device has left its connection. */
  left(device: DeviceSession): void
  ended(session: Session): void
}
