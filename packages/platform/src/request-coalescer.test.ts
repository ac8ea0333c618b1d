import { expect, test } from 'vitest'
import { RequestCoalescer } from './request-coalescer.ts'

/** Queries whose answers the test gives, in the order in which they were begun. */
function questions() {
  const atOnce = new RequestCoalescer()
  const calls: {
    readonly who: string
    readonly answer: (text: string) => void
    readonly fail: (error: Error) => void
  }[] = []
  const ask = (key: string, who: string) =>
    atOnce.ask(
      key,
      () => new Promise<string>((answer, reject) => void calls.push({ who, answer, fail: reject })),
    )
  return { ask, begun: calls, who: () => calls.map(one => one.who) }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

test('twenty equal requests are served by two answers, the second of which begins after all of the requests', async () => {
  const { ask, begun, who } = questions()
  const first = ask('total', 'person 1')
  const others = Array.from({ length: 19 }, (_, i) => ask('total', `person ${i + 2}`))
  await turn()
  expect(who()).toEqual(['person 1'])
  begun[0]?.answer('old')
  expect(await first).toBe('old')
  await turn()
  expect(who()).toEqual(['person 1', 'person 20'])
  begun[1]?.answer('new')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['new']))
})

test('requests during the second answer wait for a third', async () => {
  const { ask, begun, who } = questions()
  const answers = [ask('total', 'a'), ask('total', 'b')]
  begun[0]?.answer('1')
  await turn()
  answers.push(ask('total', 'c'))
  begun[1]?.answer('2')
  await turn()
  expect(who()).toEqual(['a', 'b', 'c'])
  begun[2]?.answer('3')
  expect(await Promise.all(answers)).toEqual(['1', '2', '3'])
})

test('other requests do not wait, and no answer is kept', async () => {
  const { ask, begun } = questions()
  const answers = [ask('mine', 'me'), ask('yours', 'you')]
  expect(begun).toHaveLength(2)
  begun[1]?.answer('yours')
  begun[0]?.answer('mine')
  expect(await Promise.all(answers)).toEqual(['mine', 'yours'])
  void ask('mine', 'me')
  expect(begun).toHaveLength(3)
})

test('a failure rejects the requests that waited for it, and the next answer begins all the same', async () => {
  const { ask, begun, who } = questions()
  const first = ask('total', 'a')
  const others = [ask('total', 'b'), ask('total', 'c')]
  begun[0]?.fail(new Error('no line'))
  await expect(first).rejects.toThrow('no line')
  await turn()
  begun[1]?.fail(new Error('again'))
  for (const answer of others) await expect(answer).rejects.toThrow('again')
  const last = ask('total', 'd')
  begun[2]?.answer('there')
  expect([await last, who()]).toEqual(['there', ['a', 'c', 'd']])
})

test('an answer that cannot be started fails like any other', async () => {
  const atOnce = new RequestCoalescer()
  const never = (): Promise<string> => {
    throw new Error('no such table')
  }
  await expect(atOnce.ask('total', never)).rejects.toThrow('no such table')
  expect(await atOnce.ask('total', async () => 'there')).toBe('there')
})
