import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnService, startService } from '@framemill/testing/service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

describe('the metrics of a stack that has rendered', { timeout: 180_000 }, () => {
  let service: OwnService;
  let text: string;

  beforeAll(async () => {
    service = await startService({ slots: 1 });
    const shape = { op: 'addShapeClip', kind: 'circle', start: 0, duration: 1, style: { fill: '#ff0000' } };
    const { body } = await service.send('POST', '/v1/projects', { name: 'Metrics', commands: [shape] });
    const { render } = (await service.send('POST', '/v1/renders', { projectId: body.project.id, quality: 'draft' }))
      .body;
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
      { timeout: 20_000, interval: 500 },
    );
  }, 180_000);

  afterAll(() => service?.stop());

  it.each(['api', 'scheduler', 'farm'])('pass promtool: %s', (process) => {
    const own = text.split('\n').filter((line) => line.startsWith('#') || line.includes(`process="${process}"`));
    expect(own.filter((line) => !line.startsWith('#')).length).toBeGreaterThan(50);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: `${own.join('\n')}\n`,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('begin at 0 where an alert or a share watches for an increase', () => {
    expect(value(text, 'framemill_renders_total', 'outcome="failed"', 'process="scheduler"')).toBe(0);
    expect(value(text, 'framemill_verify_failures_total', 'check="decode"', 'process="farm"')).toBe(0);
    expect(value(text, 'framemill_workers_recreated_total', 'queue="probe"', 'process="farm"')).toBe(0);
  });

  it('say what happened', () => {
    const sum = (name: string, ...labels: string[]) => value(text, name, ...labels);
    expect(sum('framemill_frames_rendered_total')).toBe(30);
    expect(sum('framemill_dispatch_duration_seconds_count', 'queue="frames"', 'process="farm"')).toBeGreaterThan(0);
    for (const stage of ['fetch', 'composite', 'encode', 'upload']) {
      expect(sum('framemill_range_stage_duration_seconds_count', `stage="${stage}"`)).toBeGreaterThan(0);
      expect(sum('framemill_range_stage_duration_seconds_sum', `stage="${stage}"`)).toBeGreaterThan(0);
    }
    expect(sum('framemill_object_store_request_duration_seconds_count', 'operation="put"')).toBeGreaterThan(0);
    expect(sum('framemill_scheduler_leader')).toBe(1);
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
