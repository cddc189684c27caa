import { AsyncLocalStorage } from 'node:async_hooks';

/** Values that describe a span, by name. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Period of time in a trace: one piece of work on the way of a request or a render. */
export interface Span {
  /** Address of the span for the spans below it, in other processes too: a `traceparent` of W3C Trace Context. */
  readonly traceparent: string;
  /** Ends the span and hands it to the exporter. A span that is never ended is not exported. */
  end(details?: { atMs?: number; attributes?: SpanAttributes; error?: unknown }): void;
}

/** Beginning of a span. */
export interface SpanStart {
  /** Role of the process in the exchange. `server` and `consumer` answer others, `client` waits for an answer. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /** Begin in ms since 1970, for a span that is recorded afterwards. Default: now. */
  readonly atMs?: number;
  readonly attributes?: SpanAttributes;
}

/** Trace export of a process. When it is off, all spans are null and nothing is loaded. */
export interface Tracing {
  /** Whether spans are exported. */
  readonly isOn: boolean;
  /** Begins the first span of a trace, or continues the trace of a caller's `traceparent` if that is valid. */
  enter(name: string, traceparent: unknown, start?: SpanStart): Span | null;
  /** Begins a span below another one; null without one, so that work that nobody traces has no spans. */
  begin(name: string, parent: string | null | undefined, start?: SpanStart): Span | null;
  /** Exports the remaining spans. Never rejects. */
  close(): Promise<void>;
}

/** Tracing that is off. */
export const noTracing: Tracing = {
  isOn: false,
  enter: () => null,
  begin: () => null,
  close: async () => undefined,
};

const current = new AsyncLocalStorage<string>();

/** Returns the `traceparent` of the span within which the caller runs; null outside of spans. */
export function currentTrace(): string | null {
  return current.getStore() ?? null;
}

/** Returns the id of the trace within which the caller runs, 32 hexadecimal digits; null outside of traces. */
export function currentTraceId(): string | null {
  return current.getStore()?.split('-')[1] ?? null;
}

/** Runs `work` within the span with this `traceparent`, so that its log lines have the id of the trace. */
export function withinTrace<T>(traceparent: string | null | undefined, work: () => T): T {
  return traceparent ? current.run(traceparent, work) : work();
}

/** Runs `work` within a span and ends the span with it. An error of `work` is noted in the span and thrown. */
export async function inSpan<T>(span: Span | null, work: () => Promise<T>): Promise<T> {
  if (span === null) return work();
  try {
    const result = await withinTrace(span.traceparent, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
