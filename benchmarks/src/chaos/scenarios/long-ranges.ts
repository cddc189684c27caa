import type { Clip, Document } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { call } from '../../stack/call.ts';
import { shapesDocument } from '../documents.ts';
import { finished, submit } from '../renders.ts';
import { begunRenders, guest, guestRow, lonelyGuestSec } from './guest.ts';
import type { Row, Scenario } from './scenario.ts';

const attacks = 4;
/** Number of copies of each shape, drawn on top of each other, each with two slow effects. */
const layersEach = 12;
/**
 * Maximum time until a render begins, and maximum time from there to its file, while other jobs occupy all slots, in
 * seconds.
 */
const withoutExpressSec = 30;

/**
 * Scenario: on a farm of two slots, one account starts renders whose segments take a minute or more but make progress
 * all the time. Another account starts one-second renders, one after the other: first while the express slots (reserved
 * for short jobs) are free, and then while segments of further accounts occupy them.
 */
export const longRangesScenario: Scenario = {
  name: 'long-ranges',
  nodes: 2,
  async run({ stack }) {
    const lonelySec = await lonelyGuestSec(stack);
    const attacker = await stack.account('enterprise');
    const heavy: string[] = [];
    for (let index = 0; index < attacks; index += 1)
      heavy.push(await submit(stack, attacker, heavyDocument(4 + index)));
    await until('a range of it is on both slots', 60_000, async () => (await rangesHeld(heavy)) === 2);
    const beside = [await guest(stack), await guest(stack)];
    const worst = beside.reduce((a, b) => (b.waitSec > a.waitSec ? b : a));
    // Ranges of other accounts take the express slots of the two nodes, so that the next account needs a slot.
    const express: { id: string; key: string }[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { key, ...account } = await stack.account('enterprise');
      express.push({ key, id: await submit(stack, { ...account, key }, heavyDocument(2 + index)) });
      const held = 2 + express.length;
      const ids = [...heavy, ...express.map(({ id }) => id)];
      await until(`${held} ranges are on nodes`, 60_000, async () => (await rangesHeld(ids)) === held);
    }
    const last = await guest(stack);
    const ranges = await stack.database.client.attempt.findMany({
      where: { task: { renderId: { in: heavy } } },
      include: { task: true },
    });
    const failed = ranges.filter(({ outcome }) => outcome === 'failed' || outcome === 'lost').length;
    const stops = ranges.filter(({ outcome, task }) => outcome === 'interrupted' && task.stops > 0).length;
    const alive = await begunRenders(stack, heavy);
    // A render that a fast machine has already completed cannot be cancelled.
    for (const { id, key } of [...heavy.map((id) => ({ id, key: attacker.key })), ...express]) {
      const cancelled = call(stack.apiHost, key, 'POST', `/renders/${id}/cancel`);
      const status = await cancelled.then(
        () => 'CANCELLED',
        () => 'COMPLETED',
      );
      await finished(stack, id, { status });
    }
    const rows: Row[] = [
      guestRow('Long ranges hold up nobody', 'ranges of minutes', worst, lonelySec),
      {
        promise: 'Whoever is stopped for others goes on',
        figure:
          `${stops} ranges were stopped, ${failed} counted as failures; ${alive} of ${attacks} renders had begun; ` +
          `a render of 1 s without an express slot began after ${last.waitSec.toFixed(1)} s ` +
          `and took ${last.renderSec.toFixed(1)} s`,
        limit: `at least one stopped, none failed; each part of the render <= ${withoutExpressSec} s`,
        ok: stops > 0 && failed === 0 && Math.max(last.waitSec, last.renderSec) <= withoutExpressSec,
        values: { stops, failed, alive, waitSec: last.waitSec, renderSec: last.renderSec },
      },
    ];
    return rows;

    async function rangesHeld(renderIds: string[]): Promise<number> {
      return stack.database.client.attempt.count({
        where: { task: { renderId: { in: renderIds }, kind: 'frames' }, outcome: 'running', nodeId: { not: null } },
      });
    }
  },
};

function heavyDocument(seconds: number): Document {
  const { clips, ...rest } = shapesDocument(seconds, { width: 1920, height: 1080 });
  const effects = (['zoom-blur', 'glow'] as const).map((type) => ({ id: type, type, enabled: true, params: {} }));
  const layers = clips.flatMap((clip): Clip[] =>
    Array.from({ length: layersEach }, (_, copy) => ({ ...clip, id: `${clip.id}-${copy}`, scale: 4, effects })),
  );
  return { ...rest, clips: layers };
}
