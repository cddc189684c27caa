import { setTimeout } from 'node:timers/promises';
import { readLeases } from '@framemill/scheduler/protocol';
import { heavyDocument, smallDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { childrenOf } from '@framemill/testing/processes';
import { spawnProgram } from '@framemill/testing/program';
import { softwareVulkan } from '@framemill/testing/software-vulkan';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it } from 'vitest';

const vulkan = softwareVulkan();
if (vulkan === null) console.warn("gpu: left out, Chromium's SwiftShader (package chromium-common) is not installed");

const card = { ...vulkan, GPU_SOFTWARE: 'allow', NODE_POOL: 'gpu' };

describe.skipIf(vulkan === null)('a farm with a graphics card', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));
  afterEach(() => stack.stopNodes());

  /** Starts a node with the card, and returns the fingerprint of its only engine. */
  async function joinCard(): Promise<string> {
    await stack.farm(1, 'card', card);
    const drawing = (await readLeases(stack.redis)).find(({ nodeId }) => nodeId === 'card');
    expect(drawing).toMatchObject({ card: expect.stringMatching(/swiftshader/i) });
    expect(Object.keys(drawing?.engines ?? {})).toEqual(['gpu']);
    const { gpu = '' } = drawing?.engines ?? {};
    expect(gpu).toMatch(/^[0-9a-f]{64}$/);
    return gpu;
  }

  it('draws a film with the card', async () => {
    const fingerprint = await joinCard();
    const film = await stack.reaches(await stack.render(await stack.account(), heavyDocument(1)), 'COMPLETED');
    expect(film).toMatchObject({ pool: 'gpu', fingerprint, doneFrames: 30 });
  });

  it('gives heavy looks to the card, the rest to the processors, and never mixes the two in one film', {
    tags: 'full',
  }, async () => {
    await stack.farm(1, 'processor');
    const fingerprint = await joinCard();
    const accountId = await stack.account();
    // The scheduler looks at leases every second, and a small film may be done before it has seen the card.
    await setTimeout(3_000);
    const light = await stack.reaches(await stack.render(accountId, smallDocument(2)), 'COMPLETED');
    expect(light).toMatchObject({ pool: 'cpu', doneFrames: 60 });
    const heavy = await stack.reaches(await stack.render(accountId, heavyDocument(2)), 'COMPLETED');
    expect(heavy).toMatchObject({ pool: 'gpu', fingerprint, doneFrames: 60 });
    // Another film of the same pictures and the same engine: the same segments.
    const again = await stack.reaches(await stack.render(accountId, heavyDocument(2)), 'COMPLETED');
    expect(again.reusedSegments).toBe(again.totalSegments);
  });

  it('renders on CPU nodes what a GPU node has not finished 15 s after it was killed, and records this', {
    tags: 'full',
  }, async () => {
    const victim = await stack.farm(1, 'victim', card);
    await stack.farm(1, 'survivor');
    await stack.reaches(await stack.render(await stack.account(), smallDocument(1)), 'COMPLETED');
    for (const child of childrenOf(victim.pid)) process.kill(child, 'SIGSTOP');
    const renderId = await stack.render(await stack.account(), heavyDocument(3));
    await expect.poll(async () => (await stack.row(renderId)).pool).toBe('gpu');
    const children = childrenOf(victim.pid);
    victim.kill('SIGKILL');
    for (const child of children) process.kill(child, 'SIGCONT');
    const row = await stack.reaches(renderId, 'COMPLETED');
    expect(row).toMatchObject({ pool: 'cpu', doneFrames: 90 });
  });

  it('does not join the pool gpu without a card, and says why', async () => {
    const { redisUrl, folder } = stack.services;
    const node = spawnProgram('farm', {
      REDIS_URL: redisUrl,
      DATA_DIR: folder,
      NODE_POOL: 'gpu',
      VK_ICD_FILENAMES: '/none',
    });
    expect(await node.exited).toBe(1);
    expect(node.output()).toMatch(/No GPU can be used: /);
  });
});
