// Which processes are members and which shards they own, at moments that the test chooses.
import { expect, test } from 'vitest'
import { SHARDS } from '../bus.ts'
import {
  HEARTBEAT_MS,
  type Heartbeat,
  MEMBER_TIMEOUT_MS,
  Members,
  packHeartbeat,
  unpackHeartbeat,
} from './members.ts'

const sign = (n: number, more: Partial<Heartbeat> = {}): Heartbeat => ({
  id: n.toString(16).padStart(16, '0'),
  instance: `worker-${n}`,
  roles: ['worker'],
  version: '1.0.0',
  since: 0,
  at: 0,
  works: ['items g'],
  joining: false,
  leaving: false,
  gone: false,
  ...more,
})
const membersOf = (self: Heartbeat, ...others: readonly Heartbeat[]) => {
  const members = new Members(self, 0)
  for (const member of others) members.update(member, 0)
  return members
}
const owners = (members: Members) =>
  Array.from({ length: SHARDS }, (_, shard) => members.owner('items g', shard))

test('all members compute the same owners, in whatever order they met', () => {
  const [a, b, c] = [sign(1), sign(2), sign(3)]
  const ownersBefore = owners(membersOf(a, b, c))
  expect(owners(membersOf(c, a, b))).toEqual(ownersBefore)
  expect(owners(membersOf(b, c, a))).toEqual(ownersBefore)
})
test.each([2, 3, 4, 8])('%i members share the shards about evenly', count => {
  const [first, ...rest] = Array.from({ length: count }, (_, n) => sign(n + 1))
  const ownersBefore = owners(membersOf(first as Heartbeat, ...rest))
  for (const { id } of [first as Heartbeat, ...rest])
    expect(ownersBefore.filter(o => o === id).length).toBeGreaterThan(SHARDS / count / 4)
})
test('a member that leaves moves only its own shards', () => {
  const members = membersOf(sign(1), sign(2), sign(3))
  const before = owners(members)
  members.update(sign(3, { gone: true }), 0)
  const after = owners(members)
  for (const [shard, owner] of before.entries())
    if (owner !== sign(3).id) expect(after[shard]).toBe(owner)
  expect(after).not.toContain(sign(3).id)
})
test('a leaving member gets no new payloads and stays a member, and the last one keeps its own shards', () => {
  const members = membersOf(sign(1), sign(2))
  members.update(sign(2, { leaving: true }), 0)
  expect(owners(members)).not.toContain(sign(2).id)
  expect(members.has(sign(2).id)).toBe(true)
  members.update(sign(1, { leaving: true }), 0)
  expect(new Set(owners(members))).toEqual(new Set([sign(1).id]))
})
test('a member without heartbeats for long enough is removed, and a heartbeat adds it again', () => {
  const members = membersOf(sign(1), sign(2))
  for (let now = HEARTBEAT_MS; now <= MEMBER_TIMEOUT_MS; now += HEARTBEAT_MS)
    expect(members.expire(now)).toEqual([])
  expect(members.expire(MEMBER_TIMEOUT_MS + HEARTBEAT_MS)).toEqual([sign(2).id])
  expect(members.has(sign(2).id)).toBe(false)
  expect(members.update(sign(2), MEMBER_TIMEOUT_MS + HEARTBEAT_MS)).toBe(true)
  expect(members.has(sign(2).id)).toBe(true)
})
test('a pause of this process does not count as silence of the others', () => {
  const members = membersOf(sign(1), sign(2))
  expect(members.expire(60_000)).toEqual([])
  expect(members.has(sign(2).id)).toBe(true)
})
test('a member that sends one heartbeat after a pause and then falls silent is removed as soon as any other', () => {
  const members = membersOf(sign(1), sign(2))
  const woken = 60_000
  members.update(sign(2), woken)
  for (let now = woken; now <= woken + MEMBER_TIMEOUT_MS; now += HEARTBEAT_MS)
    expect(members.expire(now)).toEqual([])
  expect(members.expire(woken + MEMBER_TIMEOUT_MS + HEARTBEAT_MS)).toEqual([sign(2).id])
})
test('a shard without a consumer has no owner, and groups are never forgotten', () => {
  const members = membersOf(sign(1, { works: [] }), sign(2, { works: ['items g', 'items h'] }))
  expect(members.groupsOf('items')).toEqual(new Set(['g', 'h']))
  members.remove(sign(2).id)
  expect(members.owner('items g', 1)).toBeUndefined()
  expect(members.groupsOf('items')).toEqual(new Set(['g', 'h']))
  expect(members.groupsOf('other')).toBeUndefined()
})
test('a heartbeat is decoded as it was encoded, and other bytes are refused', () => {
  expect(unpackHeartbeat(packHeartbeat(sign(7)))).toEqual(sign(7))
  for (const text of ['', '{}', 'no', '{"id":"x"}'])
    expect(() => unpackHeartbeat(new TextEncoder().encode(text))).toThrow()
})
