// Who is on the bus, as one hears it who does not join: whose signs of life come, and what their clocks say.
import type { NatsConnection } from '@nats-io/transport-node'
import type { Member } from '../bus.ts'
import { type Heartbeat, heartbeatSubject, MEMBER_TIMEOUT_MS, unpackHeartbeat } from './members.ts'

export interface ObservedMember extends Member {
  /** How far its clock is ahead of this machine's, ms; null: its version does not say. */
  readonly clock: number | null
}

/** Listens for as long as a living one may be silent. */
export async function observeMembers(
  connection: NatsConnection,
  cluster: string,
  within = MEMBER_TIMEOUT_MS,
): Promise<readonly ObservedMember[]> {
  const members = new Map<string, ObservedMember>()
  const hear = ({ id, instance, roles, version, since, at, joining, gone }: Heartbeat) => {
    const before = members.get(id)?.clock ?? null
    // what is told late looks behind: the sign that came fastest says it best
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
        // not a sign of ours, or of a version that is none yet
      }
    },
  })
  await new Promise(done => setTimeout(done, within))
  signs.unsubscribe()
  return [...members.values()].sort((a, b) => (a.instance < b.instance ? -1 : 1))
}
