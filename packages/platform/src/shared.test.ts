import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import type { Context } from './feature.ts'
import { cacheUntilChanged, customerCache } from './shared.ts'

/** Answers of two customers that are cached for a minute, and those that are made again after a change. */
async function madeAnew(change: Change): Promise<readonly number[]> {
  const listeners = new Set<(change: Change) => void>()
  const ctx = {
    pool: {},
    changes: { on: (listener: (change: Change) => void) => listeners.add(listener) },
  } as unknown as Context
  const calls: number[] = []
  const ask = customerCache(60_000, async (_, { customer_id }) => void calls.push(customer_id), {
    own: ['fleets'],
    none: ['tasks'],
  })
  const askForBoth = async () => {
    for (const customer_id of [1, 2]) await ask(ctx, { customer_id, timezone: 'Europe/Rome' })
  }
  await askForBoth()
  await askForBoth()
  expect(calls).toEqual([1, 2])
  for (const listener of listeners) listener(change)
  await askForBoth()
  return calls.slice(2)
}

test.each<[string, Change, readonly number[]]>([
  ['rows that only their own customer sees', { table: 'fleets', customer_id: 2 }, [2]],
  ['rows without a customer', { table: 'fleets' }, [1, 2]],
  ['rows that others may see as well', { table: 'vehicles', customer_id: 2 }, [1, 2]],
  ['rows that the answers do not use', { table: 'tasks' }, []],
  ['anything, after a lost line', { table: '*' }, [1, 2]],
])('a change of %s voids the answers that it concerns', async (_, change, expected) =>
  expect(await madeAnew(change)).toEqual(expected),
)

/** A list of two customers that is kept until noon, and what can happen to it. */
function keptList() {
  const listeners = new Set<(change: Change) => void>()
  const state = { now: 0, isLineThere: true }
  const ctx = {
    pool: {},
    now: () => state.now,
    changes: {
      on: (listener: (change: Change) => void) => listeners.add(listener),
      heard: async () => state.isLineThere,
    },
  } as unknown as Context
  const calls: number[] = []
  const ask = cacheUntilChanged(
    { own: ['fleets'], any: ['vehicles'] },
    async (_, { customer_id }) => ({
      answer: `${customer_id}: ${calls.push(customer_id)}`,
      until: 12,
    }),
  )
  return {
    state,
    tell: (change: Change) => {
      for (const listener of listeners) listener(change)
    },
    ask: (customer_id: number) => ask(ctx, { customer_id, timezone: 'Europe/Rome' }),
    askForBoth: async () => [
      await ask(ctx, { customer_id: 1, timezone: 'Europe/Rome' }),
      await ask(ctx, { customer_id: 2, timezone: 'Europe/Rome' }),
    ],
  }
}
test.each<[string, Change, readonly string[]]>([
  ['rows that it does not use', { table: 'tasks', customer_id: 1 }, ['1: 1', '2: 2']],
  ['rows of another customer', { table: 'fleets', customer_id: 2 }, ['1: 1', '2: 3']],
  ['rows without a customer', { table: 'fleets' }, ['1: 3', '2: 4']],
  ['rows that others may see as well', { table: 'vehicles', customer_id: 2 }, ['1: 3', '2: 4']],
  ['anything, after a lost line', { table: '*' }, ['1: 3', '2: 4']],
])('an answer is kept or voided after a change of %s', async (_, change, expected) => {
  const list = keptList()
  expect(await list.askForBoth()).toEqual(['1: 1', '2: 2'])
  expect(await list.askForBoth()).toEqual(['1: 1', '2: 2'])
  list.tell(change)
  expect(await list.askForBoth()).toEqual(expected)
})
test('a kept answer is made anew without a connection for changes, after its time, and when the clock goes back', async () => {
  const list = keptList()
  expect(await list.ask(1)).toBe('1: 1')
  list.state.isLineThere = false
  expect(await Promise.all([list.ask(1), list.ask(1)])).toEqual(['1: 2', '1: 3'])
  list.state.isLineThere = true
  expect(await list.ask(1)).toBe('1: 3')
  list.state.now = 12
  expect(await list.ask(1)).toBe('1: 4')
  list.state.now = 11
  expect(await list.ask(1)).toBe('1: 5')
})
test('readers share an answer in the making, and a change meanwhile makes another one', async () => {
  const list = keptList()
  expect(await Promise.all([list.ask(1), list.ask(1), list.ask(1)])).toEqual([
    '1: 1',
    '1: 1',
    '1: 1',
  ])
  const first = list.ask(2)
  list.tell({ table: 'fleets', customer_id: 2 })
  expect([await first, await list.ask(2)]).toEqual(['2: 2', '2: 3'])
})
