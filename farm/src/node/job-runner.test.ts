import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from '@framemill/infra';
import { describe, expect, it } from 'vitest';
import { beginCounters, fileChecks } from './job-runner.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('the counters that alerts watch', () => {
  it('begin at 0, so that their first count is an increase', async () => {
    const metrics = createMetrics('farm');
    beginCounters(metrics, ['preview', 'probe']);
    const text = await metrics.registry.metrics();
    for (const series of [
      'framemill_verify_failures_total{check="decode",process="farm"} 0',
      'framemill_render_children_replaced_total{reason="memory",process="farm"} 0',
      'framemill_workers_recreated_total{queue="preview",process="farm"} 0',
      'framemill_cards_lost_total{process="farm"} 0',
    ])
      expect(text.split('\n')).toContain(series);
  });

  it('know every check that an error names', () => {
    const sources = ['compositor/src', 'farm/src', 'infra/src'].flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: root }),
    );
    const named = sources
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/\{ check: '(\w+)' \}/g)]);
    expect([...new Set(named.map(([, check]) => check))].sort()).toEqual([...fileChecks].sort());
  });
});
