import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type LocalServer, listen } from './local-server.ts';

/** Span as the receiver got it. Times are in ms. */
export interface ReceivedSpan {
  readonly name: string;
  /** Name of the process that exported the span, `service.name`. */
  readonly service: string;
  readonly traceId: string;
  readonly id: string;
  /** Id of the span above; null for the first span of a trace. */
  readonly parentId: string | null;
  readonly startMs: number;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Message of the error with which the span ended; null without one. */
  readonly error: string | null;
}

/** Receiver of traces by OTLP over HTTP, in JSON. */
export interface OtlpReceiver extends LocalServer {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** Spans received so far, in the order of their arrival. */
  readonly spans: ReceivedSpan[];
}

/** Value of an attribute in OTLP's JSON: exactly one of the fields exists. */
interface Value {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
}
type Attributes = { key: string; value: Value }[];

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attributes;
  status?: { code?: number; message?: string };
}

interface Export {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Span[] }[] }[];
}

/** Starts a receiver on a free port. It answers 404 for every other path than that of traces. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(received(span, service));
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const place = await listen(server);
  return { ...place, endpoint: place.url, spans };
}

function received(span: Span, service: string): ReceivedSpan {
  const startMs = Number(span.startTimeUnixNano) / 1e6;
  return {
    ...{ name: span.name, service, traceId: span.traceId, id: span.spanId },
    parentId: span.parentSpanId || null,
    startMs,
    durationMs: Math.round(Number(span.endTimeUnixNano) / 1e6 - startMs),
    attributes: valuesOf(span.attributes ?? []),
    error: span.status?.code === 2 ? (span.status.message ?? '') : null,
  };
}

function valuesOf(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, boolValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  );
}

/** Span of a tree, with the number of spans above it. */
export interface TreeSpan extends ReceivedSpan {
  readonly depth: number;
}

/** Returns the spans of one trace as a tree: each span is followed by those below it, in the order of their begin. */
export function spansAsTree(spans: readonly ReceivedSpan[]): TreeSpan[] {
  const sorted = [...spans].sort((a, b) => a.startMs - b.startMs);
  const known = new Set(spans.map(({ id }) => id));
  const below = (parentId: string | null, depth: number): TreeSpan[] =>
    sorted
      .filter((span) => (parentId === null ? !known.has(span.parentId ?? '') : span.parentId === parentId))
      .flatMap((span) => [{ ...span, depth }, ...below(span.id, depth + 1)]);
  return below(null, 0);
}

/**
 * Returns the tree of a trace as text, a line for each span: time since the first span, name, duration, process,
 * attributes.
 */
export function spanTree(spans: readonly ReceivedSpan[]): string {
  const beginMs = Math.min(...spans.map(({ startMs }) => startMs));
  const lines = spansAsTree(spans).map(({ depth, name, startMs, durationMs, service, attributes }) => {
    const at = `${Math.round(startMs - beginMs)}`.padStart(6);
    const label = `${'  '.repeat(depth)}${name}`.padEnd(34);
    const values = Object.entries(attributes).map(([key, value]) => `${key}=${value}`);
    return `${at} ms  ${label} ${`${durationMs}`.padStart(6)} ms  ${service}  ${values.join(' ')}`.trimEnd();
  });
  return lines.join('\n');
}
