import { expect, test } from 'vitest'
import { openMetrics } from './metrics.ts'

test('figures are read when they are asked for; nothing else is served', async () => {
  let n = 1
  const metrics = await openMetrics('127.0.0.1', 0, { connections: { help: 'open now', read: () => n } })
  try {
    const url = `http://127.0.0.1:${metrics.port}`
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('flotta_connections 1')
    n = 7
    const text = await (await fetch(`${url}/metrics`)).text()
    expect(text).toContain('flotta_connections 7')
    expect(text).toContain('flotta_process_cpu_seconds_total')
    expect((await fetch(url)).status).toBe(404)
  } finally {
    await metrics.close()
  }
})
