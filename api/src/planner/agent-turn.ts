import { type Document, FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { runCharged } from '../generation/run-charged.ts';
import { againWhenStale, applyBatch, layoutFacts } from '../projects/apply-batch.ts';
import { authorOf } from '../projects/change-journal.ts';
import type { CommandInput } from '../projects/command-batch.ts';
import { commandContext } from '../projects/command-context.ts';
import { projectSummary } from '../projects/project-record.ts';
import { loadProject, saveDocument } from '../projects/project-store.ts';
import { checkPrompt } from '../providers/call-chain.ts';
import { planByRules } from './plan-by-rules.ts';
import { planWithModel } from './plan-with-model.ts';
import type { Unresolved } from './rule.ts';

/** Plan for a message with its result on the project. Nothing is saved yet. */
interface Planned {
  /** Planner that made the plan: the id of a language model's provider, or `heuristic` for the offline planner. */
  planner: string;
  commands: CommandInput[];
  unresolved: Unresolved[];
  batch: Awaited<ReturnType<typeof applyBatch>>;
}

/** Matches messages for which the offline planner needs the audio analysis of media. */
const listens = /duck|lower|reduce|dip|silen|pause|dead air|normali|loud|volume|music|song|level|tighten/i;

/**
 * Maximum number of attempts to apply a plan to the project. An attempt fails when another request saves the project
 * first.
 */
const TRIES = 3;

/** Request to plan edits from a message: the user's message, and the project of the caller to edit. */
export interface AgentRequest {
  projectId: string;
  message: string;
  /** Whether to plan without saving. */
  dryRun: boolean;
}

/**
 * Plans the commands for a message, applies them to the project and charges the account.
 * A language model makes the plan; the offline planner (built-in rules) is used when no model returns one, and for test
 * keys. Nothing is charged for a test key, or when the offline planner finds no command. Throws `not_found`,
 * `prompt_rejected`, `insufficient_credits` and `provider_error`. Throws 409 `stale_rev` when other requests save the
 * project first at every attempt.
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

/**
 * Plans a message by the configured language models, tried in order. If none returns a plan, the offline planner
 * (built-in rules) is used.
 * With a test key only the offline planner is used. Throws `prompt_rejected` when a model refuses the message.
 */
async function runPlanner(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  message: string,
  signal: AbortSignal,
): Promise<Planned> {
  const isLive = caller.credential.environment === 'live';
  if (isLive && deps.providers.language.length > 0) {
    const planned = await byModel(deps, caller, document, message, signal).catch((error: unknown) => {
      if (error instanceof FramemillError && ['provider_error', 'not_configured'].includes(error.code)) return null;
      throw error;
    });
    if (planned) return planned;
  }
  return byRules(deps, caller, document, message);
}

/**
 * Applies an existing plan to a newer revision of the project, after another request has saved the project.
 * The commands of a language model are run unchanged, because a request makes at most one planning call and one repair
 * call. The offline planner plans again for the new revision.
 */
async function planOn(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  message: string,
  { planner, commands, unresolved }: Planned,
): Promise<Planned> {
  if (planner === 'heuristic') return byRules(deps, caller, document, message);
  return { planner, commands, unresolved, batch: await applyBatch(deps, caller, document, commands) };
}

async function byModel(deps: ApiDeps, caller: Caller, document: Document, message: string, signal: AbortSignal) {
  const tryPlan = async (commands: CommandInput[]) => {
    const { results } = await applyBatch(deps, caller, document, commands);
    return results.flatMap(({ op, ok, error }) => (ok ? [] : [`${op}: ${error}`]));
  };
  const plan = await planWithModel(deps.providers, document, message, tryPlan, signal, deps);
  const batch = await applyBatch(deps, caller, document, plan.commands);
  const failed = batch.results.flatMap(({ op, ok, error = '' }) => (ok ? [] : [{ instruction: op, reason: error }]));
  return { planner: plan.provider, commands: plan.commands, unresolved: [...plan.unresolved, ...failed], batch };
}

async function byRules(deps: ApiDeps, caller: Caller, document: Document, message: string): Promise<Planned> {
  const context = await commandContext(deps, caller, document, listens.test(message) ? [{ op: 'autoDuck' }] : []);
  const mediaName = await mediaNames(deps, caller, document);
  const measureText = await measureWithFonts(deps, caller.accountId, document);
  const {
    commands,
    unresolved,
    results,
    document: planned,
  } = planByRules(message, document, context, {
    mediaName,
    measureText,
  });
  const facts = await layoutFacts(deps, caller, planned, context);
  const batch = { document: planned, results, blocked: [], ...facts, changed: commands.length > 0, ok: true };
  return { planner: 'heuristic', commands, unresolved, batch };
}

/**
 * Returns a function that looks up the media name for a clip's source. The function returns `null` when the source is
 * not a media file of the account.
 */
async function mediaNames({ database }: ApiDeps, { accountId }: Caller, { clips }: Document) {
  const idOf = (src: string) => /med_[0-9a-zA-Z]+/.exec(src)?.[0] ?? null;
  const ids = [...new Set(clips.flatMap(({ src }) => idOf(src) ?? []))];
  const where = { accountId, id: { in: ids } };
  const rows =
    ids.length === 0 ? [] : await database.client.media.findMany({ where, select: { id: true, name: true } });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (src: string) => names.get(idOf(src) ?? '') ?? null;
}
