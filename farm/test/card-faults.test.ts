// @module-tag full

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RenderChild, type RenderChildOptions, startRenderChild } from '@framemill/compositor/child';
import { heavyDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { softwareVulkan } from '@framemill/testing/software-vulkan';
import { openStack } from '@framemill/testing/stack';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestNode, type TestNode } from './support/test-node.ts';

const vulkan = softwareVulkan();
if (vulkan === null) console.warn("card faults: left out, Chromium's SwiftShader (package chromium-common) is missing");

describe.skipIf(vulkan === null)('a farm of a processor and a graphics card that fails', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));
  let card: TestNode | null = null;
  beforeAll(async () => {
    await stack.farm(1, 'processor');
  });
  afterEach(async () => {
    await card?.stop();
    card = null;
  });

  /**
   * Starts a node of the pool `gpu` whose render processes have the environment `env`, and waits until it has joined
   * the farm.
   */
  async function joinCard(env: Record<string, string>): Promise<TestNode> {
    const startChild = (options: RenderChildOptions): RenderChild =>
      startRenderChild({ ...options, env: { ...options.env, ...vulkan, GPU_SOFTWARE: 'allow', ...env } });
    card = await startTestNode(stack.services, startChild, { nodeId: 'card', pool: 'gpu' });
    // The scheduler looks at leases every second.
    await setTimeout(3_000);
    return card;
  }

  async function countOf(node: TestNode, name: string): Promise<number> {
    const metric = await node.metrics.registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
  }

  it('renders a range again whose device was lost in mid-segment, and the film is the same as without', async () => {
    const node = await joinCard({
      NODE_OPTIONS: `--import ${new URL('./support/lose-device.ts', import.meta.url).href}`,
      LOSE_DEVICE_AT: '20',
      LOSE_DEVICE_ONCE: join(stack.services.folder, 'lost-once'),
    });
    const hit = await stack.render(await stack.account(), heavyDocument(2));
    const row = await stack.reaches(hit, 'COMPLETED');
    expect(row).toMatchObject({ pool: 'gpu', cardLosses: 1, keptOffCard: null, doneFrames: 60 });
    expect((await stack.outcomes(hit)).filter((outcome) => outcome !== 'done')).toEqual(['interrupted']);
    expect(await countOf(node, 'framemill_cards_lost_total')).toBe(1);
    // Another account: nothing is reused.
    const spared = await stack.render(await stack.account(), heavyDocument(2));
    expect(await stack.reaches(spared, 'COMPLETED')).toMatchObject({ pool: 'gpu', cardLosses: 0, reusedSegments: 0 });
    expect(await stack.exportHash(hit)).toBe(await stack.exportHash(spared));
  });

  it('gives a render to the processor whose frames do not fit into the memory of the card, and says so', async () => {
    const node = await joinCard({ GPU_MEMORY_MB: '4' });
    const renderId = await stack.render(await stack.account(), heavyDocument(1, { width: 1280, height: 720 }));
    const row = await stack.reaches(renderId, 'COMPLETED');
    expect(row).toMatchObject({ pool: 'cpu', keptOffCard: 'memory', doneFrames: 30, errorMsg: null });
    expect(row.poolReason).toMatch(/no room for its frames, so processors draw it/);
    const attempts = await stack.database.client.attempt.findMany({
      where: { task: { renderId }, outcome: 'interrupted' },
    });
    expect(attempts.map(({ error }) => error)).toEqual([expect.stringMatching(/GPU_MEMORY_MB allows 4/)]);
    expect(await countOf(node, 'framemill_cards_full_total')).toBe(1);
  });
});
