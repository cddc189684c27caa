import { applyCommands, type Document, lint, type ReduceContext, suggestedPreviewTimes } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import { REQUEST_SCRIPT_MS, refuseLarge, refuseLargeBatch, stopwatch } from '../limiter/too-heavy.ts';
import type { CommandInput } from './command-batch.ts';
import { commandContext } from './command-context.ts';
import { withinBudget } from './script-budget.ts';

/**
 * Runs a batch against `document` without saving: what happened, the outcome, and what there is to say about it. Throws
 * `TooHeavy` for a large batch, or one with scripts, or one that takes too long here. With `atomic` the outcome is the
 * document that was given unless every command succeeded.
 */
export async function applyBatch(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  commands: CommandInput[],
  options: { atomic?: boolean; batchId?: string | undefined } = {},
) {
  const { side } = deps;
  if (side.kind === 'main') refuseLargeBatch(document.clips.length, commands);
  const context = await commandContext(deps, caller, document, commands, options.batchId);
  const limited = { ...context, ...limitsOf(side, document, context) };
  const outcome = applyCommands(document, commands, limited, options);
  if (side.kind === 'main') refuseLarge({ clips: outcome.document.clips.length });
  return {
    document: outcome.document,
    results: outcome.results,
    blocked: outcome.blocked,
    ...(await layoutFacts(deps, caller, outcome.document, context)),
    /** Whether there is something new to save. A command may succeed and change nothing, such as a script that only reads. */
    changed: outcome.document !== document,
    /** Whether every command that was sent succeeded; one that the plan lacks did not run. */
    ok: outcome.blocked.length === 0 && outcome.results.every((result) => result.ok),
  };
}

/** What there is to say about the layout of a document: lint, and the times that are worth a look. */
export async function layoutFacts(
  deps: ApiDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  document: Document,
  { media }: Pick<ReduceContext, 'media'>,
) {
  const measureText = await measureWithFonts(deps, accountId, document);
  return { lint: lint(document, { media, measureText }), suggestedPreviewTimes: suggestedPreviewTimes(document) };
}

function limitsOf(side: ApiDeps['side'], { clips }: Document, { allowedOps }: ReduceContext): Partial<ReduceContext> {
  const now = () => performance.now();
  if (side.kind === 'thread') return { scripts: withinBudget(side.scripts, REQUEST_SCRIPT_MS, now) };
  const checkTime = stopwatch(clips.length, now);
  return {
    // The reducer asks this before each command.
    allowedOps: (op) => {
      checkTime();
      return allowedOps?.(op) ?? true;
    },
  };
}
