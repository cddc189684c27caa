import { catalogue } from '@framemill/compositor/capabilities';
import { commandSchema, FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { AtomicSchema, CommandListSchema, REFERENCES } from '../../projects/command-batch.ts';
import { applyCommandsRoute, getCommandSchema, validateCommands } from '../../routes/commands.ts';
import { askJson, frameContent } from '../ask-route.ts';
import { searchCommands } from '../command-search.ts';
import { editProject, ReceiptSchema, undoEdit } from '../edit-project.ts';
import { changing, defineTool, reading } from '../tool.ts';

export const applyCommandsTool = defineTool({
  name: 'apply_commands',
  title: 'Edit a project, or undo an edit',
  description:
    'Applies 1 to 200 commands in order, or takes an earlier edit back by its `undo` token. Each command ' +
    'succeeds or fails ' +
    `alone, with \`atomic\` all or none. ${REFERENCES} The answer says what was made and changed, and has a ` +
    'token that undoes ' +
    'this edit. With `dryRun` nothing is saved.',
  route: applyCommandsRoute,
  scope: 'projects.write',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    commands: Type.Optional(CommandListSchema),
    undo: Type.Optional(Type.String({ maxLength: 64, description: 'Token of an edit, in place of `commands`.' })),
    rev: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The rev that you saw: refused if the same parts changed since.' }),
    ),
    dryRun: Type.Optional(Type.Boolean()),
    atomic: AtomicSchema,
    preview: Type.Optional(Type.Enum(['none', 'frame'], { description: '`frame`: also show a frame of the result.' })),
  }),
  output: ReceiptSchema,
  annotations: { ...changing, destructiveHint: true },
  async run({ projectId, commands, undo, preview, rev, dryRun, atomic = false }, context) {
    if ((commands === undefined) === (undo === undefined)) {
      const message = 'commands and undo are both set or both missing. Send exactly one of them.';
      throw new FramemillError('invalid_request', message, { field: 'commands' });
    }
    const edit = { projectId, ...(rev === undefined ? {} : { rev }), ...(dryRun === undefined ? {} : { dryRun }) };
    const receipt =
      commands === undefined
        ? await undoEdit(context, projectId, undo ?? '')
        : await editProject(context, { ...edit, commands, atomic });
    const at = receipt.suggestedPreviewTimes[0] ?? (undo === undefined ? undefined : 0);
    if (preview !== 'frame' || at === undefined || dryRun) return { data: receipt };
    return { data: receipt, content: [await frameContent(context, projectId, at)] };
  },
});

export const validateCommandsTool = defineTool({
  name: 'validate_commands',
  title: 'Check commands',
  description:
    'Runs commands against the real project without saving: are they valid, does the plan allow them, what does ' +
    'the layout say.',
  route: validateCommands,
  scope: 'projects.read',
  input: Type.Object({ projectId: Type.String({ maxLength: 64 }), commands: CommandListSchema }),
  output: validateCommands.answer,
  annotations: reading,
  run: async ({ projectId, commands }, context) => ({
    data: await askJson(context, {
      ...{ method: 'POST', url: `/v1/projects/${encodeURIComponent(projectId)}/validate`, body: { commands } },
    }),
  }),
});

export const findCommands = defineTool({
  name: 'find_commands',
  title: 'Find commands',
  description:
    'The commands that edit projects: all, or the best for a few words such as `crossfade`, `lower third` or ' +
    '`slow motion`. `params` makes what was asked for; `hint` says when another tool does it. Then ' +
    '`describe_commands`.',
  route: getCommandSchema,
  scope: null,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 100, description: 'Words to look for, in English.' })),
  }),
  output: Type.Object({
    commands: Type.Array(
      Type.Object({ op: Type.String(), description: Type.String(), params: Type.Optional(Type.Unknown()) }),
    ),
    hint: Type.Optional(Type.String()),
  }),
  annotations: reading,
  async run({ query = '' }) {
    if (query.trim() !== '') return { data: { ...searchCommands(query) } };
    const { commands } = commandSchema(catalogue);
    return { data: { commands: Object.entries(commands).map(([op, { description }]) => ({ op, description })) } };
  },
});

export const describeCommands = defineTool({
  name: 'describe_commands',
  title: 'Describe commands',
  description: 'The parameters of commands, as JSON Schema, for `apply_commands`.',
  scope: null,
  input: Type.Object({ ops: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 20 }) }),
  output: Type.Object({ description: Type.String(), commands: Type.Record(Type.String(), Type.Unknown()) }),
  annotations: reading,
  async run({ ops }) {
    const { description, commands } = commandSchema(catalogue);
    const unknown = ops.filter((op) => !Object.hasOwn(commands, op));
    if (unknown.length > 0) {
      const message = `There is no command ${unknown.join(', ')}. Call find_commands for the list.`;
      throw new FramemillError('invalid_request', message, { field: 'ops' });
    }
    return { data: { description, commands: Object.fromEntries(ops.map((op) => [op, commands[op]])) } };
  },
});
