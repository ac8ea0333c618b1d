// Traces for OpenTelemetry: the path of a sample of the records and calls through all processes. Without OTEL_EXPORTER_OTLP_ENDPOINT the code is not
// loaded.
import type { Tracer } from '@opentelemetry/api'
import type { Config } from './config.ts'

type Attributes = Readonly<Record<string, string | number | boolean>>
export interface Span {
  /** The context that is passed to the next process (W3C). */
  readonly traceparent: string
  /** Attributes contain nothing about people, vehicles or devices. */
  end(failed: boolean, attributes?: Attributes): void
}
/** As OpenTelemetry numbers them. */
const KINDS = { internal: 0, server: 1, producer: 3, consumer: 4 } as const
type Kind = keyof typeof KINDS

interface Tracing {
  /** The share of traces begun here that are recorded, 0 to 1. */
  readonly part: number
  begin(name: string, kind: Kind, attributes: Attributes, parent: Parent | null): Span
}
let tracing: Tracing | null = null

interface Parent {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}
const SAMPLED = 1
function parentOf(traceparent: string | undefined): Parent | null {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (
    traceId === undefined ||
    spanId === undefined ||
    flags === undefined ||
    /^0+$/.test(traceId) ||
    /^0+$/.test(spanId)
  )
    return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

/** Begins a span; null: it is not traced. A span with a parent is traced if the parent is. */
export function beginSpan(
  name: string,
  kind: Kind,
  attributes: Attributes,
  traceparent?: string,
): Span | null {
  if (tracing === null) return null
  const parent = parentOf(traceparent)
  if (parent === null ? Math.random() >= tracing.part : (parent.traceFlags & SAMPLED) === 0)
    return null
  return tracing.begin(name, kind, attributes, parent)
}

function spanStarter(
  { ROOT_CONTEXT, SpanStatusCode, trace }: typeof import('@opentelemetry/api'),
  tracer: Tracer,
): Tracing['begin'] {
  return (name, kind, attributes, parent) => {
    const context =
      parent === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    const { traceId, spanId } = span.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      end(failed, more) {
        if (more) span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
}

/** Time that the receiver has for the remaining spans when the process ends, ms. */
const LAST_MS = 3_000

/** @returns sends the remaining spans and ends the tracing */
export async function openTracing(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: part,
    FLOTTA_ROLES: roles,
  }: Config,
  { instance, version }: { readonly instance: string; readonly version: string },
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {}
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: LAST_MS,
  })
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'flotta',
      'service.version': version,
      'service.instance.id': instance,
      'flotta.roles': roles.join(','),
    }),
    // beginSpan decides what is traced before it creates a span, so that untraced work costs nothing.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { exportTimeoutMillis: LAST_MS })],
  })
  tracing = { part, begin: spanStarter(api, provider.getTracer('flotta')) }
  return async () => {
    tracing = null
    let late: NodeJS.Timeout | undefined
    await Promise.race([
      provider.shutdown().catch(() => {}),
      new Promise<void>(resolve => (late = setTimeout(resolve, LAST_MS))),
    ])
    clearTimeout(late)
  }
}
