// @module-tag full

import type { FakeNode } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { describe, expect, it } from 'vitest';
import { createRandom } from './simulator/index.ts';

const stack = forSuite(openStack);

describe('a storm', () => {
  it('of 20 killed nodes, failures and a new leader leaves every render complete and its file whole', async () => {
    const random = createRandom(7);
    const first = await stack.startScheduler();
    const nodes: FakeNode[] = [];
    const renders: string[] = [];
    const crashed = new Set<string>();
    let ranges = 0;
    // A node dies at every fifth range that is taken, in the middle of it; its heir starts at once.
    const addNode = async () => {
      let self: FakeNode | undefined;
      const node = await stack.startNode({
        onFrames: async ({ taskId }) => {
          ranges += 1;
          if (ranges % 5 === 0 && ranges <= 100) {
            await Promise.all([self?.kill(), addNode()]);
            await new Promise(() => undefined);
          }
          if (random.next() < 0.05 && !crashed.has(taskId)) {
            crashed.add(taskId);
            throw new Error('a crash of the child');
          }
        },
      });
      self = node;
      nodes.push(node);
    };
    await addNode();
    await addNode();
    for (let n = 0; n < 6; n += 1) {
      const account = await stack.account('studio');
      renders.push(await stack.render(account, await stack.project(account, 19)));
    }
    await stack.startScheduler();
    await first.stop();
    const rows = await Promise.all(renders.map((id) => stack.reaches(id, 'COMPLETED', 120_000)));
    for (const row of rows) {
      const [file, segments] = await Promise.all([
        stack.store.head(row.exportKey ?? ''),
        stack.database.client.renderSegment.findMany({ where: { renderId: row.id }, select: { contentKey: true } }),
      ]);
      const bytes = segments.reduce((sum, { contentKey }) => sum + `bytes of ${contentKey}`.length + 1, -1);
      expect(file?.sizeBytes).toBe(bytes);
      expect(row.doneFrames).toBe(570);
    }
    expect(nodes.length).toBeGreaterThanOrEqual(20);
    const open = await stack.database.client.attempt.count({ where: { outcome: 'running' } });
    expect(open).toBe(0);
  });
});
