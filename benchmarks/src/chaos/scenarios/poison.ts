import { createHash } from 'node:crypto';
import { FramemillError, type MediaFacts } from '@framemill/timeline';
import { median } from '../../measure/statistics.ts';
import { pictureDocument, shapesDocument } from '../documents.ts';
import type { ChaosHouse } from '../house/chaos-house.ts';
import { finished, giveMedia, submit } from '../renders.ts';
import type { Row, Scenario } from './scenario.ts';

const msPerFrame = 6;
const bytes = Buffer.from('ends every process that reads it');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const facts: MediaFacts = {
  ...{ kind: 'image', sha256, mimeType: 'image/png', sizeBytes: bytes.length, width: 64, height: 64 },
  ...{ durationSec: null, fps: null, hasAudio: false },
};
const poisonings = 3;
const ordinary = 8;

/** Accounts render a file that ends every process that reads it, while others go on with their own. */
export const poisonScenario: Scenario = {
  name: 'poison',
  async run({ house, log }) {
    const pace = { msPerFrame, poison: sha256 };
    const nodes = [await house.startPacedNode(2, pace), await house.startPacedNode(2, pace)];
    const quiet = await turnarounds(house);
    const poisoned = Promise.all(Array.from({ length: poisonings }, () => poison(house)));
    const beside = await turnarounds(house);
    const cases = await poisoned;
    log(`poison: ordinary renders took ${quiet.toFixed(2)} s, and ${beside.toFixed(2)} s beside poisoned ones`);
    await house.stopNodes(nodes);
    const attempts = Math.max(...cases.map((each) => each.attempts));
    const moved = beside / quiet - 1;
    const rows: Row[] = [
      {
        promise: 'Bad media burns nothing',
        figure: `${cases.length} poisoned renders FAILED after at most ${attempts} attempts on ${Math.max(...cases.map((each) => each.nodes))} nodes, ${cases.filter((each) => each.refused).length} files then refused at once ("${cases[0]?.message.slice(0, 160)}")`,
        limit: 'quarantined after 2 processes, 3 attempts at most',
        ok: attempts <= 3 && cases.every((each) => each.refused && each.message.includes('quarantine')),
        values: { poisoned: cases.length, attempts },
      },
      {
        promise: 'Bad media holds up nobody',
        figure: `other renders took ${beside.toFixed(2)} s beside them, ${quiet.toFixed(2)} s without (${moved >= 0 ? '+' : ''}${(moved * 100).toFixed(1)} %)`,
        limit: 'moves < 10 %',
        ok: moved < 0.1,
        values: { quietSec: quiet, besideSec: beside, moved },
      },
    ];
    return rows;
  },
};

/** Median time from order to file of ordinary renders, one after the other, seconds. */
async function turnarounds(house: ChaosHouse): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < ordinary; index++) {
    const row = await finished(house, await submit(house, await house.account(), shapesDocument(8)));
    times.push(((row.completedAt?.getTime() ?? 0) - row.createdAt.getTime()) / 1_000);
  }
  return median(times);
}

async function poison(house: ChaosHouse) {
  const account = await house.account();
  const mediaId = await giveMedia(house, account, { bytes, facts });
  const row = await finished(house, await submit(house, account, pictureDocument(mediaId, 1)), { status: 'FAILED' });
  const attempts = await house.database.client.attempt.findMany({
    where: { task: { renderId: row.id, kind: 'frames' }, outcome: 'failed' },
  });
  const nodes = new Set(attempts.map(({ nodeId }) => nodeId)).size;
  return {
    attempts: attempts.length,
    nodes,
    message: row.errorMsg ?? '',
    refused: await refuses(house, account, mediaId),
  };
}

/** Whether the account can still render the file: refused when it orders, or failed without any attempt. */
async function refuses(house: ChaosHouse, account: { accountId: string; key: string }, mediaId: string) {
  try {
    const renderId = await submit(house, account, pictureDocument(mediaId, 1));
    await finished(house, renderId, { status: 'FAILED' });
    return (await house.database.client.attempt.count({ where: { task: { renderId } } })) === 0;
  } catch (error) {
    if (error instanceof FramemillError && error.message.includes('quarantine')) return true;
    throw error;
  }
}
