// Who is on the bus and who owns which shard: by signs of life, the highest hash over those that show them. Time is an argument: ms of the monotonic clock.
import { z } from 'zod'
import { type Member, SHARDS } from '../bus.ts'

/** Between two signs of life, ms. */
export const HEARTBEAT_MS = 500
/** Without a sign for so long it counts as gone, ms: its shards go to others, and what was asked of it is asked of them. */
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
 * What a process tells of itself. `id`: of the process, for as long as it lives · `at`: what its clock says, epoch ms · `works`: topics and groups that it consumes ·
 * `joining`: asks whether its name is free · `leaving`: finishes what it has and takes nothing more · `gone`: its last word
 */
export type Heartbeat = z.infer<typeof sign>
/** Where it is told. */
export const heartbeatSubject = (cluster: string): string => `${cluster}.signs`
const [utf8, fromUtf8] = [new TextEncoder(), new TextDecoder()]
export const packHeartbeat = (heartbeat: Heartbeat): Uint8Array =>
  utf8.encode(JSON.stringify(heartbeat))
/** Throws what cannot be read. */
export const unpackHeartbeat = (bytes: Uint8Array): Heartbeat =>
  sign.parse(JSON.parse(fromUtf8.decode(bytes)))

interface MemberState {
  readonly sign: Heartbeat
  lastHeardAt: number
}

export class Members {
  readonly #self: string
  readonly #members = new Map<string, MemberState>()
  /** Groups of each topic, also those whose last member has gone: what is published waits for them. */
  readonly #groups = new Map<string, Set<string>>()
  /** Owners of the shards of each work; made anew when members change. */
  readonly #owners = new Map<string, readonly (string | undefined)[]>()
  #checkedAt: number

  /** @param self is never gone for itself */
  constructor(self: Heartbeat, now: number) {
    this.#self = self.id
    this.#checkedAt = now
    this.update(self, now)
  }

  /** True when something has changed by it. */
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

  /** It does not answer; its next sign brings it back. */
  remove(id: string): boolean {
    if (id === this.#self || !this.#members.delete(id)) return false
    this.#owners.clear()
    return true
  }

  /** To be called every SIGN_MS; whose signs have ended. A pause of our own is nobody else's silence, nor a promise of whom we heard since. */
  expire(now: number): string[] {
    const stalled = Math.max(0, now - this.#checkedAt - HEARTBEAT_MS)
    this.#checkedAt = now
    for (const member of this.#members.values())
      member.lastHeardAt = Math.min(now, member.lastHeardAt + stalled)
    return [...this.#members].flatMap(([id, member]) =>
      now - member.lastHeardAt > MEMBER_TIMEOUT_MS && this.remove(id) ? [id] : [],
    )
  }
  /** Nobody could be heard until now. */
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
  /** Id of the process that handles the shard; undefined while nobody does. */
  owner(work: string, shard: number): string | undefined {
    let owners = this.#owners.get(work)
    if (owners === undefined) {
      const takers = [...this.#members.values()].flatMap(({ sign: s }) =>
        s.works.includes(work) ? [s] : [],
      )
      const staying = takers.filter(s => !s.leaving)
      // the last one that leaves finishes what it has published itself
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

/** Every process comes to the same answer, and one that comes or goes moves its own shards only. */
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

/** FNV-1a with a last mix, so that neighbours do not fall together. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((x, i) => x === b[i])
