// The processes on the bus and the owner of each shard. Processes are known by their heartbeats; the process with the highest hash owns a shard. Time is an argument: ms of the monotonic clock.
import { z } from 'zod'
import { type Member, SHARDS } from '../bus.ts'

/** Interval of heartbeats, ms. */
export const HEARTBEAT_MS = 500
/** A process without a heartbeat for this time is removed, ms. Other processes take over its shards and its requests. */
export const MEMBER_TIMEOUT_MS = 2_000

const sign = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  instance: z.string().min(1).max(200),
  roles: z.array(z.string()).max(20),
  version: z.string().max(100).default('unknown'),
  since: z.number(),
  at: z.number().nullable().default(null),
  works: z.array(z.string()).max(1_000),
  joining: z.boolean(),
  leaving: z.boolean(),
  gone: z.boolean(),
})
/**
 * The heartbeat of a process. `id`: identifies the process while it runs · `at`: the time of its clock, epoch ms · `works`: the topics and groups that it consumes ·
 * `joining`: asks whether its name is free · `leaving`: finishes its payloads and accepts no new ones · `gone`: its last heartbeat
 */
export type Heartbeat = z.infer<typeof sign>
/** The NATS subject of heartbeats. */
export const heartbeatSubject = (cluster: string): string => `${cluster}.signs`
const [utf8, fromUtf8] = [new TextEncoder(), new TextDecoder()]
export const packHeartbeat = (heartbeat: Heartbeat): Uint8Array =>
  utf8.encode(JSON.stringify(heartbeat))
/** Throws on bytes that are no heartbeat. */
export const unpackHeartbeat = (bytes: Uint8Array): Heartbeat =>
  sign.parse(JSON.parse(fromUtf8.decode(bytes)))

interface MemberState {
  readonly sign: Heartbeat
  lastHeardAt: number
}

export class Members {
  readonly #self: string
  readonly #members = new Map<string, MemberState>()
  /** The groups of each topic, also groups whose last member has gone: published payloads wait for them. */
  readonly #groups = new Map<string, Set<string>>()
  /** The owners of all shards of a topic and group; computed again when members change. */
  readonly #owners = new Map<string, readonly (string | undefined)[]>()
  #checkedAt: number

  /** @param self the heartbeat of this process, which never removes itself */
  constructor(self: Heartbeat, now: number) {
    this.#self = self.id
    this.#checkedAt = now
    this.update(self, now)
  }

  /** True when members, or the topics that they consume, have changed. */
  update(heartbeat: Heartbeat, now: number): boolean {
    const member = this.#members.get(heartbeat.id)
    if (heartbeat.gone) return this.remove(heartbeat.id)
    this.#members.set(heartbeat.id, { sign: heartbeat, lastHeardAt: now })
    if (
      member &&
      member.sign.leaving === heartbeat.leaving &&
      areEqual(member.sign.works, heartbeat.works)
    )
      return false
    for (const work of heartbeat.works) {
      const space = work.indexOf(' ')
      const key = work.slice(0, space)
      const groups = this.#groups.get(key) ?? new Set()
      this.#groups.set(key, groups.add(work.slice(space + 1)))
    }
    this.#owners.clear()
    return true
  }

  /** Removes a process that does not answer. Its next heartbeat adds it again. */
  remove(id: string): boolean {
    if (id === this.#self || !this.#members.delete(id)) return false
    this.#owners.clear()
    return true
  }

  /** Removes the members without a recent heartbeat and returns their ids. Call it every HEARTBEAT_MS: the time of a pause of this process is not counted as silence of the others. */
  expire(now: number): string[] {
    const pausedFor = Math.max(0, now - this.#checkedAt - HEARTBEAT_MS)
    this.#checkedAt = now
    for (const member of this.#members.values())
      member.lastHeardAt = Math.min(now, member.lastHeardAt + pausedFor)
    return [...this.#members].flatMap(([id, member]) =>
      now - member.lastHeardAt > MEMBER_TIMEOUT_MS && this.remove(id) ? [id] : [],
    )
  }
  /** Counts the silence of all members from now on, since no heartbeat could arrive before. */
  resetTimeouts(now: number): void {
    this.#checkedAt = now
    for (const member of this.#members.values()) member.lastHeardAt = now
  }

  has(id: string): boolean {
    return this.#members.has(id)
  }
  groupsOf(key: string): ReadonlySet<string> | undefined {
    return this.#groups.get(key)
  }
  /** Id of the process that handles the shard; undefined while no process does. */
  owner(work: string, shard: number): string | undefined {
    let owners = this.#owners.get(work)
    if (owners === undefined) {
      const takers = [...this.#members.values()].flatMap(({ sign: s }) =>
        s.works.includes(work) ? [s] : [],
      )
      const staying = takers.filter(s => !s.leaving)
      // When the last member leaves, it finishes the payloads that it has published itself.
      const candidates = staying.length > 0 ? staying : takers.filter(s => s.id === this.#self)
      owners = Array.from({ length: SHARDS }, (_, n) => highest(candidates, n)?.id)
      this.#owners.set(work, owners)
    }
    return owners[shard]
  }
  all(): readonly Member[] {
    return [...this.#members.values()]
      .map(({ sign: { instance, roles, version, since } }) => ({ instance, roles, version, since }))
      .sort((a, b) => (a.instance < b.instance ? -1 : 1))
  }
}

/** Every process computes the same owner. A process that joins or leaves moves only its own shards. */
function highest(candidates: readonly Heartbeat[], shard: number): Heartbeat | undefined {
  let best: Heartbeat | undefined
  let highestHash = -1
  for (const candidate of candidates) {
    const h = hash(`${candidate.instance} ${shard}`)
    if (h > highestHash || (h === highestHash && candidate.id > (best?.id ?? ''))) {
      best = candidate
      highestHash = h
    }
  }
  return best
}

/** FNV-1a with a final mix, so that consecutive shards get unrelated values. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((x, i) => x === b[i])
