import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { version } from '../../bootstrap/version.mjs';
import { listenError } from '../ports.ts';

/**
 * Health checks by name, one for each dependency of the process. A check rejects when its dependency cannot be used.
 */
export type HealthChecks = Record<string, () => Promise<unknown>>;

/** Server of `/metrics`, `/healthz` and `/readyz`. */
export interface MetricsServer {
  /** Port on which the server listens, also when port 0 (any free port) was requested. */
  port: number;
  close(): Promise<void>;
}

/** Options of the metrics server: its data sources and its address. */
export interface MetricsServerOptions {
  /** Registry that returns its metrics in Prometheus's text format. */
  registry: { contentType: string; metrics(): Promise<string> };
  host?: string;
  port: number;
  /** Checks that `/readyz` runs. */
  checks?: HealthChecks;
  /** Timeout of a check in ms. A check that takes longer counts as failed. */
  checkTimeoutMs?: number;
}

/**
 * Serves `/metrics`, `/healthz` (200 with the version of Framemill while the process responds at all) and `/readyz`
 * (503 with the names of failed checks). Throws an error that names METRICS_PORT or HOST when it cannot listen there.
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { registry, host = '127.0.0.1', port, checks = {}, checkTimeoutMs = 2_000 } = options;
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response).catch((error: unknown) => {
      respond(response, 500, { status: 'error', message: error instanceof Error ? error.message : String(error) });
    });
  });

  async function answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0];
    if (path === '/healthz') return respond(response, 200, { status: 'ok', version });
    if (path === '/readyz') {
      const failed = await failingChecks(checks, checkTimeoutMs);
      return respond(response, failed.length === 0 ? 200 : 503, {
        status: failed.length === 0 ? 'ready' : 'not ready',
        failed,
      });
    }
    if (path !== '/metrics')
      return respond(response, 404, { status: 'not found', paths: ['/metrics', '/healthz', '/readyz'] });
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(listenError(error, { host, port, what: 'metrics', variable: 'METRICS_PORT' }));
    });
    server.listen(port, host, resolve);
  });
  // A server that listens on TCP has an address of this type.
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function failingChecks(checks: HealthChecks, timeoutMs: number): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`The check "${name}" timed out.`)), timeoutMs);
      });
      const failed = await Promise.race([check(), late]).then(
        () => null,
        () => name,
      );
      clearTimeout(timer);
      return failed;
    }),
  );
  return results.filter((name) => name !== null);
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
