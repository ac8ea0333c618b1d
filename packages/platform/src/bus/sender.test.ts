// Which process receives a request, at moments that the test chooses.
import { expect, test, vi } from 'vitest'
import { topic } from '../bus.ts'
import { type Heartbeat, Members } from './members.ts'
import { Sender, type Transport } from './sender.ts'
import { packAnswer } from './wire.ts'

const sign = (n: number, works: readonly string[]): Heartbeat => ({
  id: n.toString(16).padStart(16, '0'),
  instance: `process-${n}`,
  roles: [],
  version: '1.0.0',
  since: 0,
  at: 0,
  works: [...works],
  joining: false,
  leaving: false,
  gone: false,
})
const [gateway, worker, still] = [sign(1, []), sign(2, ['items g']), sign(3, ['items g'])]

test('a sender does not wait for an owner that has gone, even when another member still names it', async () => {
  let now = 0
  const requests: { readonly target: string; readonly answerTo: string }[] = []
  const wire: Transport = {
    id: gateway.id,
    isConnected: () => true,
    maxBodyBytes: () => 1_000_000,
    send: (target, _, answerTo) => void requests.push({ target, answerTo }),
  }
  const members = new Members(gateway, 0)
  members.update(worker, 0)
  const sender = new Sender(wire, members, () => now)
  const published = sender.publish(
    topic<number>('items', () => 0),
    1,
  )
  const next = async (n: number) => {
    await vi.waitFor(() => expect(requests).toHaveLength(n))
    return requests[n - 1] as (typeof requests)[number]
  }
  const first = await next(1)
  expect(first.target).toBe(worker.id)
  sender.receiveAnswer(first.answerTo, packAnswer({ kind: 'moved', owner: still.id }))
  expect((await next(2)).target).toBe(still.id)
  now += 300
  sender.checkRequests()
  const third = await next(3)
  expect(third.target).toBe(worker.id)
  sender.receiveAnswer(third.answerTo, packAnswer({ kind: 'done', exceptions: new Map() }))
  await published
})
