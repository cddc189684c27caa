import { applyCommands, type Document, lint, type ReduceContext, suggestedPreviewTimes } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import { batchJob, isHeavy } from '../batches/batch-job.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import type { CommandInput } from './command-batch.ts';
import { commandContext, sourcesOfBatch } from './command-context.ts';

/**
 * Runs a batch against `document` without saving: what happened, the outcome, and what there is to say about it. A large
 * batch, or one with scripts, runs in a thread of its own.
 */
export async function applyBatch(deps: ApiDeps, caller: Caller, document: Document, commands: CommandInput[]) {
  const context = await commandContext(deps, caller, document, commands);
  const outcome = isHeavy(document, commands, context)
    ? await deps.batches.run(
        caller.accountId,
        batchJob(document, commands, context, sourcesOfBatch(document, commands)),
      )
    : applyCommands(document, commands, context);
  return {
    document: outcome.document,
    results: outcome.results,
    blocked: outcome.blocked,
    ...(await layoutFacts(deps, caller, outcome.document, context)),
    /** Whether there is something new to save. */
    changed: outcome.results.some((result) => result.ok),
    /** Whether every command that was not blocked succeeded. */
    ok: outcome.results.every((result) => result.ok),
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
