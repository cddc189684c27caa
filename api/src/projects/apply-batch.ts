import {
  applyCommands,
  type Document,
  FramemillError,
  lint,
  type ReduceContext,
  type ScriptEngine,
  suggestedPreviewTimes,
} from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import { REQUEST_SCRIPT_MS, requireLight, requireLightBatch, requireWithin } from '../limiter/cost-limits.ts';
import { threadCpuMs } from '../threads/watch-own-thread.ts';
import type { CommandInput } from './command-batch.ts';
import { commandContext } from './command-context.ts';

/** Results of a batch of commands, from which the advice (`hint`) in the response is derived. */
export interface HintedBatch {
  /** Whether every command of the batch succeeded. */
  ok: boolean;
  changed: boolean;
  results: readonly { ok: boolean }[];
  blocked: readonly unknown[];
  suggestedPreviewTimes: readonly number[];
}

/**
 * Runs a batch of commands on `document` without saving.
 * Returns the results, the new document, and the lint results and suggested preview times of the new document. With
 * `atomic`, the document is returned unchanged unless every command succeeds. On the main thread, throws
 * `CostLimitExceeded` for a batch that is large, has scripts or takes too long; a worker thread then repeats the call.
 */
export async function applyBatch(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  commands: CommandInput[],
  options: { atomic?: boolean; batchId?: string | undefined } = {},
) {
  requireLightBatch(deps, document.clips.length, commands);
  const context = await commandContext(deps, caller, document, commands, options.batchId);
  const limited = { ...context, ...limitsOf(deps, document, context) };
  const outcome = applyCommands(document, commands, limited, options);
  requireLight(deps, { clips: outcome.document.clips.length });
  return {
    document: outcome.document,
    results: outcome.results,
    blocked: outcome.blocked,
    ...(await layoutFacts(deps, caller, outcome.document, context)),
    /**
     * Whether the document changed and must be saved. A command may succeed without changing anything, such as a script
     * that only reads.
     */
    changed: outcome.document !== document,
    /** Whether every command succeeded. A command that the plan excludes did not run and counts as failed. */
    ok: outcome.blocked.length === 0 && outcome.results.every((result) => result.ok),
  };
}

/** Returns the lint results of a document, and suggested preview times in seconds. */
export async function layoutFacts(
  deps: ApiDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  document: Document,
  { media }: Pick<ReduceContext, 'media'>,
) {
  const measureText = await measureWithFonts(deps, accountId, document);
  return { lint: lint(document, { media, measureText }), suggestedPreviewTimes: suggestedPreviewTimes(document) };
}

function limitsOf(deps: ApiDeps, { clips }: Document, { allowedOps }: ReduceContext): Partial<ReduceContext> {
  const now = () => performance.now();
  const begunMs = now();
  return {
    ...(deps.scripts === null ? {} : { scripts: withinBudget(deps.scripts, REQUEST_SCRIPT_MS, threadCpuMs) }),
    // The reducer calls this before each command.
    allowedOps: (op) => {
      requireWithin(deps, 'commandMs', now() - begunMs, { clips: clips.length });
      return allowedOps?.(op) ?? true;
    },
  };
}

/**
 * Wraps a script engine with a time limit for all its scripts together, in addition to the limit of each script. `now`
 * is the clock of the limits in milliseconds.
 */
export function withinBudget(engine: ScriptEngine, budgetMs: number, now: () => number): ScriptEngine {
  let leftMs = budgetMs;
  return {
    run(source, host, limits) {
      if (leftMs < 1) {
        return { error: `the scripts of a request may run ${budgetMs} ms in total. Send fewer scripts`, output: [] };
      }
      const startedMs = now();
      try {
        return engine.run(source, host, { ...limits, timeoutMs: Math.min(limits.timeoutMs, Math.floor(leftMs)) });
      } finally {
        leftMs -= now() - startedMs;
      }
    },
  };
}

/** Returns the advice for the field `hint` of the response to commands for project `id`, in one or two sentences. */
export function batchHint(batch: HintedBatch, { dryRun, atomic }: { dryRun: boolean; atomic: boolean }, id: string) {
  const refused = refusedIn(batch);
  if (dryRun) {
    const again = 'Nothing was saved. Send the same commands without dryRun to save them.';
    return batch.ok ? again : `${again} Not all of them succeed: see ${refused}.`;
  }
  if (atomic && !batch.ok)
    return `Nothing was saved: the batch is atomic and not every command succeeded. See ${refused}.`;
  if (!batch.changed && noneSucceeded(batch)) return `Nothing was saved: no command succeeded. See ${refused}.`;
  const rest = batch.ok ? '' : ` See ${refused} for the rest.`;
  if (!batch.changed) return `Nothing was saved: the commands change nothing.${rest}`;
  return batch.ok
    ? `Saved. ${look(batch, id)}`
    : `Saved what succeeded; see ${refused} for the rest. ${look(batch, id)}`;
}

/**
 * Returns the advice for the field `hint` of the response after project `id` was created. `batch` has the results of
 * the commands in the request, which may be none.
 */
export function createdHint(batch: HintedBatch, { atomic }: { atomic: boolean }, id: string): string {
  const sent = batch.results.length + batch.blocked.length;
  const refused = refusedIn(batch);
  if (sent === 0) return `Created, still empty. Add clips with POST /v1/projects/${id}/commands.`;
  if (batch.ok) return `Created. ${look(batch, id)}`;
  const again = `See ${refused} and send what is corrected to POST /v1/projects/${id}/commands.`;
  if (noneSucceeded(batch)) return `Created empty: none of its ${sent} commands succeeded. ${again}`;
  if (atomic) return `Created empty: the batch is atomic and not every command succeeded. ${again}`;
  return `Created with what succeeded. ${again}`;
}

function noneSucceeded({ results }: HintedBatch): boolean {
  return !results.some((result) => result.ok);
}

/** Returns the names of the response fields that list failed commands, joined by "and". */
function refusedIn({ results, blocked }: HintedBatch): string {
  const failed = results.every((result) => result.ok) ? [] : ['results[].error'];
  return [...failed, ...(blocked.length > 0 ? ['blocked'] : [])].join(' and ');
}

function look({ suggestedPreviewTimes }: HintedBatch, id: string): string {
  return `Look at a frame with GET /v1/projects/${id}/preview?at=${suggestedPreviewTimes[0] ?? 0}.`;
}

/**
 * Runs `work`, which reads, changes and saves a project, and repeats it when another request has saved the project in
 * between.
 * Throws 409 `stale_rev` after `tries` attempts. `attempt` is the number of the attempt, from 1.
 */
export async function againWhenStale<T>(tries: number, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const isStale = error instanceof FramemillError && error.details.conflictCode === 'stale_rev';
      if (!isStale || attempt >= tries) throw error;
    }
  }
}
