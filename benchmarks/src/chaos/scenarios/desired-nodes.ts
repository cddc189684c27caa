import { FramemillError } from '@framemill/timeline';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import { leadsOf } from '../stack/leads-of.ts';
import type { Row } from './scenario.ts';

/** Value of the autoscale metric, and the value that follows from the open work. */
export interface Autoscale {
  readonly desired: number;
  /** Seconds of open work / 60 / slots of a node, rounded up. */
  readonly expected: number;
}

const sample = /^\w*desired_nodes\{[^}]*pool="cpu"[^}]*\} (\S+)$/m;

/** Reads the number of desired nodes of the pool `cpu` from the metrics of the leading scheduler. */
export async function readDesiredNodes(stack: ChaosStack): Promise<number> {
  const leading = stack.parts.filter((part) => part.isAlive() && leadsOf(part).length > 0).at(-1);
  const port = leading?.logged('scheduler started')[0]?.metricsPort;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = sample.exec(text)?.[1];
  if (value === undefined)
    throw new FramemillError('internal_error', 'The scheduler reports no desired nodes for pool cpu.');
  return Number(value);
}

/** Returns the row of the autoscale metric. It passes when every reading is within 10 % of the expected value. */
export function autoscaleRow(readings: readonly Autoscale[]): Row {
  const worst = Math.max(
    ...readings.map(({ desired, expected }) => Math.abs(desired - expected) / Math.max(1, expected)),
  );
  const pairs = readings.map(({ desired, expected }) => `${desired} nodes where the work needs ${expected}`);
  return {
    promise: 'Scaling is honest',
    figure: `the autoscale metric asks for ${pairs.join(', then ')}`,
    limit: 'within 10 % of the ready work seconds',
    ok: worst <= 0.1,
    values: { ...Object.fromEntries(readings.map(({ desired }, index) => [`desired${index}`, desired])), worst },
  };
}
