// Who is on the bus, as one hears it who does not join: whose signs of life come, and what their clocks say.
import type { NatsConnection } from '@nats-io/transport-node'
import type { Member } from '../bus.ts'
import { LIFE_MS, type Sign, signsOf, unpackSign } from './members.ts'

export interface HeardMember extends Member {
  /** How far its clock is ahead of this machine's, ms; null: its version does not say. */
  readonly clock: number | null
}

/** Listens for as long as a living one may be silent. */
export async function heardMembers(
  connection: NatsConnection,
  cluster: string,
  within = LIFE_MS,
): Promise<readonly HeardMember[]> {
  const heard = new Map<string, HeardMember>()
  const hear = ({ id, instance, roles, version, since, at, joining, gone }: Sign) => {
    const before = heard.get(id)?.clock ?? null
    // what is told late looks behind: the sign that came fastest says it best
    const clock =
      at === null ? before : Math.max(at - Date.now(), before ?? Number.NEGATIVE_INFINITY)
    if (gone) heard.delete(id)
    else if (!joining) heard.set(id, { instance, roles, version, since, clock })
  }
  const signs = connection.subscribe(signsOf(cluster), {
    callback: (error, message) => {
      if (error) return
      try {
        hear(unpackSign(message.data))
      } catch {
        // not a sign of ours, or of a version that is none yet
      }
    },
  })
  await new Promise(done => setTimeout(done, within))
  signs.unsubscribe()
  return [...heard.values()].sort((a, b) => (a.instance < b.instance ? -1 : 1))
}
