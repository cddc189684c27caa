import { defaultPlans, weightOf } from '@framemill/scheduler';
import {
  crowded,
  flooded,
  framesByAccount,
  jainIndex,
  type Outcome,
  ordinary,
  renderTimes,
  type Scenario,
  simulate,
  spread,
  waits,
} from '@framemill/scheduler/simulator';

/** Comparison of one figure between the scheduler's policy and first-in, first-out dispatch, as text. */
export interface Comparison {
  readonly what: string;
  readonly nodes: number;
  readonly fair: string;
  readonly fifo: string;
}

/**
 * Work that an account got on an overloaded farm, relative to its fair share. 1 is the share that follows from the
 * weight of the account's plan.
 */
export interface Share {
  readonly accountId: string;
  readonly fair: number;
  readonly fifo: number;
}

/**
 * Point of the distribution of render times. `single` and `doubled` are the times in ms at the quantile `share` (0-1),
 * without and with speculative (duplicate) attempts.
 */
export interface TailPoint {
  readonly share: number;
  readonly single: number;
  readonly doubled: number;
}

/** Results of the simulator for one seed. */
export interface SimulatorFigures {
  readonly seed: number;
  readonly comparisons: readonly Comparison[];
  readonly shares: readonly Share[];
  readonly tail: readonly TailPoint[];
}

const seed = 7;
const farm = 200;
const largeFarm = 2_000;

/**
 * Simulates the scheduler's dispatch policy on artificial farms and compares it with plain first-in, first-out
 * dispatch. The figures are the same in every run. A run takes about a minute.
 */
export function measureSimulator(log: (line: string) => void): SimulatorFigures {
  const comparisons: Comparison[] = [];
  const compare = (what: string, nodes: number, fair: string, fifo: string) => {
    log(`simulator: ${what}, ${nodes} nodes: ${fair}, FIFO ${fifo}`);
    comparisons.push({ what, nodes, fair, fifo });
  };
  const shares = shareOut();
  const index = (policy: 'fair' | 'fifo') => jainIndex(shares.map((share) => share[policy])).toFixed(3);
  compare('crowded: Jain index of frames by weight', farm, index('fair'), index('fifo'));

  const [fairFlood, fifoFlood] = both(flooded, farm);
  const smallWait = ({ renders }: Outcome) => waits(renders.filter(({ accountId }) => accountId === 'small'))[0] ?? 0;
  compare('flooded: wait of one small render', farm, sec(smallWait(fairFlood)), sec(smallWait(fifoFlood)));
  compare('flooded: until all is done', farm, sec(fairFlood.makespanMs), sec(fifoFlood.makespanMs));
  compare('flooded: slots at work', farm, percent(used(fairFlood)), percent(used(fifoFlood)));

  for (const nodes of [farm, largeFarm]) {
    const minutes = nodes === farm ? 20 : 5;
    const day = (policy: Scenario['policy']) =>
      simulate(
        ordinary(seed, nodes, { policy, speculation: policy === 'fair', minutes, load: 0.6, lossesPerNodeHour: 1 }),
      );
    const [fair, fifo] = [day('fair'), day('fifo')];
    const what = `spot machines (${fair.lostNodes} and ${fifo.lostNodes} lost)`;
    compare(`${what}: renders finished`, nodes, finished(fair), finished(fifo));
    compare(`${what}: p95 and longest wait`, nodes, times(waits(fair.renders)), times(waits(fifo.renders)));
    compare(
      `${what}: p95 and longest render`,
      nodes,
      times(renderTimes(fair.renders)),
      times(renderTimes(fifo.renders)),
    );
  }
  const { tail, extra } = slowMachines();
  const p95 = tail.find(({ share }) => share === 0.95);
  compare('4 slow machines: p95 of renders', farm, sec(p95?.doubled ?? 0), sec(p95?.single ?? 0));
  compare('4 slow machines: frames of speculative attempts', farm, percent(extra), percent(0));
  return { seed, comparisons, shares, tail };
}

function both(scenario: (seed: number, farm: number, policy: Scenario['policy']) => Scenario, nodes: number) {
  return [simulate(scenario(seed, nodes, 'fair')), simulate(scenario(seed, nodes, 'fifo'))] as const;
}

function shareOut(): Share[] {
  const [fair, fifo] = both(crowded, farm).map((outcome) => framesByAccount(outcome, 120_000, 900_000));
  const { accounts } = crowded(seed, farm, 'fair');
  const weight = accounts.reduce((sum, { plan }) => sum + weightOf(defaultPlans.find(plan)), 0);
  const shareOf = (frames: Map<string, number> | undefined, accountId: string, own: number) => {
    const total = [...(frames?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    return ((frames?.get(accountId) ?? 0) / total) * (weight / own);
  };
  return accounts.map(({ id, plan }) => {
    const own = weightOf(defaultPlans.find(plan));
    return { accountId: id, fair: shareOf(fair, id, own), fifo: shareOf(fifo, id, own) };
  });
}

function slowMachines(): { tail: TailPoint[]; extra: number } {
  const day = { policy: 'fair', minutes: 20, load: 0.5, slow: 4 } as const;
  const single = simulate(ordinary(seed, farm, { ...day, speculation: false }));
  const doubled = simulate(ordinary(seed, farm, { ...day, speculation: true }));
  const [singleTimes, doubledTimes] = [single, doubled].map(({ renders }) =>
    renderTimes(renders).sort((a, b) => a - b),
  );
  const at = (sorted: number[] | undefined, share: number) => sorted?.[Math.ceil(share * sorted.length) - 1] ?? 0;
  const tail = Array.from({ length: 101 }, (_, step) => {
    // Only the upper half, which matters, in steps of 0.005.
    const share = step < 100 ? Number((0.5 + step * 0.005).toFixed(3)) : 1;
    return { share, single: at(singleTimes, share), doubled: at(doubledTimes, share) };
  });
  return { tail, extra: doubled.speculativeFrames / doubled.doneFrames };
}

function used({ busyMs, slotMs }: Outcome): number {
  return busyMs / slotMs;
}

function finished({ renders }: Outcome): string {
  return `${renders.filter(({ doneAtMs }) => doneAtMs !== null).length} of ${renders.length}`;
}

function times(figures: readonly number[]): string {
  const { p95, max } = spread(figures);
  return `${sec(p95)}, ${sec(max)}`;
}

function sec(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
