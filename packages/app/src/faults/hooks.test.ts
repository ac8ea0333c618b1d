// The promise of web hooks when the server is killed: the server runs as a process of its own, the receiver outside of it.
import { afterAll, expect, test } from 'vitest'
import { removeMigratedDirectory } from '../bench/product.ts'
import { bundleServer } from './bundle.ts'
import { hookKilled } from './hook-kill.ts'

afterAll(removeMigratedDirectory)

test('every event comes, in order for each vehicle, though server and database are killed while they send [webhooks.1, api.104]', async () => {
  const { main } = await bundleServer()
  const { events, repeats, ...faults } = await hookKilled({ main, rounds: 2 })
  expect(faults).toEqual({ missing: 0, disordered: [] })
  expect(events).toBe(120)
  // Events in delivery when the server died were sent again.
  expect(repeats).toBeGreaterThan(0)
})
