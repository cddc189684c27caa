import { type Attributes, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanStart, Tracing } from './tracing.ts';

/** Delay of the export in ms, in which further spans join it. */
const exportEveryMs = 1_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/**
 * Creates tracing that exports to `<endpoint>/v1/traces`. Spans are dropped while the receiver is away. Headers of the
 * requests come from OTEL_EXPORTER_OTLP_HEADERS. `closeMs` is the time limit for the last export when the process ends.
 */
export function createOtlpTracing(service: string, endpoint: string, closeMs = 1_000): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `framemill-${service}`, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
  });
  const tracer = provider.getTracer('framemill');

  const start = (name: string, context: Context, { kind = 'internal', atMs, attributes = {} }: SpanStart): Span => {
    const span = tracer.startSpan(name, { kind: kinds[kind], startTime: atMs ?? Date.now(), attributes }, context);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end({ atMs: endMs, attributes: more, error } = {}) {
        if (more !== undefined) span.setAttributes(more satisfies Attributes);
        if (error !== undefined) {
          const message = error instanceof Error ? error.message : String(error);
          span.setStatus({ code: SpanStatusCode.ERROR, message });
        }
        span.end(endMs ?? Date.now());
      },
    };
  };

  return {
    isOn: true,
    enter: (name, traceparent, options = {}) => start(name, contextOf(traceparent) ?? ROOT_CONTEXT, options),
    begin(name, parent, options = {}) {
      const context = contextOf(parent);
      return context && start(name, context, options);
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

const format = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the context of a remote span; null for a text that is no `traceparent` of version 00. */
function contextOf(traceparent: unknown): Context | null {
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && format.exec(traceparent)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
