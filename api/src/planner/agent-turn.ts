import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { runCharged } from '../generation/run-charged.ts';
import { againWhenStale } from '../projects/again-when-stale.ts';
import { authorOf } from '../projects/change-journal.ts';
import { projectSummary } from '../projects/project-record.ts';
import { loadProject, saveDocument } from '../projects/project-store.ts';
import { checkPrompt } from '../providers/check-prompt.ts';
import { type Planned, planOn, runPlanner } from './run-planner.ts';

/** Maximum attempts to apply a plan to the project. Another save in between makes an attempt stale. */
const TRIES = 3;

/** Request for one agent turn: the user's message, and the project of the caller that it edits. */
export interface AgentRequest {
  projectId: string;
  message: string;
  /** Whether to plan without saving. */
  dryRun: boolean;
}

/**
 * Turns a message into commands, applies them to the project and charges for the turn. A turn in which the rules plan
 * no command is free. With a test key, the rules plan and nothing is charged. Throws `not_found`, `prompt_rejected`,
 * `insufficient_credits`, `provider_error`, and 409 `stale_rev` when other saves keep coming in between.
 */
export async function agentTurn(deps: ApiDeps, caller: Caller, request: AgentRequest) {
  // Check this before the charge: a caller must not pay for a project that does not exist.
  await loadProject(deps, caller.accountId, request.projectId);
  await checkPrompt(deps.providers, { text: request.message, field: 'body.message' }, deps);
  const work = (signal: AbortSignal) => plan(deps, caller, request, signal);
  if (caller.credential.environment === 'test') {
    const done = await work(new AbortController().signal);
    return { ...done, credits: { charged: 0, remaining: await balanceNow(deps, caller.accountId) } };
  }
  const charge = { kind: 'planner' as const, credits: creditsFor.planner(), reason: 'planner turn', request: null };
  const { result, credits } = await runCharged(deps, caller, charge, async (_job, signal) => {
    const done = await work(signal);
    return {
      provider: done.planner,
      mediaIds: [],
      isFree: done.planner === 'heuristic' && done.commands.length === 0,
      done,
    };
  });
  return { ...result.done, credits };
}

async function plan(deps: ApiDeps, caller: Caller, { projectId, message, dryRun }: AgentRequest, signal: AbortSignal) {
  let planned: Planned | null = null;
  return againWhenStale(TRIES, async () => {
    const project = await loadProject(deps, caller.accountId, projectId);
    planned =
      planned === null
        ? await runPlanner(deps, caller, project.document, message, signal)
        : await planOn(deps, caller, project.document, message, planned);
    const { planner, commands, unresolved, batch } = planned;
    const applied = batch.changed && !dryRun;
    const { results, blocked, lint, suggestedPreviewTimes } = batch;
    const note = { author: authorOf(caller, 'planner'), commands, results };
    const row = applied ? await saveDocument(deps, caller.accountId, project, batch.document, note) : project.row;
    return {
      ...{ projectId, applied, planner, message: said(commands.length, unresolved.length, applied, dryRun) },
      ...{ commands, results, blocked, unresolved, lint, suggestedPreviewTimes },
      project: projectSummary(row, applied ? batch.document : project.document),
    };
  });
}

function said(commands: number, unresolved: number, saved: boolean, dryRun: boolean): string {
  const rest = unresolved === 0 ? '' : ` ${unresolved} could not be planned; see unresolved.`;
  if (commands === 0) return `Nothing was changed.${rest}`;
  const what = `${commands} command${commands === 1 ? '' : 's'}`;
  if (saved) return `Applied ${what}.${rest}`;
  return `${dryRun ? `Planned ${what}; nothing was saved.` : `Planned ${what}, none of which succeeded.`}${rest}`;
}
