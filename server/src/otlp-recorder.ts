// Loaded only where traces are asked for: nothing else imports OpenTelemetry.
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
  type Span as OtlpSpan,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { TracesConfig } from './config-traces.ts'
import type { Span, SpanRecorder, SpanStart } from './platform/kernel/index.ts'

interface RecorderOptions extends TracesConfig {
  readonly process: 'service' | 'worker'
  readonly version: string
  /** Told with every batch whether the collector took it. */
  readonly onOutcome: (isTaken: boolean) => void
  readonly everyMs?: number
}

export interface Recorder {
  readonly start: SpanRecorder
  /** Sends what waits; gives up on a collector that hangs. */
  stop(): Promise<void>
}

// Beyond this, spans are dropped: a collector that is away must not fill the memory.
const mostWaiting = 2_048
const batch = 512
const usualPauseMs = 5_000
const exportMs = 5_000
const lastWordsMs = 2_000
const longestValue = 200

export function createRecorder(options: RecorderOptions): Recorder {
  const { url, headers, serviceName, process, version, everyMs = usualPauseMs } = options
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'vigie.process': process,
    }),
    sampler: samplerOf(options),
    spanLimits: { attributeValueLengthLimit: longestValue, attributeCountLimit: 32, linkCountLimit: 4 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportOutcomes(exporter, options.onOutcome),
        maxQueueSize: mostWaiting,
        maxExportBatchSize: batch,
        scheduledDelayMillis: everyMs,
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  const tracer = provider.getTracer('vigie', version)
  const known = new WeakMap<Span, Context>()
  return {
    start: (given, parent) => {
      const outside = parent === null && given.caller !== undefined ? remoteContext(given.caller) : null
      // A job begins its own trace, wherever it was asked for.
      const above = given.kind === 'consumer' ? undefined : parent && known.get(parent)
      const context = above ?? (outside ? trace.setSpanContext(ROOT_CONTEXT, outside) : ROOT_CONTEXT)
      const inner = tracer.startSpan(given.name, spanOptions(given), context)
      const span = wrapSpan(inner, above ? (parent?.isOurs ?? true) : outside === null)
      known.set(span, trace.setSpan(ROOT_CONTEXT, inner))
      return span
    },
    stop: async () => {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, lastWordsMs).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), patience])
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

function spanOptions({ kind, attributes = {}, cause }: SpanStart) {
  const linked = cause === undefined ? null : remoteContext(cause)
  return { kind: kinds[kind], attributes: { ...attributes }, links: linked ? [{ context: linked }] : [] }
}

function wrapSpan(inner: OtlpSpan, isOurs: boolean): Span {
  const { traceId, spanId, traceFlags } = inner.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    isOurs,
    set: (attributes) => void inner.setAttributes({ ...attributes }),
    end: (fault = null) => {
      if (fault !== null) inner.setStatus({ code: SpanStatusCode.ERROR, message: fault })
      inner.end()
    },
  }
}

function remoteContext(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

function samplerOf({ sampler, ratio }: TracesConfig): Sampler {
  const root: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const chosen = root[sampler.replace('parentbased_', '')]?.() ?? new AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: chosen }) : chosen
}

function reportOutcomes(exporter: SpanExporter, onOutcome: (isTaken: boolean) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        onOutcome(result.error === undefined)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
