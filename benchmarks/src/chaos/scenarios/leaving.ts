import { startLoad } from '../load.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';
import { untilAtWork } from './at-work.ts';
import type { Row, Scenario } from './scenario.ts';

/**
 * Scenario: nodes leave the farm while they work. One node drains (finishes its work first), one is stopped
 * immediately, and the others keep working.
 */
export const leavingScenario: Scenario = {
  name: 'leaving',
  nodes: 1,
  async run({ stack, references, kills }) {
    const load = startLoad(stack, references, 3);
    const rounds = Math.max(1, Math.round(kills / 20));
    const drained: Left[] = [];
    const stopped: Left[] = [];
    for (let round = 0; round < rounds; round++) {
      drained.push(await leave(stack, 'SIGUSR2'));
      stopped.push(await leave(stack, 'SIGTERM'));
    }
    const figures = await load.stop();
    const failures = await stack.database.client.attempt.count({
      where: { nodeId: { in: [...drained, ...stopped].map(({ name }) => name) }, outcome: 'failed' },
    });
    const sum = (left: readonly Left[], key: 'done' | 'handedBack' | 'lost') =>
      left.reduce((total, each) => total + each[key], 0);
    const maxStopMs = Math.max(...stopped.map(({ tookMs }) => tookMs));
    const all = figures.identical === figures.submitted;
    const rows: Row[] = [
      {
        promise: 'Nodes drain',
        figure:
          `${rounds} nodes: ${sum(drained, 'handedBack') + sum(drained, 'lost')} ranges given back, ` +
          `${sum(drained, 'done')} finished, ended with code ${codes(drained)}; ${figures.identical} of ` +
          `${figures.submitted} renders byte-identical`,
        limit: 'what runs is finished, no more is taken',
        ok: all && sum(drained, 'handedBack') + sum(drained, 'lost') === 0 && drained.every(({ code }) => code === 0),
        values: { rounds, finished: sum(drained, 'done'), ...figures },
      },
      {
        promise: 'Nodes stop at once',
        figure:
          `${rounds} nodes gone after at most ${(maxStopMs / 1000).toFixed(1)} s, ${sum(stopped, 'handedBack')} ` +
          `ranges handed back as interrupted, ${sum(stopped, 'lost')} lost, ${failures} failures, ended with code ` +
          `${codes(stopped)}`,
        limit: '< 10 s, handed back, no failure',
        ok:
          maxStopMs < 10_000 && sum(stopped, 'lost') === 0 && failures === 0 && stopped.every(({ code }) => code === 0),
        values: { rounds, maxStopMs, handedBack: sum(stopped, 'handedBack') },
      },
    ];
    return rows;
  },
};

interface Left {
  readonly name: string;
  readonly code: number | null;
  readonly tookMs: number;
  readonly done: number;
  readonly handedBack: number;
  readonly lost: number;
}

async function leave(stack: ChaosStack, signal: 'SIGUSR2' | 'SIGTERM'): Promise<Left> {
  const node: Part = await stack.startNode(1);
  await untilAtWork(stack, [node]);
  const startedAt = performance.now();
  node.signal(signal);
  const { code } = await node.exited;
  const tookMs = performance.now() - startedAt;
  const attempts = await stack.database.client.attempt.findMany({ where: { nodeId: node.name } });
  const count = (outcome: string) => attempts.filter((attempt) => attempt.outcome === outcome).length;
  return { name: node.name, code, tookMs, done: count('done'), handedBack: count('interrupted'), lost: count('lost') };
}

function codes(left: readonly Left[]): string {
  return [...new Set(left.map(({ code }) => String(code)))].join(' and ');
}
