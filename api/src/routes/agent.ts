import { Type } from '@framemill/timeline/typebox';
import { CreditsSchema } from '../generation/generation-schema.ts';
import { isIdLike } from '../ids.ts';
import { requireWithin } from '../limiter/cost-limits.ts';
import { agentTurn } from '../planner/agent-turn.ts';
import { batchFields, CommandSchema } from '../projects/command-batch.ts';
import { ProjectRecordSchema } from '../projects/project-record.ts';
import { projectNotFound } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that edits a project according to a message in natural language: POST /v1/ai/agent. */
export const runAgent = defineRoute({
  name: 'run-agent',
  method: 'POST',
  path: '/ai/agent',
  access: 'ai.agent',
  summary: 'Edit by a message',
  description:
    'Turns a message into commands and applies them. Models that are configured are asked in turn, with at most ' +
    'one repair call; without any, or when all fail, rules plan it (`planner: heuristic`). What could not be ' +
    'planned is in `unresolved`. Costs 5 credits, also with `dryRun` and for an empty plan of a model; given ' +
    'back when every planner fails, and when rules plan nothing. With a test key the rules plan and nothing is ' +
    'charged.',
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
    // Offload before the charge: a plan started here could not be restarted in a thread without a second model call.
    requireWithin(deps, 'plannerMessages', 1);
    return agentTurn(deps, caller, { projectId, message, dryRun });
  },
});
