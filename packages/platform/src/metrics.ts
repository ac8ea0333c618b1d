// Metrics for Prometheus. A metric is declared once in the file that counts it; a process serves the metrics of the roles that it runs.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The role that a metric belongs to. A process serves the metrics of its roles and those of `process`. */
type Owner = 'gateway' | 'worker' | 'api' | 'process'
const registers = {
  process: new Registry(),
  gateway: new Registry(),
  worker: new Registry(),
  api: new Registry(),
} satisfies Record<Owner, Registry>

/** Names follow Prometheus: the prefix `flotta_`, the unit in the plural, `_total` for counters. Labels have few known values and never name a vehicle, a device, a person or a customer. */
interface Spec<L extends string> {
  readonly name: `flotta_${string}`
  readonly help: string
  /** Default: every process has the metric. */
  readonly role?: Exclude<Owner, 'process'>
  readonly labels?: readonly L[]
}
/** Reads a value when metrics are requested; several sources are added up. null: the source has ended. */
type Source = () => number | null
interface WithSources {
  /** Adds a source and returns a function that removes it. */
  from(source: Source): () => void
}
/** A metric whose value may be unknown. */
export interface Resettable {
  /** Removes the value, since it is not known now. */
  clear(): void
}

const common = <L extends string>({ name, help, role, labels = [] }: Spec<L>) => ({
  name,
  help,
  labelNames: labels,
  registers: [registers[role ?? 'process']],
})

/** The sum of all sources; null: there is none. */
function sumOf(sources: Set<Source>): number | null {
  let sum: number | null = null
  for (const source of sources) {
    const value = source()
    if (value === null) sources.delete(source)
    else sum = (sum ?? 0) + value
  }
  return sum
}
function withSources<F extends object>(figure: F, sources: Set<Source>): F & WithSources {
  return Object.assign(figure, {
    from(source: Source) {
      sources.add(source)
      return () => void sources.delete(source)
    },
  })
}

/** A counter: `inc()`, or `from` for a number that is counted elsewhere. */
export function counter<L extends string = never>(
  spec: Spec<L> & { readonly name: `${string}_total` },
): Counter<L> & WithSources {
  const sources = new Set<Source>()
  const figure = new Counter<L>({
    ...common(spec),
    collect() {
      if (sources.size === 0) return
      this.reset()
      this.inc(sumOf(sources) ?? 0)
    },
  })
  return withSources(figure, sources)
}

/** A gauge: `set`, or `from`. Before the first value it is absent. */
export function gauge<L extends string = never>(
  spec: Spec<L>,
): Gauge<L> & WithSources & Resettable {
  const sources = new Set<Source>()
  let hasSource = false
  const figure = new Gauge<L>({
    ...common(spec),
    collect() {
      hasSource ||= sources.size > 0
      if (!hasSource) return
      const sum = sumOf(sources)
      if (sum === null) this.remove()
      else this.set(sum)
    },
  })
  const clear = () => {
    figure.reset()
    // reset() removes the values of a metric with labels but sets a metric without labels to 0.
    if (!spec.labels?.length) figure.remove()
  }
  clear()
  return Object.assign(withSources(figure, sources), { clear })
}

/** A histogram of durations in seconds, or of sizes: `observe`. */
export const histogram = <L extends string = never>(
  spec: Spec<L> & { readonly buckets: readonly number[] },
): Histogram<L> => new Histogram<L>({ ...common(spec), buckets: [...spec.buckets] })

/** Functions that refresh values before metrics are served. */
const refreshers = new Set<() => Promise<void>>()
/** Calls `update`, which never rejects, before metrics are served. Returns a function that removes it. */
export function beforeMetrics(update: () => Promise<void>): () => void {
  refreshers.add(update)
  return () => void refreshers.delete(update)
}

/** Media type of `metricsText`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** The metrics of a process that runs these roles. */
export async function metricsText(roles: readonly Exclude<Owner, 'process'>[]): Promise<string> {
  watchProcess()
  await Promise.all([...refreshers].map(update => update()))
  const texts = await Promise.all(
    (['process', ...roles] as const).map(owner => registers[owner].metrics()),
  )
  return texts.join('')
}

/** Every metric of the product with its labels, including the metrics of the process itself. */
export function declaredMetrics(): { readonly name: string; readonly labels: readonly string[] }[] {
  watchProcess()
  const figures = Object.values(registers).flatMap(register => register.getMetricsAsArray())
  return figures.map(figure => ({
    name: figure.name,
    labels: 'labelNames' in figure ? (figure.labelNames as readonly string[]) : [],
  }))
}

let isWatched = false
/** Memory, processor and event loop under the usual names of Node.js. They cost a little, so they start with the first request. */
function watchProcess(): void {
  if (isWatched) return
  isWatched = true
  collectDefaultMetrics({ register: registers.process })
}
