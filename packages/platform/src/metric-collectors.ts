// Figures that must be asked for, of the database above all: looked up when somebody asks, seldom and not for long, and nothing is said while they are out of reach.
import type { Context, MetricCollector } from './feature.ts'
import { beforeMetrics, counter } from './metrics.ts'

/** What was looked up is good for so long, ms, however often it is asked for. */
const FRESH_MS = 10_000
/** Nobody waits longer. */
const PATIENCE_MS = 2_000

const failures = counter({
  role: 'worker',
  name: 'flotta_looks_failed_total',
  help: 'Figures that could not be looked up, or not in time',
})

/** @returns how to look no more */
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
