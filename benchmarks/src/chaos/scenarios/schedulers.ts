import { until } from '../../measure/until.ts';
import { compare, order, type Reference, startLoad } from '../load.ts';
import { finished } from '../renders.ts';
import { type ChaosStack, leadsOf } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import { countCommits } from './at-work.ts';
import type { Row, Scenario } from './scenario.ts';

const killsInARow = 10;
/** Time that Redis refuses writes, in ms. It is shorter than the lifetime of a lease. */
const pauseMs = 4_000;

/**
 * Scenario: the leading scheduler is repeatedly killed right after it has recorded a dispatch. Then a leader is frozen,
 * and continues after another scheduler has become leader.
 */
export const schedulersScenario: Scenario = {
  name: 'schedulers',
  nodes: 2,
  async run({ stack, references, kills, log }) {
    const startedAt = new Date();
    const commits = await countCommits(stack);
    const load = startLoad(stack, references, 2);
    const schedulers = stack.parts.filter(({ name }) => name.startsWith('scheduler-')).filter((part) => part.isAlive());
    const rounds = Math.max(5, Math.round(kills / 4));
    const takeoverMs: number[] = [];
    const newcomers: { reference: Reference; renderId: string }[] = [];
    schedulers.push(await stack.startScheduler());
    for (let round = 0; round < rounds; round++) {
      const leader = await leaderOf(schedulers);
      const bringWork = async () => {
        const reference = references[round % references.length];
        if (reference !== undefined) newcomers.push({ reference, renderId: await order(stack, reference) });
      };
      // The replacement starts concurrently.
      const [killedAtMs, newcomer] = await Promise.all([
        killInDispatch(stack, leader, bringWork),
        stack.startScheduler(),
      ]);
      schedulers.splice(schedulers.indexOf(leader), 1, newcomer);
      takeoverMs.push((await newLeadAfter(schedulers, killedAtMs)) - killedAtMs);
      // Renders make no progress while every leader is killed at its first dispatch: they may complete now and then.
      if (round % killsInARow === killsInARow - 1)
        for (const { renderId } of newcomers.slice(-killsInARow)) await finished(stack, renderId);
    }
    log(`schedulers: took over after ${takeoverMs.map((ms) => Math.round(ms)).join(' ')} ms`);
    const frozen = await freezeLeader(stack, schedulers);
    const stream = await load.stop();
    for (const { reference, renderId } of newcomers) await compare(stack, await finished(stack, renderId), reference);
    const figures = { submitted: stream.submitted + newcomers.length, identical: stream.identical + newcomers.length };
    const undispatched = await stack.database.client.attempt.count({
      where: { error: { contains: 'no longer in the queue' }, startedAt: { gte: startedAt } },
    });
    await Promise.all(schedulers.slice(1).map((scheduler) => scheduler.stop()));
    const { completed, doubled } = await commits.stop();
    const all = figures.identical === figures.submitted;
    const renders = `${figures.identical} of ${figures.submitted} renders byte-identical, ${doubled} committed twice`;
    const rows: Row[] = [
      {
        promise: 'The scheduler may die',
        figure:
          `${rounds} leaders killed while dispatching (${undispatched} attempts written down and never queued), ` +
          `next leader after at most ${(Math.max(...takeoverMs) / 1000).toFixed(1)} s; ${renders}`,
        limit: 'no lost render, no double commit',
        ok: all && doubled === 0,
        values: {
          rounds,
          undispatched,
          maxTakeoverMs: Math.max(...takeoverMs),
          doubled,
          committed: completed,
          ...figures,
        },
      },
      {
        promise: 'The scheduler may run twice',
        figure:
          `a frozen leader was replaced after ${(frozen.takeoverMs / 1000).toFixed(1)} s, epoch ${frozen.before} ` +
          `to ${frozen.after}; woken beside its successor it ` +
          `${frozen.yielded ? 'stepped back' : 'DID NOT STEP BACK'}; ${renders}`,
        limit: 'fencing epoch rises, no double commit',
        ok: all && doubled === 0 && frozen.yielded && frozen.after > frozen.before,
        values: { takeoverMs: frozen.takeoverMs, before: frozen.before, after: frozen.after },
      },
    ];
    return rows;
  },
};

function lastLead(part: Part): { epoch: number; atMs: number } | null {
  const line = leadsOf(part).at(-1);
  return line === undefined ? null : { epoch: Number(line.epoch), atMs: Number(line.time) };
}

async function leaderOf(schedulers: readonly Part[]): Promise<Part> {
  return until('a scheduler leads', 30_000, () =>
    schedulers
      .filter((part) => lastLead(part) !== null)
      .toSorted((a, b) => (lastLead(b)?.epoch ?? 0) - (lastLead(a)?.epoch ?? 0))
      .at(0),
  );
}

async function newLeadAfter(schedulers: readonly Part[], sinceMs: number): Promise<number> {
  return until('another scheduler leads', 60_000, () =>
    schedulers.map((part) => lastLead(part)?.atMs ?? 0).find((atMs) => atMs >= sinceMs),
  );
}

/**
 * Kills the leader between the two steps of a dispatch. `bringWork` starts a render while Redis accepts no writes, so
 * the attempt is recorded in the database but its job is not queued. Returns the time of the kill, in ms since the
 * epoch.
 */
async function killInDispatch(stack: ChaosStack, leader: Part, bringWork: () => Promise<void>): Promise<number> {
  await bringWork();
  await stack.redis.call('CLIENT', 'PAUSE', String(pauseMs), 'WRITE');
  try {
    await nextDispatch(stack);
    leader.signal('SIGKILL');
    const killedAtMs = Date.now();
    await leader.exited;
    return killedAtMs;
  } finally {
    await stack.redis.call('CLIENT', 'UNPAUSE');
  }
}

/**
 * Resolves right after an attempt was recorded. The attempt's job is not in the queue yet, or was added only just
 * before.
 */
async function nextDispatch(stack: ChaosStack): Promise<void> {
  const { client } = stack.database;
  const before = await client.attempt.count();
  await until('a range is dispatched', 60_000, async () => (await client.attempt.count()) > before, { everyMs: 1 });
}

async function freezeLeader(stack: ChaosStack, schedulers: readonly Part[]) {
  const leader = await leaderOf(schedulers);
  const before = lastLead(leader)?.epoch ?? 0;
  await nextDispatch(stack);
  const frozenAtMs = Date.now();
  leader.signal('SIGSTOP');
  const others = schedulers.filter((part) => part !== leader);
  const takenAtMs = await newLeadAfter(others, frozenAtMs);
  const after = Math.max(...others.map((part) => lastLead(part)?.epoch ?? 0));
  leader.signal('SIGCONT');
  const yielded = await until(
    'the woken leader has stepped back',
    20_000,
    () => leader.logged('the lead is lost').length > 0,
  )
    .then(() => true)
    .catch(() => false);
  return { takeoverMs: takenAtMs - frozenAtMs, before, after, yielded };
}
