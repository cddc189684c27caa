import { createHash } from 'node:crypto';
import { releaseQuarantine } from '@framemill/scheduler';
import { FramemillError, type MediaFacts } from '@framemill/timeline';
import { median } from '../../measure/statistics.ts';
import { imageDocument, shapesDocument } from '../documents.ts';
import { finished, giveMedia, submit, wallSecOf } from '../renders.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

const msPerFrame = 12;
const faulty = imageFile('ends every process that reads it');
const harmless = imageFile('ends none');
/**
 * Number of rounds of the comparison. In each round an ordinary render is measured twice: next to a harmless render,
 * and next to a faulty render of the same size.
 */
const rounds = 3;
const ordinarySeconds = 30;

/**
 * Scenario: accounts render a file that crashes every process that reads it, while another account's ordinary renders
 * continue.
 */
export const quarantineScenario: Scenario = {
  name: 'quarantine',
  nodes: 0,
  async run({ stack, log }) {
    const pace = { msPerFrame, faultySource: faulty.facts.sha256 };
    const nodes = [await stack.startPacedNode(2, pace), await stack.startPacedNode(2, pace)];
    const besideHarmless: number[] = [];
    const besideFaulty: number[] = [];
    const cases: Awaited<ReturnType<typeof renderFaulty>>[] = [];
    for (let round = 0; round < rounds; round++) {
      const [, harmlessSec] = await Promise.all([renderHarmless(stack), turnaround(stack)]);
      besideHarmless.push(harmlessSec);
      const [faultyCase, faultySec] = await Promise.all([renderFaulty(stack), turnaround(stack)]);
      cases.push(faultyCase);
      besideFaulty.push(faultySec);
    }
    const quiet = median(besideHarmless);
    const beside = median(besideFaulty);
    log(
      `quarantine: ordinary renders took ${quiet.toFixed(2)} s beside harmless ones, ${beside.toFixed(2)} s ` +
        'beside faulty renders',
    );
    await stack.stopNodes(nodes);
    const released = await renderReleased(stack, cases);
    const attempts = Math.max(...cases.map((each) => each.attempts));
    const moved = beside / quiet - 1;
    const rows: Row[] = [
      {
        promise: 'Bad media burns nothing',
        figure:
          `${cases.length} faulty renders FAILED after at most ${attempts} attempts on ` +
          `${Math.max(...cases.map((each) => each.nodes))} nodes, ${cases.filter((each) => each.refused).length} ` +
          `files then refused at once ("${cases[0]?.message.slice(0, 160)}")`,
        limit: 'quarantined after 2 processes, 3 attempts at most',
        ok: attempts <= 3 && cases.every((each) => each.refused && each.message.includes('quarantine')),
        values: { faulty: cases.length, attempts },
      },
      {
        promise: 'A released file renders again',
        figure:
          `${released} of ${cases.length} files that were released rendered ` +
          'to the end on a node that can read them',
        limit: 'all of them',
        ok: released === cases.length,
        values: { released },
      },
      {
        promise: 'Bad media holds up nobody',
        figure:
          `another account's render took ${beside.toFixed(2)} s from order to file beside one, ${quiet.toFixed(2)} ` +
          `s beside a harmless one (${moved >= 0 ? '+' : ''}${(moved * 100).toFixed(1)} %)`,
        limit: 'moves < 10 %',
        isTiming: true,
        ok: moved < 0.1,
        values: { quietSec: quiet, besideSec: beside, moved },
      },
    ];
    return rows;
  },
};

/** Returns the time from request to file of an ordinary render, in seconds. */
async function turnaround(stack: ChaosStack): Promise<number> {
  return wallSecOf(await finished(stack, await submit(stack, await stack.account(), shapesDocument(ordinarySeconds))));
}

async function renderHarmless(stack: ChaosStack): Promise<void> {
  const account = await stack.account();
  const mediaId = await giveMedia(stack, account, harmless);
  await finished(stack, await submit(stack, account, imageDocument(mediaId, 1)));
}

async function renderFaulty(stack: ChaosStack) {
  const account = await stack.account();
  const mediaId = await giveMedia(stack, account, faulty);
  const row = await finished(stack, await submit(stack, account, imageDocument(mediaId, 1)), { status: 'FAILED' });
  const attempts = await stack.database.client.attempt.findMany({
    where: { task: { renderId: row.id, kind: 'frames' }, outcome: 'failed' },
  });
  const nodes = new Set(attempts.map(({ nodeId }) => nodeId)).size;
  return {
    account,
    mediaId,
    attempts: attempts.length,
    nodes,
    message: row.errorMsg ?? '',
    refused: await refuses(stack, account, mediaId),
  };
}

/**
 * Releases the files from quarantine and renders each of them on a node that can read them. Returns the number of
 * completed renders.
 */
async function renderReleased(stack: ChaosStack, cases: readonly { account: ChaosAccount; mediaId: string }[]) {
  const node = await stack.startPacedNode(2, { msPerFrame });
  let completed = 0;
  for (const { account, mediaId } of cases) {
    const { accountId } = account;
    await releaseQuarantine(stack, { accountId, mediaSha256: faulty.facts.sha256 });
    await finished(stack, await submit(stack, account, imageDocument(mediaId, 1)));
    completed += 1;
  }
  await stack.stopNodes([node]);
  return completed;
}

/**
 * Whether the service refuses to render the file for the account: it rejects the request, or the render fails without
 * an attempt.
 */
async function refuses(stack: ChaosStack, account: { accountId: string; key: string }, mediaId: string) {
  try {
    const renderId = await submit(stack, account, imageDocument(mediaId, 1));
    await finished(stack, renderId, { status: 'FAILED' });
    return (await stack.database.client.attempt.count({ where: { task: { renderId } } })) === 0;
  } catch (error) {
    if (error instanceof FramemillError && error.message.includes('quarantine')) return true;
    throw error;
  }
}

function imageFile(text: string): { bytes: Uint8Array; facts: MediaFacts } {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const image = {
    kind: 'image',
    sha256,
    mimeType: 'image/png',
    sizeBytes: bytes.length,
    width: 64,
    height: 64,
  } as const;
  return { bytes, facts: { ...image, durationSec: null, fps: null, hasAudio: false } };
}
