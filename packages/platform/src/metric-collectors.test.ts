// Figures that must be looked up: once for all who ask, and none while they are out of reach.
import { expect, test } from 'vitest'
import { type Context, look } from './feature.ts'
import { openLog } from './log.ts'
import { startLooks } from './metric-collectors.ts'
import { gauge, metricsText } from './metrics.ts'

const ctx = { log: openLog('silent') } as Context
const told = async () =>
  (await metricsText(['worker'])).split('\n').filter(l => l.startsWith('flotta_looked'))

test('who asks at the same time shares one look, and what is fresh is not looked up again', async () => {
  const figure = gauge({ of: 'worker', name: 'flotta_looked_once', help: 'tried' })
  let looked = 0
  const stop = startLooks([look([figure], async () => figure.set(++looked))], ctx)
  expect(await Promise.all([told(), told()])).toEqual([
    ['flotta_looked_once 1'],
    ['flotta_looked_once 1'],
  ])
  expect(await told()).toEqual(['flotta_looked_once 1'])
  expect(looked).toBe(1)
  stop()
})

test('one that fails or hangs says nothing, and holds up no other figure', async () => {
  const broken = gauge({ of: 'worker', name: 'flotta_looked_broken', help: 'tried' })
  const slow = gauge({ of: 'worker', name: 'flotta_looked_slow', help: 'tried', labels: ['of'] })
  const well = gauge({ of: 'worker', name: 'flotta_looked_well', help: 'tried' })
  broken.set(1)
  slow.set({ of: 'yesterday' }, 1)
  const stop = startLooks(
    [
      look([broken], () => Promise.reject(new Error('the database is away'))),
      look([slow], () => new Promise(() => {})),
      look([well], async () => well.set(1)),
    ],
    ctx,
  )
  expect((await told()).filter(l => !l.startsWith('flotta_looked_once'))).toEqual([
    'flotta_looked_well 1',
  ])
  stop()
})
