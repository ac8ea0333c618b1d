// An exceeded limit is counted by its kind, not by the person or address.
import { expect, test } from 'vitest'
import { withMetrics } from './limits.metrics.ts'
import { memoryLimits } from './limits.ts'
import { metricsText } from './metrics.ts'

test('a refusal is counted only by the kind of its limit', async () => {
  const limits = withMetrics(memoryLimits(() => 1_000))
  const rate = { burst: 1, every_ms: 60_000 }
  expect(await limits.take('figured 192.0.2.7', rate)).toBe(0)
  expect(await limits.take('figured 192.0.2.7', rate)).toBe(60)
  expect(limits.takeNow('figured 192.0.2.7', rate)).toBe(60)
  const lines = (await metricsText([])).split('\n').filter(l => l.includes('figured'))
  expect(lines).toEqual(['flotta_limits_hit_total{limit="figured"} 2'])
  expect(lines.join()).not.toContain('192')
})
