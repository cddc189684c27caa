import { type Document, FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { measureWithFonts } from '../fonts/document-fonts.ts';
import { applyBatch, layoutFacts } from '../projects/apply-batch.ts';
import type { CommandInput } from '../projects/command-batch.ts';
import { commandContext } from '../projects/command-context.ts';
import type { Unresolved } from './plan.ts';
import { planByRules } from './plan-by-rules.ts';
import { planWithModel } from './plan-with-model.ts';

/** Plan for a message with its result on the project. Nothing is saved yet. */
export interface Planned {
  /** Name of the planner: a provider's id, or `heuristic` for the rules. */
  planner: string;
  commands: CommandInput[];
  unresolved: Unresolved[];
  batch: Awaited<ReturnType<typeof applyBatch>>;
}

/** Messages for which the rules need the audio analysis of media. */
const listens = /duck|lower|reduce|dip|silen|pause|dead air|normali|loud|volume|music|song|level|tighten/i;

/**
 * Plans a message by the configured language models in turn, then by the rules, which use no provider. With a test key
 * only the rules are used. Throws `prompt_rejected` when a model refuses the message.
 */
export async function runPlanner(
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
 * Applies an existing plan to a newer state of the project, after another save came in between. The commands of a model
 * are run unchanged, because a request makes one planning call and at most one repair call. The rules plan again.
 */
export async function planOn(
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
 * Returns a function that looks up the media name for a clip's source. `null`: the source is not a media file of the
 * account.
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
