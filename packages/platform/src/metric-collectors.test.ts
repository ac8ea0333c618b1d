// Metrics that need a query: one query for all requests, and no value while it fails.
import { expect, test } from 'vitest'
import { type Context, metricCollector } from './feature.ts'
import { openLog } from './log.ts'
import { startCollectors } from './metric-collectors.ts'
import { gauge, metricsText } from './metrics.ts'

const ctx = { log: openLog('silent') } as Context
const metricLines = async () =>
  (await metricsText(['worker'])).split('\n').filter(l => l.startsWith('flotta_looked'))

test('simultaneous requests share one query, and fresh values are not queried again', async () => {
  const figure = gauge({ role: 'worker', name: 'flotta_looked_once', help: 'tried' })
  let looked = 0
  const stop = startCollectors([metricCollector([figure], async () => figure.set(++looked))], ctx)
  expect(await Promise.all([metricLines(), metricLines()])).toEqual([
    ['flotta_looked_once 1'],
    ['flotta_looked_once 1'],
  ])
  expect(await metricLines()).toEqual(['flotta_looked_once 1'])
  expect(looked).toBe(1)
  stop()
})

test('a collector that fails or hangs has no value and delays no other metric', async () => {
  const broken = gauge({ role: 'worker', name: 'flotta_looked_broken', help: 'tried' })
  const slow = gauge({ role: 'worker', name: 'flotta_looked_slow', help: 'tried', labels: ['of'] })
  const well = gauge({ role: 'worker', name: 'flotta_looked_well', help: 'tried' })
  broken.set(1)
  slow.set({ of: 'yesterday' }, 1)
  const stop = startCollectors(
    [
      metricCollector([broken], () => Promise.reject(new Error('the database is away'))),
      metricCollector([slow], () => new Promise(() => {})),
      metricCollector([well], async () => well.set(1)),
    ],
    ctx,
  )
  expect((await metricLines()).filter(l => !l.startsWith('flotta_looked_once'))).toEqual([
    'flotta_looked_well 1',
  ])
  stop()
})
