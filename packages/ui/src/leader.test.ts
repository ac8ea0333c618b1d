import { afterEach, expect, test, vi } from 'vitest'
import { lead } from './leader.ts'

/** The locks of a browser: the first tab that requests a name holds it until it releases it. */
class Locks {
  readonly #turns = new Map<string, Promise<unknown>>()
  request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
    const before = this.#turns.get(name) ?? Promise.resolve()
    const turn = before.then(() => (signal.aborted ? Promise.reject(signal.reason) : work()))
    this.#turns.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }
}
afterEach(() => vi.unstubAllGlobals())

test('one of several tabs leads, and the next one when it closes', async () => {
  vi.stubGlobal('navigator', { locks: new Locks() })
  const [first, second, third] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ]
  const tabs = [first, second, third].map(({ signal }) => lead('alerts', signal))
  const leading = () => tabs.map(tab => tab.leads())
  await vi.waitFor(() => expect(leading()).toEqual([true, false, false]))
  second.abort()
  first.abort()
  await vi.waitFor(() => expect(leading()).toEqual([false, false, true]))
})
test.each([
  ['visible', true],
  ['hidden', false],
])('in a browser without locks a %s tab leads: %s', (visibilityState, leads) => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', { visibilityState })
  expect(lead('alerts', new AbortController().signal).leads()).toBe(leads)
})
