import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { RouteServices } from '../deps.ts';
import { CreditsSchema } from '../generation/credits-schema.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { runCharged } from '../generation/run-charged.ts';
import { isIdLike } from '../ids.ts';
import { type Planned, planOn, runPlanner } from '../planner/run-planner.ts';
import { againWhenStale } from '../projects/again-when-stale.ts';
import { batchFields, CommandSchema } from '../projects/command-batch.ts';
import { ProjectRecordSchema, projectSummary } from '../projects/project-record.ts';
import { loadProject, projectNotFound, saveDocument } from '../projects/project-store.ts';
import { checkPrompt } from '../providers/check-prompt.ts';
import { defineRoute } from '../routing/define-route.ts';

/** How often a plan is put onto the project again when somebody else saves in between. */
const TRIES = 3;

/** POST /v1/ai/agent */
export const runAgent = defineRoute({
  name: 'run-agent',
  method: 'POST',
  path: '/ai/agent',
  scope: 'ai.agent',
  summary: 'Edit by a message',
  description:
    'Turns a message into commands and applies them. Models that are configured are asked in turn, with at most one repair call; ' +
    'without any, or when all fail, rules plan it (`planner: heuristic`). What could not be planned is in `unresolved`. Costs 5 ' +
    'credits, also with `dryRun` and for an empty plan; given back only when every planner fails. With a test key the rules plan ' +
    'and nothing is charged.',
  body: Type.Object({
    projectId: Type.String(),
    message: Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'What is to be done.' }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Plan without saving.' })),
  }),
  status: 200,
  answer: Type.Object({
    projectId: Type.String(),
    applied: Type.Boolean({ description: 'Whether something was saved.' }),
    planner: Type.String({ description: 'Who planned; `heuristic`: rules.' }),
    message: Type.String(),
    commands: Type.Array(CommandSchema),
    ...batchFields,
    unresolved: Type.Array(Type.Object({ instruction: Type.String(), reason: Type.String() })),
    suggestedPreviewTimes: Type.Array(Type.Number()),
    project: ProjectRecordSchema,
    credits: CreditsSchema,
  }),
  errors: ['not_found', 'insufficient_credits', 'prompt_rejected', 'provider_error'],
  conflicts: ['stale_rev'],
  examples: [
    {
      title: 'A title and a format',
      body: { projectId: '{projectId}', message: 'Add a title "Hello" at the top, then make it vertical' },
    },
    { title: 'Plan only', body: { projectId: '{projectId}', message: 'mute the music', dryRun: true } },
  ],
  async handle({ body, caller }, deps) {
    const { projectId, message, dryRun = false } = body;
    if (!isIdLike(projectId)) throw projectNotFound();
    // Before the charge: nobody pays for a project that is not there.
    await loadProject(deps, caller.accountId, projectId);
    await checkPrompt(deps.providers, { text: message, field: 'body.message' }, deps);
    const price = creditsFor.planner();
    const work = (signal: AbortSignal) => plan(deps, caller, { projectId, message, dryRun }, signal);
    if (caller.credential.environment === 'test') {
      const done = await work(new AbortController().signal);
      return { ...done, credits: { charged: 0, remaining: await balanceNow(deps.database, caller.accountId) } };
    }
    const charge = { kind: 'planner' as const, credits: price, reason: 'planner turn', request: null };
    const { result, credits } = await runCharged(deps, caller, charge, async (_job, signal) => {
      const done = await work(signal);
      return { provider: done.planner, mediaIds: [], done };
    });
    return { ...result.done, credits };
  },
});

async function plan(
  deps: RouteServices,
  caller: Caller,
  { projectId, message, dryRun }: { projectId: string; message: string; dryRun: boolean },
  signal: AbortSignal,
) {
  let planned: Planned | null = null;
  return againWhenStale(TRIES, async () => {
    const project = await loadProject(deps, caller.accountId, projectId);
    planned =
      planned === null
        ? await runPlanner(deps, caller, project.document, message, signal)
        : await planOn(deps, caller, project.document, message, planned);
    const { planner, commands, unresolved, batch } = planned;
    const applied = batch.changed && !dryRun;
    const row = applied ? await saveDocument(deps, caller.accountId, project, batch.document) : project.row;
    const { results, blocked, lint, suggestedPreviewTimes } = batch;
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
