import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { type ChaosStack, openChaosStack } from '../chaos/stack/chaos-stack.ts';
import type { Part } from '../chaos/stack/part.ts';
import type { BenchMedia } from '../media/make-media.ts';
import { applyCommands } from '../stack/apply-commands.ts';
import { at, call } from '../stack/call.ts';
import { ingested, uploadMedia } from '../stack/upload-media.ts';

/** What a batch took, with the leading scheduler and a node killed in the middle. */
export interface BatchFigures {
  readonly items: number;
  readonly completed: number;
  /** Renders that were made for the items: as many as there are items when each was rendered once. */
  readonly renders: number;
  readonly frames: { readonly delivered: number; readonly rendered: number };
  readonly segments: { readonly total: number; readonly shared: number };
  readonly wallSec: number;
  readonly quotedSec: number;
  /** Time of one slot that the rendered segments took. */
  readonly slotSec: number;
  readonly slots: number;
  /** Of nodes that were killed with work in hand. */
  readonly lostAttempts: number;
}

const slots = 2;

/** Renders `items` films of 10 s at 1080p: an intro and an outro that all share, a name and one of three pictures between them. */
export async function measureBatch(
  root: string,
  media: BenchMedia,
  items: number,
  log: (line: string) => void,
): Promise<BatchFigures> {
  const stack = await openChaosStack(root);
  try {
    const schedulers = [await stack.startScheduler(), await stack.startScheduler()];
    const nodes = await Promise.all(Array.from({ length: slots }, () => stack.startNode(1)));
    const { accountId, key } = await stack.account('self-hosted');
    const { projectId, pictures: images } = await makeGreeting(stack.apiHost, key, media);
    const body = {
      projectId,
      items: Array.from({ length: items }, (_, n) => ({
        reference: `item-${n}`,
        variables: { name: `Customer ${n}`, picture: images[n % images.length] },
      })),
    };
    const quoted = at(await call(stack.apiHost, key, 'POST', '/batches', { ...body, dryRun: true }), 'quote');
    log(`batch: ${JSON.stringify(at(quoted, 'segments'))}, ${String(at(quoted, 'expectedSeconds'))} s quoted`);
    const startedMs = performance.now();
    const id = String(at(await call(stack.apiHost, key, 'POST', '/batches', body), 'batch', 'id'));
    const batch = await watched(stack, { id, key, items }, { schedulers, nodes }, log);
    const wallSec = (performance.now() - startedMs) / 1_000;
    const { client } = stack.database;
    const { _sum } = await client.render.aggregate({ where: { accountId }, _sum: { renderMs: true } });
    return {
      ...{ items, slots, wallSec, quotedSec: Number(at(quoted, 'expectedSeconds')) },
      completed: Number(at(batch, 'counts', 'completed')),
      renders: await client.render.count({ where: { accountId } }),
      frames: { delivered: Number(at(batch, 'frames', 'total')), rendered: Number(at(batch, 'frames', 'rendered')) },
      segments: { total: Number(at(batch, 'segments', 'total')), shared: Number(at(batch, 'segments', 'reused')) },
      slotSec: (_sum.renderMs ?? 0) / 1_000,
      lostAttempts: await client.attempt.count({ where: { outcome: 'lost', task: { render: { accountId } } } }),
    };
  } finally {
    await stack.close();
  }
}

async function makeGreeting(apiHost: string, key: string, media: BenchMedia) {
  const upload = async (file: string, tries = 5): Promise<string> => {
    try {
      const id = await uploadMedia(apiHost, key, file);
      await ingested(apiHost, key, id);
      return id;
    } catch (error) {
      // The store of the tests is one process, which a busy machine keeps waiting.
      if (tries === 1 || !(error instanceof FramemillError) || error.details.status !== 503) throw error;
      await wait(2_000);
      return upload(file, tries - 1);
    }
  };
  const [intro, outro] = [await upload(media.videos.a), await upload(media.videos.c)];
  const images: string[] = [];
  for (const file of media.captions) images.push(await upload(file));
  const projectId = String(at(await call(apiHost, key, 'POST', '/projects', { name: 'Greeting' }), 'project', 'id'));
  const video = { op: 'addClip', type: 'video', trackIndex: 0, duration: 3 };
  await applyCommands(apiHost, key, projectId, [
    { ...video, src: intro, start: 0 },
    { ...video, src: intro, start: 3, duration: 4, mediaStart: 4 },
    { op: 'addClip', type: 'image', src: `{{picture|${images[0]}}}`, start: 3, duration: 4, trackIndex: 1 },
    { op: 'addTextClip', text: 'Hello {{name}}', start: 3, duration: 4, trackIndex: 2, style: { fontSize: 90 } },
    { ...video, src: outro, start: 7 },
  ]);
  return { projectId, pictures: images };
}

/** Waits until the batch has ended; kills the leader when 40 % of the items are done, and a node at 60 %. */
async function watched(
  stack: ChaosStack,
  { id, key, items }: { id: string; key: string; items: number },
  { schedulers, nodes }: { schedulers: Part[]; nodes: Part[] },
  log: (line: string) => void,
): Promise<unknown> {
  const kills: { after: number; kill: () => Promise<unknown> }[] = [
    { after: 0.4, kill: () => killOne(leaderOf(schedulers), () => stack.startScheduler()) },
    { after: 0.6, kill: () => killOne(nodes[0], () => stack.startNode(1)) },
  ];
  for (;;) {
    const batch = at(await call(stack.apiHost, key, 'GET', `/batches/${id}`), 'batch');
    if (at(batch, 'status') !== 'PROCESSING') return batch;
    const done = Number(at(batch, 'counts', 'completed')) / items;
    const [next] = kills;
    if (next && done >= next.after) {
      kills.shift();
      log(`batch: ${Math.round(done * 100)} % done, killing`);
      await next.kill();
    }
    await wait(1_000);
  }
}

async function killOne(part: Part | undefined, replace: () => Promise<Part>): Promise<void> {
  part?.signal('SIGKILL');
  await replace();
}

function leaderOf(schedulers: readonly Part[]): Part | undefined {
  return schedulers.find((part) => part.isAlive() && part.logged('this scheduler leads').length > 0);
}
