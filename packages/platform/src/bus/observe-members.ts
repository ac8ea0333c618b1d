// The processes on the bus, observed without joining: their heartbeats and their clocks.
import type { NatsConnection } from '@nats-io/transport-node'
import type { Member } from '../bus.ts'
import { type Heartbeat, heartbeatSubject, MEMBER_TIMEOUT_MS, unpackHeartbeat } from './members.ts'

export interface ObservedMember extends Member {
  /** How far its clock is ahead of the clock of this machine, ms; null: its version does not report it. */
  readonly clock: number | null
}

/** Listens for the longest time that a running process may be silent. */
export async function observeMembers(
  connection: NatsConnection,
  cluster: string,
  within = MEMBER_TIMEOUT_MS,
): Promise<readonly ObservedMember[]> {
  const members = new Map<string, ObservedMember>()
  const hear = ({ id, instance, roles, version, since, at, joining, gone }: Heartbeat) => {
    const before = members.get(id)?.clock ?? null
    // A delayed heartbeat makes a clock look late, so the largest difference is the most accurate.
    const clock =
      at === null ? before : Math.max(at - Date.now(), before ?? Number.NEGATIVE_INFINITY)
    if (gone) members.delete(id)
    else if (!joining) members.set(id, { instance, roles, version, since, clock })
  }
  const signs = connection.subscribe(heartbeatSubject(cluster), {
    callback: (error, message) => {
      if (error) return
      try {
        hear(unpackHeartbeat(message.data))
      } catch {
        // The message is no heartbeat, or one of a newer version.
      }
    },
  })
  await new Promise(resolve => setTimeout(resolve, within))
  signs.unsubscribe()
  return [...members.values()].sort((a, b) => (a.instance < b.instance ? -1 : 1))
}
