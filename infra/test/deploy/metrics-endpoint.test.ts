import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { spanTree, startOtlpReceiver } from '@framemill/testing/otlp-receiver';
import { addWebhook, type OwnService, startService } from '@framemill/testing/service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Span of the caller that orders the render. */
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

describe('a stack that has rendered', () => {
  const traces = forSuite(startOtlpReceiver);
  const hook = forSuite(() => startFileServer((_request, response) => response.end()));
  let service: OwnService;
  let text: string;

  beforeAll(async () => {
    const outbound = { OUTBOUND_PORTS: 'any', OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' };
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint, LOG_LEVEL: 'info', ...outbound };
    service = await startService({ slots: 1, env });
    await addWebhook(service, hook.url);
    const shape = { op: 'addShapeClip', kind: 'circle', start: 0, duration: 1, style: { fill: '#ff0000' } };
    const { project } = await service.call('POST', '/v1/projects', { name: 'Metrics', commands: [shape] });
    const ordered = await fetch(`${service.apiHost}/v1/renders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.demo.liveKey}`,
        'content-type': 'application/json',
        traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
      },
      body: JSON.stringify({ projectId: project.id, quality: 'draft' }),
    });
    const { render } = Object(await ordered.json());
    await vi.waitFor(
      async () => {
        const { status, error } = (await service.send('GET', `/v1/renders/${render.id}`)).body.render;
        expect(status, error ?? '').toBe('COMPLETED');
      },
      { timeout: 120_000, interval: 200 },
    );
    await fetch(`${service.apiHost}/v1/me`, { headers: { authorization: 'Bearer key_live_wrong' } });
    const { metricsUrl } = JSON.parse(await readFile(join(service.dataDir, 'demo.json'), 'utf8'));
    // The leader sets its gauges once a second.
    text = await vi.waitFor(
      async () => {
        const answer = await (await fetch(metricsUrl)).text();
        expect(value(answer, 'framemill_nodes', 'state="live"', 'pool="cpu"')).toBe(1);
        expect(value(answer, 'framemill_renders_total', 'outcome="completed"')).toBe(1);
        return answer;
      },
      { timeout: 100_000, interval: 500 },
    );
  });

  afterAll(() => service?.stop());

  it('exports one tree of spans for a render, from request to webhook, below the span of the caller', async () => {
    const spans = await vi.waitFor(
      () => {
        const found = traces.spans.filter(({ traceId }) => traceId === caller.traceId);
        // Each process sends its spans at its own time.
        expect(found.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['webhook', 'commit', 'upload', 'stitch']),
        );
        return found;
      },
      { timeout: 100_000, interval: 100 },
    );
    const byId = new Map(spans.map((span) => [span.id, span]));
    const places = spans.map(({ name, service: process, parentId, attributes }) => {
      const above = parentId === caller.spanId ? 'caller' : byId.get(parentId ?? '')?.name;
      const kind = name === 'dispatch' ? ` of ${attributes.kind}` : '';
      return `${process.replace('framemill-', '')}: ${name}${kind} < ${above}`;
    });
    expect(new Set(places), spanTree(spans)).toEqual(
      new Set([
        'api: POST /v1/renders < caller',
        'scheduler: plan < POST /v1/renders',
        'scheduler: dispatch of frames < POST /v1/renders',
        'node: range < dispatch',
        'node: fetch < range',
        'node: render < range',
        'node: composite < render',
        'node: encode < render',
        'node: upload < range',
        'scheduler: dispatch of stitch < POST /v1/renders',
        'node: stitch < dispatch',
        'scheduler: commit < POST /v1/renders',
        'api: webhook < POST /v1/renders',
      ]),
    );
    expect(spans.filter(({ error }) => error !== null)).toEqual([]);
  });

  it.each(['scheduler', 'farm'])('writes the id of the trace to the log: %s', async (process) => {
    const log = await readFile(join(service.dataDir, `logs/${process}.log`), 'utf8');
    expect(log).toContain(`"traceId":"${caller.traceId}"`);
  });

  it.each(['api', 'scheduler', 'farm'])('has metrics that pass promtool: %s', (process) => {
    const own = text.split('\n').filter((line) => line.startsWith('#') || line.includes(`process="${process}"`));
    expect(own.filter((line) => !line.startsWith('#')).length).toBeGreaterThan(50);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: `${own.join('\n')}\n`,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('has metrics that begin at 0 where an alert or a share watches for an increase', () => {
    expect(value(text, 'framemill_webhook_deliveries_total', 'outcome="failed"', 'process="api"')).toBe(0);
    expect(value(text, 'framemill_deliveries_total', 'kind="sftp"', 'result="failed"')).toBe(0);
    expect(value(text, 'framemill_renders_total', 'outcome="failed"', 'process="scheduler"')).toBe(0);
    expect(value(text, 'framemill_verify_failures_total', 'check="decode"', 'process="farm"')).toBe(0);
    expect(value(text, 'framemill_workers_recreated_total', 'queue="probe"', 'process="farm"')).toBe(0);
  });

  it('has metrics that say what happened', () => {
    const sum = (name: string, ...labels: string[]) => value(text, name, ...labels);
    expect(sum('framemill_frames_rendered_total')).toBe(30);
    expect(sum('framemill_dispatch_duration_seconds_count', 'queue="frames"', 'process="farm"')).toBeGreaterThan(0);
    for (const stage of ['fetch', 'composite', 'encode', 'upload']) {
      expect(sum('framemill_range_stage_duration_seconds_count', `stage="${stage}"`)).toBeGreaterThan(0);
      expect(sum('framemill_range_stage_duration_seconds_sum', `stage="${stage}"`)).toBeGreaterThan(0);
    }
    expect(sum('framemill_object_store_request_duration_seconds_count', 'operation="put"')).toBeGreaterThan(0);
    expect(sum('framemill_scheduler_leader')).toBe(1);
    expect(sum('framemill_first_frame_duration_seconds_count')).toBe(1);
    expect(sum('framemill_renders_lost')).toBe(0);
    expect(sum('framemill_outbox_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(sum('framemill_redis_memory_bytes', 'state="limit"')).toBeGreaterThan(0);
    expect(sum('framemill_webhook_deliveries_overdue')).toBe(0);
    for (const process of ['api', 'scheduler']) {
      const labels = ['outcome="ok"', `process="${process}"`];
      expect(sum('framemill_database_round_trip_duration_seconds_count', ...labels)).toBeGreaterThan(0);
    }
    expect(sum('framemill_auth_failures_total', 'reason="unauthorized"')).toBe(1);
    expect(sum('framemill_stored_bytes', 'kind="segments"')).toBeGreaterThanOrEqual(0);
    expect(sum('framemill_farm_autoscale_desired_nodes', 'pool="cpu"')).not.toBeNull();
  });
});

/** Returns the sum of the samples of a metric that have all the given labels; null when there is none. */
function value(text: string, name: string, ...labels: string[]): number | null {
  const samples = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)));
  if (samples.length === 0) return null;
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
