import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, expect, it } from 'vitest';
import { firstOfAccounts, readyTasks, remainingSegments } from '../src/leader/ready-tasks.ts';
import { recheckRenders } from '../src/leader/recheck-renders.ts';
import { tick } from '../src/leader/tick.ts';
import { openLeader } from './open-leader.ts';
import { createRandom } from './simulator/random.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

/** Reads the first `perAccount` tasks of each account in each queue from the database, and their remaining segments. */
function readAll(perAccount: number) {
  return stack.database.client.$queryRaw<{ id: string; firstSegment: number; remaining: number }[]>`
    SELECT id, "firstSegment", remaining FROM (
      SELECT t.id, t."firstSegment",
        sum(t."lastSegment" - t."firstSegment" + 1) OVER (PARTITION BY t."renderId", t.kind)::int AS remaining,
        row_number() OVER (
          PARTITION BY r."accountId", t.kind, r.pool, r.fingerprint
          ORDER BY r.priority DESC, r."createdAt", t."firstSegment") AS place
      FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
      WHERE t.status = 'READY' AND r.status IN ('PENDING', 'PROCESSING') AND r.stage IN ('rendering', 'stitching')
    ) ready WHERE place <= ${perAccount}`;
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

it('the leader dispatches from the same tasks as if it read all of them in each pass', async () => {
  const random = createRandom(7);
  await stack.database.client.leader.create({ data: { id: 1, epoch: 1 } });
  const leader = openLeader(stack, 1);
  let left = 12;
  await stack.startNode({
    slots: 3,
    async onFrames() {
      if (left > 0 && random.next() < 0.3) {
        left -= 1;
        throw new Error('The encoder crashed.');
      }
    },
  });
  const accounts = [await stack.account('team'), await stack.account('team'), await stack.account('team')];
  const renders: string[] = [];
  let compared = 0;
  for (let pass = 0; pass < 16; pass += 1) {
    const account = accounts[pass % accounts.length] ?? '';
    if (pass < 9) renders.push(await stack.render(account, await stack.project(account, 1 + random.below(9))));
    if (pass % 7 === 6) {
      const renderId = renders[random.below(renders.length)] ?? '';
      const { accountId } = await stack.row(renderId);
      // A running scheduler gets this id from the notification of the cancel.
      await stack.client.cancel({ accountId, renderId }).then(
        () => leader.memory.changes.note([renderId]),
        () => undefined,
      );
    }
    await tick(leader, [], true);
    const ready = await readyTasks(leader);
    const remaining = remainingSegments(ready);
    const first = firstOfAccounts(ready, 2).map((task) => ({
      ...{ id: task.id, firstSegment: task.firstSegment, remaining: remaining.get(task.work) },
    }));
    const all = await readAll(2);
    expect(first.sort(byId)).toEqual(all.sort(byId));
    compared += all.length;
  }
  expect(compared).toBeGreaterThan(15);
  await leader.close();
});

it('the leader finds changes that no step has noted, also of renders that were admitted at the same time', async () => {
  const account = await stack.account('team');
  const projectId = await stack.project(account, 1);
  const renders: string[] = [];
  for (let n = 0; n < 3; n += 1) renders.push(await stack.render(account, projectId));
  const { render } = stack.database.client;
  await render.updateMany({ where: { id: { in: renders } }, data: { createdAt: new Date() } });
  const leader = openLeader(stack, 1);
  const { changes } = leader.memory;
  // A new leader reads all renders once.
  await changes.follow('finish', async () => []);
  const active = await render.count({ where: { status: { in: ['PENDING', 'PROCESSING'] } } });
  for (let n = 0; n < active; n += 1) await recheckRenders(leader);
  await changes.follow('finish', async (found) => {
    expect(found).toEqual(expect.arrayContaining(renders));
    return [];
  });
  await leader.close();
});
