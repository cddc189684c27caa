import type { Database } from '@framemill/infra';
import { type AdditionalOutput, filmFor, profileOf } from '../admission/output-requests.ts';
import type { PreparedRender } from '../admission/prepare-render.ts';
import { currentPeriod, type Plan } from '../plans/index.ts';
import { refusal } from '../policy/capacity.ts';

/** Remaining allowance of a plan for renders. null: unlimited. */
export interface Allowance {
  readonly exports: {
    /** Number of exports that the work would take. */
    readonly needed: number;
    readonly used: number;
    readonly limit: number | null;
    /** Time of the next reset, ISO 8601 in UTC. */
    readonly resetsAt: string;
  };
  readonly concurrentRenders: { readonly used: number; readonly limit: number | null };
  /** Limit that would refuse the renders now; null: they would be admitted. */
  readonly refusedBy: 'exports' | 'concurrentRenders' | null;
}

/**
 * Reads an account's remaining allowance for a number of renders. With `waits` (a batch), a reached limit of concurrent
 * renders does not refuse them, because the items wait for free slots.
 */
export async function allowanceFor(
  { client }: Database,
  accountId: string,
  plan: Plan,
  renders: number,
  waits: boolean,
): Promise<Allowance> {
  const account = await client.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { exportsUsed: true, periodStart: true, createdAt: true },
  });
  const period = currentPeriod(account.createdAt, new Date());
  const exportsUsed = account.periodStart < period.start ? 0 : account.exportsUsed;
  const running = await client.render.count({
    where: { accountId, status: { in: ['PENDING', 'PROCESSING'] }, test: false, parentId: null },
  });
  const usage = { running: waits ? 0 : running, exportsUsed: exportsUsed + renders - 1 };
  return {
    exports: {
      ...{ needed: renders, used: exportsUsed, limit: plan.exportsPerMonth },
      resetsAt: period.end.toISOString(),
    },
    concurrentRenders: { used: running, limit: plan.concurrentRenders },
    refusedBy: refusal(usage, plan),
  };
}

/**
 * Prepares the output files of a render for which frames are rendered, the render's main file first. Text files are
 * left out, because they are written from the document alone. Throws the errors of `profileOf`, as admission does.
 */
export function renderFiles(
  own: PreparedRender,
  plan: Plan,
  further: readonly AdditionalOutput[] = [],
): PreparedRender[] {
  const others = further.flatMap((wish) => {
    if (!('quality' in wish)) return [];
    const document = filmFor(own.project, own.media, wish);
    const { profile, totalFrames } = profileOf(document, own.media, plan, wish);
    return [{ ...own, document, profile, totalFrames }];
  });
  return [own, ...others];
}
