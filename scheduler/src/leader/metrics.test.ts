import { createMetrics } from '@framemill/infra';
import { expect, it } from 'vitest';
import { defaultPlans } from '../plans/index.ts';
import { beginCounters } from './metrics.ts';

it('begins the counters that shares are made of at 0, so that their first count is an increase', async () => {
  const metrics = createMetrics('scheduler');
  beginCounters(metrics, defaultPlans);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines).toContain('framemill_renders_total{format="gif",plan="hobby",outcome="failed",process="scheduler"} 0');
  expect(lines).toContain('framemill_segments_total{source="cache",process="scheduler"} 0');
});
