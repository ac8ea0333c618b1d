// Metrics: owned by roles, read when they are requested, absent when their value is unknown.
import { expect, test } from 'vitest'
import {
  beforeMetrics,
  counter,
  declaredMetrics,
  gauge,
  histogram,
  metricsText,
} from './metrics.ts'

const line = async (name: string, roles: Parameters<typeof metricsText>[0] = ['worker']) =>
  (await metricsText(roles)).split('\n').filter(l => l.startsWith(name) && !l.startsWith('#'))

test('a metric with a role is served only by processes of that role, and one without a role by all', async () => {
  counter({ name: 'flotta_try_frames_total', help: 'tried', role: 'gateway' }).inc(2)
  counter({ name: 'flotta_try_starts_total', help: 'tried' }).inc()
  expect(await line('flotta_try_')).toEqual(['flotta_try_starts_total 1'])
  expect(await line('flotta_try_', ['gateway', 'worker'])).toEqual([
    'flotta_try_starts_total 1',
    'flotta_try_frames_total 2',
  ])
})

test('several sources are added up at each request, and a source that returns null has ended', async () => {
  const open = gauge({ name: 'flotta_try_open', help: 'tried' })
  expect(await line('flotta_try_open')).toEqual([])
  let first: number | null = 1
  const stop = open.from(() => 5)
  open.from(() => first)
  expect(await line('flotta_try_open')).toEqual(['flotta_try_open 6'])
  first = 4
  expect(await line('flotta_try_open')).toEqual(['flotta_try_open 9'])
  first = null
  expect(await line('flotta_try_open')).toEqual(['flotta_try_open 5'])
  first = 7
  expect(await line('flotta_try_open')).toEqual(['flotta_try_open 5'])
  stop()
  const bytes = counter({ name: 'flotta_try_bytes_total', help: 'tried' })
  bytes.from(() => 12)
  expect(await line('flotta_try_bytes')).toEqual(['flotta_try_bytes_total 12'])
  expect(await line('flotta_try_bytes')).toEqual(['flotta_try_bytes_total 12'])
})

test('queried metrics are refreshed before they are served, and unknown values are absent', async () => {
  const waiting = gauge({ name: 'flotta_try_waiting', help: 'tried', labels: ['kind'] })
  let hasFigures = true
  const stop = beforeMetrics(async () => {
    if (hasFigures) waiting.set({ kind: 'mail' }, 3)
    else waiting.clear()
  })
  expect(await line('flotta_try_waiting')).toEqual(['flotta_try_waiting{kind="mail"} 3'])
  hasFigures = false
  expect(await line('flotta_try_waiting')).toEqual([])
  stop()
})

test('durations fall into buckets of seconds, and the process has metrics of its own', async () => {
  const seconds = histogram({ name: 'flotta_try_seconds', help: 'tried', buckets: [0.01, 1] })
  seconds.observe(0.5)
  expect(await line('flotta_try_seconds')).toEqual([
    'flotta_try_seconds_bucket{le="0.01"} 0',
    'flotta_try_seconds_bucket{le="1"} 1',
    'flotta_try_seconds_bucket{le="+Inf"} 1',
    'flotta_try_seconds_sum 0.5',
    'flotta_try_seconds_count 1',
  ])
  expect(await line('process_cpu_seconds_total')).toHaveLength(1)
  expect(declaredMetrics()).toContainEqual({ name: 'flotta_try_waiting', labels: ['kind'] })
})
