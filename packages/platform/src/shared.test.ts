import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import type { Context } from './feature.ts'
import { customerCache } from './shared.ts'

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
  ['rows of nobody knows whom', { table: 'fleets' }, [1, 2]],
  ['rows that others may see as well', { table: 'vehicles', customer_id: 2 }, [1, 2]],
  ['rows that the answers do not tell of', { table: 'tasks' }, []],
  ['anything, after a lost line', { table: '*' }, [1, 2]],
])('a change of %s voids the answers that it concerns', async (_, change, expected) =>
  expect(await madeAnew(change)).toEqual(expected),
)
