// Monitoring agrees with the product: alert rules and dashboards name only existing metrics, and every metric of the database is found on a real one.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '@flotta/features/features.ts'
import { testApp } from '@flotta/features/testing/app.ts'
import type { Feature } from '@flotta/platform/feature.ts'
import { declaredMetrics, metricsText } from '@flotta/platform/metrics.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { expect, test } from 'vitest'
import './server.ts'

const root = join(import.meta.dirname, '../../..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = readText('deploy/prometheus/flotta.rules.yml')
const boards = readdirSync(join(root, 'deploy/grafana')).filter(file => file.endsWith('.json'))

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
const queries: readonly (readonly [of: string, expr: string])[] = [
  ...[...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)].map(
    ([, name = '', expr = '']) => [name, expr] as const,
  ),
  ...boards.flatMap(file =>
    (JSON.parse(readText(`deploy/grafana/${file}`)) as { panels: readonly Panel[] }).panels.flatMap(
      ({ title, targets = [] }) => targets.map(({ expr }) => [`${file}: ${title}`, expr] as const),
    ),
  ),
]
// Tests of other files may have declared metrics of their own in this process.
const declaredLabels = new Map(
  declaredMetrics()
    .filter(({ name }) => !/^flotta_(try|looked)_/.test(name))
    .map(({ name, labels }) => [name, labels]),
)
/** Labels that Prometheus adds, and that of buckets. */
const GIVEN = ['instance', 'job', 'le']
const WORDS =
  /^(sum|rate|max|min|by|and|or|count|time|absent|changes|increase|topk|vector|offset|histogram_quantile|predict_linear|\d.*)$/

/** The metrics in an expression, and the labels by which it selects or groups them. */
function metricsIn(expr: string): {
  readonly figures: readonly string[]
  readonly labels: readonly string[]
} {
  const labels: string[] = []
  const keep = (text: string) => {
    for (const [label] of text.matchAll(/[a-z_]+/g)) labels.push(label)
    return ' '
  }
  const rest = expr
    .replace(/\{([^}]*)\}/g, (_, pairs: string) => keep(pairs.replace(/"[^"]*"/g, '')))
    .replace(/\bby \(([^)]*)\)/g, (_, list: string) => keep(list))
    .replace(/\[[^\]]*\]|\boffset \w+/g, ' ')
  return {
    figures: [...rest.matchAll(/[a-zA-Z_]\w*/g)]
      .map(([word]) => word)
      .filter(word => !WORDS.test(word)),
    labels,
  }
}

test('there are rules and dashboards, and they ask for something', () => {
  expect(boards.length).toBeGreaterThan(2)
  expect(queries.length).toBeGreaterThan(80)
  expect(metricsIn('sum by (le) (rate(flotta_a_bucket{status="5xx"}[5m] offset 1h)) > 2')).toEqual({
    figures: ['flotta_a_bucket'],
    labels: ['status', 'le'],
  })
})

test.each(queries)('%s asks for figures and labels that there are', (_, expr) => {
  const { figures, labels } = metricsIn(expr)
  expect(figures.length).toBeGreaterThan(0)
  const names = figures
    .filter(name => name !== 'up')
    .map(name => (declaredLabels.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')))
  expect(names.filter(name => !declaredLabels.has(name))).toEqual([])
  const has = new Set([...GIVEN, ...names.flatMap(name => declaredLabels.get(name) ?? [])])
  expect(labels.filter(label => !has.has(label))).toEqual([])
})

test('every figure of the product is shown or watched', () => {
  const used = new Set(
    queries.flatMap(([, expr]) =>
      metricsIn(expr).figures.flatMap(name => [name, name.replace(/_(bucket|sum|count)$/, '')]),
    ),
  )
  expect(
    [...declaredLabels.keys()].filter(
      name => name.startsWith('flotta_') && !used.has(name) && !UNSEEN.includes(name),
    ),
  ).toEqual([])
})
/** Metrics that are exported, but that no dashboard or alert rule uses. */
const UNSEEN = [
  'flotta_gateway_connections_accepted_total',
  'flotta_gateway_received_bytes_total',
  'flotta_gateway_acknowledgements_total',
]

test('no figure is told by vehicle, device, person or customer', () => {
  const labels = [...new Set([...declaredLabels.values()].flat())].sort()
  expect(
    labels.filter(label => /vehicle|device|user|customer|address|imei|plate|email|id$/.test(label)),
  ).toEqual([])
})

test('the operator’s book says of every alert what it means', () => {
  const book = readText('docs/operate.md')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.filter(name => !book.includes(`### ${name}\n`))).toEqual([])
})

test('each rule fires when it should and not else', ({ skip }) => {
  const promtool = findTool('promtool')
  if (promtool === undefined) return skip()
  const output = execFileSync(
    promtool,
    ['test', 'rules', join(root, 'deploy/prometheus/flotta.rules.test.yml')],
    { encoding: 'utf8' },
  )
  expect(output).toContain('SUCCESS')
  execFileSync(promtool, [
    'check',
    'config',
    '--syntax-only',
    join(root, 'deploy/prometheus/prometheus.yml'),
  ])
  const tested = readText('deploy/prometheus/flotta.rules.test.yml')
  for (const [, name = ''] of rules.matchAll(/- alert: (\w+)/g))
    expect(tested).toContain(`  - name: ${name}\n`)
})

test('a worker looks up its figures in a database that was just made', async () => {
  const app = await testApp()
  const looks = (features as readonly Feature[]).flatMap(f => f.collectors ?? [])
  const worker = startWorker([{ collectors: looks }], app.ctx)
  try {
    const text = await metricsText(['worker'])
    for (const line of [
      'flotta_replays_waiting 0',
      'flotta_replay_oldest_seconds 0',
      'flotta_delivery_oldest_seconds 0',
      'flotta_deliveries{state="waiting"} 0',
      'flotta_register_overdue_seconds 0',
      'flotta_backup_age_seconds +Inf',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^flotta_disk_free_bytes \d{6,}/m)
  } finally {
    await worker.stop()
    await app.close()
  }
})
