import { catalogue } from '@framemill/compositor/capabilities';
import { changesBetween, commandSchema, durationSec } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { batchMsPerUnit } from '../limiter/cost-limits.ts';
import { applyBatch, batchHint } from '../projects/apply-batch.ts';
import { authorOf, changeOfBatch, changesSince, type StoredChange } from '../projects/change-journal.ts';
import { ChangeRecordSchema, changeRecords } from '../projects/change-record.ts';
import {
  AtomicSchema,
  BatchIdSchema,
  batchFields,
  ChangesSchema,
  CommandListSchema,
  type CommandResultSchema,
  REFERENCES,
} from '../projects/command-batch.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { findProject, loadProject, type Project, saveDocument, staleRev } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that applies commands to a project: POST /v1/projects/{id}/commands. */
export const applyCommandsRoute = defineRoute({
  name: 'apply-commands',
  method: 'POST',
  path: '/projects/:id/commands',
  access: 'projects.write',
  summary: 'Apply commands',
  description:
    'Applies 1 to 200 commands in order. Each succeeds or fails alone; the batch is saved if one succeeded, with ' +
    '`atomic` only ' +
    `if all did. \`ok\` is true when every command that was sent succeeded. ${REFERENCES} With \`dryRun\` ` +
    'nothing is saved. With `rev` the batch runs only against that state. A concurrent change answers 409 with ' +
    '`conflictCode: stale_rev` and the present `rev`. Not idempotent, but for a batch with a `batchId`: one that ' +
    'was applied is answered with what it did then.',
  params: IdParams,
  body: Type.Object({
    commands: CommandListSchema,
    dryRun: Type.Optional(Type.Boolean()),
    atomic: AtomicSchema,
    rev: Type.Optional(Type.Integer({ minimum: 1, description: 'Run only if the project is at this rev.' })),
    batchId: Type.Optional(BatchIdSchema),
  }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  msPerUnit: (_query, body) => batchMsPerUnit(body),
  status: 200,
  answer: Type.Object({
    projectId: Type.String(),
    ok: Type.Boolean(),
    dryRun: Type.Boolean(),
    rev: Type.Integer(),
    ...batchFields,
    suggestedPreviewTimes: Type.Array(Type.Number()),
    timeline: Type.Object({ clipCount: Type.Integer(), durationSec: Type.Number() }),
    hint: Type.String(),
    changes: Type.Optional(ChangesSchema),
    replayed: Type.Optional(
      Type.Boolean({
        description: 'With `batchId`: it was applied before; `rev`, `results` and `changes` are those of then.',
      }),
    ),
  }),
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [
    {
      title: 'Add a title',
      body: { commands: [{ op: 'addTextClip', text: 'The end', start: 1, duration: 2, style: { fontSize: 90 } }] },
    },
    {
      title: 'Add a title and bring it in, both or neither',
      body: {
        commands: [
          { op: 'addTextClip', text: 'Part two', start: 4, duration: 2 },
          { op: 'setTransition', clipId: '$0.clipId', type: 'dissolve', duration: 0.5 },
        ],
        atomic: true,
      },
    },
    {
      title: 'Try without saving',
      body: { commands: [{ op: 'setProjectSettings', background: '#202040' }], dryRun: true },
    },
  ],
  async handle({ params, body, caller }, deps) {
    const project = await loadProject(deps, caller.accountId, params.id);
    const { dryRun = false, atomic = false, batchId } = body;
    const earlier = batchId === undefined || dryRun ? null : await changeOfBatch(deps, project.row.id, batchId);
    if (earlier) return asBefore(earlier, project);
    if (body.rev !== undefined && body.rev !== project.row.rev) throw staleRev(project.row.rev);
    const batch = await applyBatch(deps, caller, project.document, body.commands, { atomic, batchId });
    const save = batch.changed && !dryRun;
    const note = { author: authorOf(caller, 'api'), commands: body.commands, results: batch.results, batchId };
    const row = save ? await saveDocument(deps, caller.accountId, project, batch.document, note) : project.row;
    return {
      projectId: row.id,
      ok: batch.ok,
      dryRun,
      rev: row.rev,
      results: batch.results,
      blocked: batch.blocked,
      lint: batch.lint,
      suggestedPreviewTimes: batch.suggestedPreviewTimes,
      timeline: { clipCount: batch.document.clips.length, durationSec: durationSec(batch.document) },
      hint: batchHint(batch, { dryRun, atomic }, row.id),
      ...(batchId === undefined ? {} : { changes: changesBetween(batch.document, project.document), replayed: false }),
    };
  },
});

/** Builds the response to a batch of commands that was already applied, from its stored change. */
function asBefore({ rev, results, changes }: StoredChange, { row, document }: Project) {
  const applied: Static<typeof CommandResultSchema>[] = JSON.parse(results ?? '[]');
  return {
    ...{ projectId: row.id, ok: applied.every(({ ok }) => ok), dryRun: false, rev },
    ...{ results: applied, blocked: [], lint: [], suggestedPreviewTimes: [] },
    timeline: { clipCount: document.clips.length, durationSec: durationSec(document) },
    hint: `The batch was applied before, as rev ${rev}; nothing was done now.`,
    ...{ changes: JSON.parse(changes), replayed: true },
  };
}

/** Route that lists the changes of a project since a revision: GET /v1/projects/{id}/commands. */
export const listCommands = defineRoute({
  name: 'list-commands',
  method: 'GET',
  path: '/projects/:id/commands',
  access: 'projects.read',
  summary: 'Read what changed since a rev',
  description:
    'Lists the changes after rev `since` in order, each with its commands and what they did: `changes` makes the ' +
    'document of rev - 1 that of rev. Long lists come in parts: ask again with the last `rev` while it is below ' +
    'the `rev` of the answer. `reset`: what changed is no longer known so far back; read the document anew.',
  params: IdParams,
  query: Type.Object({
    since: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_REV, description: 'The rev that the caller has (default 1).' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    rev: Type.Integer({ description: 'The present rev.' }),
    reset: Type.Boolean(),
    entries: Type.Array(ChangeRecordSchema),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Since the beginning', query: { since: 1 } }],
  async handle({ params, query, caller }, deps) {
    const { id, rev } = await findProject(deps, caller.accountId, params.id);
    const stored = await changesSince(deps, id, query.since ?? 1, rev);
    // The list may include changes saved between the two queries.
    const present = Math.max(rev, stored?.at(-1)?.rev ?? 0);
    const entries = await changeRecords(deps, caller, stored ?? []);
    return { rev: present, reset: stored === null, entries };
  },
});

/** Route that checks commands without saving: POST /v1/projects/{id}/validate. */
export const validateCommands = defineRoute({
  name: 'validate-commands',
  method: 'POST',
  path: '/projects/:id/validate',
  access: 'projects.read',
  summary: 'Check commands',
  description: 'Runs commands against the real document without saving: are they valid, does the plan allow them.',
  params: IdParams,
  body: Type.Object({ commands: CommandListSchema }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  msPerUnit: (_query, body) => batchMsPerUnit(body),
  status: 200,
  answer: Type.Object({ valid: Type.Boolean(), ...batchFields }),
  errors: ['not_found'],
  examples: [
    {
      title: 'Check a shape',
      body: {
        commands: [
          {
            op: 'addShapeClip',
            kind: 'circle',
            start: 0,
            duration: 1,
            style: { fill: '#ffcc00', width: 90, height: 90 },
          },
        ],
      },
    },
  ],
  async handle({ params, body, caller }, deps) {
    const { document } = await loadProject(deps, caller.accountId, params.id);
    const { ok, results, blocked, lint } = await applyBatch(deps, caller, document, body.commands);
    return { valid: ok, results, blocked, lint };
  },
});

/** Schema of all commands, built once. Building takes 3 ms. */
const schema = commandSchema(catalogue);

const AnyObject = Type.Object({}, { additionalProperties: true });

/** Route that returns the schema of all commands: GET /v1/schema/commands. */
export const getCommandSchema = defineRoute({
  name: 'get-command-schema',
  method: 'GET',
  path: '/schema/commands',
  access: 'key',
  summary: 'The command schema',
  description: 'Every command with its parameters and results: the single definition of what edits a project.',
  status: 200,
  answer: Type.Object({
    schema: Type.Object({ description: Type.String(), enums: AnyObject, commands: AnyObject }),
  }),
  errors: [],
  examples: [{ title: 'All commands' }],
  async handle() {
    return { schema };
  },
});
