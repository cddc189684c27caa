import { applyCommands, type Document, lint, type ReduceContext, suggestedPreviewTimes } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import { REQUEST_SCRIPT_MS, refuseLarge, refuseLargeBatch, stopwatch } from '../limiter/too-heavy.ts';
import type { CommandInput } from './command-batch.ts';
import { commandContext } from './command-context.ts';
import { withinBudget } from './script-budget.ts';

/**
 * Runs a batch of commands on `document` without saving, and returns the results, the new document and its layout
 * facts. Throws `TooHeavy` on the main thread for a large batch, one with scripts, or one that takes too long. With
 * `atomic`, the returned document is the given one unless every command succeeded.
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
    /**
     * Whether there is something to save. A command may succeed without changing anything, such as a script that only
     * reads.
     */
    changed: outcome.document !== document,
    /** Whether every command succeeded. A command that the plan excludes did not run and counts as failed. */
    ok: outcome.blocked.length === 0 && outcome.results.every((result) => result.ok),
  };
}

/** Returns facts about the layout of a document: lint results, and suggested preview times in seconds. */
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
    // The reducer calls this before each command.
    allowedOps: (op) => {
      checkTime();
      return allowedOps?.(op) ?? true;
    },
  };
}
