import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { AtomicSchema, CommandListSchema, REFERENCES } from '../../projects/command-batch.ts';
import { applyCommandsRoute } from '../../routes/apply-commands.ts';
import { defineTool } from '../define-tool.ts';
import { editProject, ReceiptSchema, undoEdit } from '../edit-project.ts';
import { frameContent } from '../frame-content.ts';
import { changing } from '../tool.ts';

export const applyCommandsTool = defineTool({
  name: 'apply_commands',
  title: 'Edit a project, or undo an edit',
  description:
    'Applies 1 to 200 commands in order, or takes an earlier edit back by its `undo` token. Each command succeeds or fails ' +
    `alone, with \`atomic\` all or none. ${REFERENCES} The answer says what was made and changed, and has a token that undoes ` +
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
      throw new FramemillError('invalid_request', 'Send either commands or undo.', { field: 'commands' });
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
