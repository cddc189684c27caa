import { noTracing, type Tracing } from './tracing.ts';

/**
 * Opens the trace export of a process, which sends spans to `<endpoint>/v1/traces` by OTLP over HTTP. The libraries are
 * loaded only with an endpoint. `service` is the name of the process in the traces.
 */
export async function openTracing(service: string, { endpoint }: { endpoint: string | null }): Promise<Tracing> {
  if (endpoint === null) return noTracing;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing(service, endpoint);
}
