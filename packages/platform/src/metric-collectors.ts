// Metrics that need a query, mostly of the database. They are refreshed when metrics are requested, at most every few seconds, and are absent while the query fails.
import type { Context, MetricCollector } from './feature.ts'
import { beforeMetrics, counter } from './metrics.ts'

/** Age up to which values are reused, ms. */
const FRESH_MS = 10_000
/** Longest wait for a refresh, ms. */
const PATIENCE_MS = 2_000

const failures = counter({
  role: 'worker',
  name: 'flotta_looks_failed_total',
  help: 'Figures that could not be looked up, or not in time',
})

/** Returns a function that stops the collectors. */
export function startCollectors(looks: readonly MetricCollector[], ctx: Context): () => void {
  const stops = looks.map(look => beforeMetrics(refresher(look, ctx)))
  return () => {
    for (const stop of stops) stop()
  }
}

function refresher({ figures, run }: MetricCollector, ctx: Context): () => Promise<void> {
  let at = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  const look = () =>
    run(ctx)
      .then(
        () => {
          at = performance.now()
        },
        error => ctx.log.debug({ err: error }, 'figures could not be looked up'),
      )
      .finally(() => {
        running = null
      })
  return async () => {
    if (performance.now() - at < FRESH_MS) return
    running ??= look()
    let late: NodeJS.Timeout | undefined
    await Promise.race([
      running,
      new Promise<void>(resolve => (late = setTimeout(resolve, PATIENCE_MS))),
    ])
    clearTimeout(late)
    if (performance.now() - at < FRESH_MS) return
    failures.inc()
    for (const figure of figures) figure.clear()
  }
}
