import { catalogue } from '@framemill/compositor/capabilities';
import type { ReduceContext } from '@framemill/timeline';
import { planByRules } from '../../src/planner/plan-by-rules.ts';
import { checkCase, type Findings } from './check-case.ts';
import type { MessageCase } from './message-case.ts';
import { analysisOf, factsOf, PROJECTS } from './projects.ts';

/** Result of planning one message with the offline planner. */
export interface Scored extends Findings {
  message: string;
  project: string;
  /** Names of the planned operations. */
  ops: string[];
  /** Planning time in milliseconds. */
  tookMs: number;
}

/** Plans every message on its project, and checks the result against the constraints of its case. */
export function scoreAll(cases: MessageCase[]): Scored[] {
  return cases.map((one) => {
    const before = PROJECTS[one.project];
    const began = performance.now();
    const { document, commands, unresolved } = planByRules(one.message, before, context());
    const tookMs = performance.now() - began;
    const findings = checkCase(
      one,
      before,
      document,
      unresolved.map(({ instruction }) => instruction),
    );
    return { message: one.message, project: one.project, ops: commands.map(({ op }) => op), tookMs, ...findings };
  });
}

/**
 * Totals of scored messages: how many are right and how many harmful. `medianMs` and `longestMs` are the planning times
 * per message in ms.
 */
export function sumUp(scored: Scored[]) {
  const times = scored.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    messages: scored.length,
    right: scored.filter(({ missing, harm }) => missing.length + harm.length === 0).length,
    harmful: scored.filter(({ harm }) => harm.length > 0).length,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    longestMs: times.at(-1) ?? 0,
  };
}

function context(): ReduceContext {
  let serial = 0;
  return {
    newId(kind) {
      serial += 1;
      return `new-${kind}-${serial}`;
    },
    catalogue,
    allowedOps: () => true,
    media: factsOf,
    analysis: analysisOf,
  };
}
