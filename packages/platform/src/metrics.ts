// What is counted, for Prometheus. A figure is declared where it is counted, once a process and without a context; a process serves those of the roles that it runs.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Whose a figure is: a process serves its roles' and those of every one. */
type Owner = 'gateway' | 'worker' | 'api' | 'process'
const registers = {
  process: new Registry(),
  gateway: new Registry(),
  worker: new Registry(),
  api: new Registry(),
} satisfies Record<Owner, Registry>

/** Names as Prometheus has them: `flotta_` first, the unit in the plural, `_total` where it only grows. Labels are few and known: never a vehicle, a device, a person, a customer. */
interface Spec<L extends string> {
  readonly name: `flotta_${string}`
  readonly help: string
  /** Default: every process has it. */
  readonly role?: Exclude<Owner, 'process'>
  readonly labels?: readonly L[]
}
/** Read when somebody asks for the figures; several are added up. null: there is nothing to read any more. */
type Source = () => number | null
interface WithSources {
  /** @returns how to read it no more */
  from(read: Source): () => void
}
/** What is asked for may be out of reach. */
export interface Resettable {
  /** Nothing is known of it now. */
  clear(): void
}

const common = <L extends string>({ name, help, role, labels = [] }: Spec<L>) => ({
  name,
  help,
  labelNames: labels,
  registers: [registers[role ?? 'process']],
})

/** The sum of what there still is to read; null: nothing. */
function sumOf(sources: Set<Source>): number | null {
  let sum: number | null = null
  for (const read of sources) {
    const value = read()
    if (value === null) sources.delete(read)
    else sum = (sum ?? 0) + value
  }
  return sum
}
function withSources<F extends object>(figure: F, sources: Set<Source>): F & WithSources {
  return Object.assign(figure, {
    from(read: Source) {
      sources.add(read)
      return () => void sources.delete(read)
    },
  })
}

/** What only grows: `inc()`, or `from` where it is counted already. */
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

/** What goes up and down: `set`, or `from`. Until then nobody is told of it. */
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
    // reset takes a labelled figure away; one without labels becomes 0
    if (!spec.labels?.length) figure.remove()
  }
  clear()
  return Object.assign(withSources(figure, sources), { clear })
}

/** How long things take, s, or how much they are: `observe`. */
export const histogram = <L extends string = never>(
  spec: Spec<L> & { readonly buckets: readonly number[] },
): Histogram<L> => new Histogram<L>({ ...common(spec), buckets: [...spec.buckets] })

/** Asked before the figures are told. */
const refreshers = new Set<() => Promise<void>>()
/** `update` sets figures that must be asked for (the database's), and never rejects. @returns how to stop */
export function beforeMetrics(update: () => Promise<void>): () => void {
  refreshers.add(update)
  return () => void refreshers.delete(update)
}

/** Media type of `metricsText`. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** All figures of a process that runs these roles. */
export async function metricsText(roles: readonly Exclude<Owner, 'process'>[]): Promise<string> {
  watchProcess()
  await Promise.all([...refreshers].map(update => update()))
  const texts = await Promise.all(
    (['process', ...roles] as const).map(owner => registers[owner].metrics()),
  )
  return texts.join('')
}

/** All figures of the product, whoever has them, with their labels; those of the process itself too. */
export function declaredMetrics(): { readonly name: string; readonly labels: readonly string[] }[] {
  watchProcess()
  const figures = Object.values(registers).flatMap(register => register.getMetricsAsArray())
  return figures.map(figure => ({
    name: figure.name,
    labels: 'labelNames' in figure ? (figure.labelNames as readonly string[]) : [],
  }))
}

let isWatched = false
/** Memory, processor, event loop, under the names that every dashboard of Node.js knows. They cost a little, so they begin when they are first asked for. */
function watchProcess(): void {
  if (isWatched) return
  isWatched = true
  collectDefaultMetrics({ register: registers.process })
}
