import { describe, expect, it } from 'vitest';
import { version } from '../../bootstrap/version.mjs';
import { createMetrics, metricFamily } from './index.ts';
import { serveMetrics } from './serve-metrics.ts';

const labelsWithIds = /id$|key|account|url|email/i;

describe('the family of metrics', () => {
  it('gives a process each of its rows, under the name of the row', () => {
    const { registry, ...metrics } = createMetrics('test');
    expect(Object.keys(metrics)).toEqual(Object.keys(metricFamily));
    for (const { name } of Object.values(metricFamily)) expect(registry.getSingleMetric(name)).toBeDefined();
  });

  it.each(Object.values(metricFamily))('$name follows the naming rules', ({ name, help, labels, create }) => {
    const { registry } = createMetrics('test');
    expect(name).toMatch(/^framemill_[a-z0-9_]+$/);
    expect(help).toMatch(/^[A-Z0-9].*[^.]$/);
    expect(labels.filter((label) => labelsWithIds.test(label))).toEqual([]);
    registry.clear();
    const kind = create(registry).constructor.name;
    if (kind === 'Counter') expect(name).toMatch(/_total$/);
    else expect(name).not.toMatch(/_total$/);
    if (kind === 'Histogram') expect(name).toMatch(/_(seconds|bytes|ratio)$/);
    expect(name).not.toMatch(/(_ms|_millis|_mb|_percent|_count|_sum|_bucket)$/);
  });

  it('tells processes apart and counts', async () => {
    const metrics = createMetrics('scheduler');
    metrics.renders.inc({ format: 'mp4', plan: 'studio', outcome: 'completed' });
    metrics.leader.set(1);
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'framemill_renders_total{format="mp4",plan="studio",outcome="completed",process="scheduler"} 1',
    );
    expect(text).toContain('framemill_scheduler_leader{process="scheduler"} 1');
    expect(text).toContain('process_resident_memory_bytes');
  });
});

describe('serveMetrics', () => {
  const { registry } = createMetrics('test');

  async function open(checks: Record<string, () => Promise<unknown>>) {
    const server = await serveMetrics({ registry, port: 0, checks, checkTimeoutMs: 50 });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
    };
    return { server, get };
  }

  it('serves metrics as Prometheus reads them', async () => {
    const { server, get } = await open({});
    const { status, type, text } = await get('/metrics');
    await server.close();
    expect(status).toBe(200);
    expect(type).toContain('text/plain; version=0.0.4');
    expect(text).toContain('# TYPE framemill_renders_total counter');
  });

  it('is healthy while it answers, and ready only when every check passes', async () => {
    const { server, get } = await open({
      database: async () => {},
      redis: () => Promise.reject(new Error('redis://:password@host is away')),
      store: () => new Promise(() => {}),
    });
    const health = await get('/healthz');
    expect([health.status, JSON.parse(health.text)]).toEqual([200, { status: 'ok', version }]);
    const ready = await get('/readyz');
    await server.close();
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text)).toEqual({ status: 'not ready', failed: ['redis', 'store'] });
  });

  it('answers 200 when ready, 404 elsewhere', async () => {
    const { server, get } = await open({ database: async () => {} });
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/')).status).toBe(404);
    await server.close();
  });

  it('says which port is taken', async () => {
    const { server } = await open({});
    const second = serveMetrics({ registry, port: server.port });
    await expect(second).rejects.toThrow(`Port ${server.port} for metrics is taken. Set METRICS_PORT`);
    await server.close();
  });
});
