import { BATCH_ID, type ChangeSet } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Maximum commands in one request. */
export const MAX_COMMANDS = 200;

/** Schema of a command: its name and its parameters, which the command reducer checks. */
export const CommandSchema = Type.Object(
  { op: Type.String({ minLength: 1, maxLength: 64, description: 'A name listed by GET /v1/schema/commands.' }) },
  { additionalProperties: true, description: 'The parameters of the command stand beside `op`.' },
);

/** Schema of the commands in a request. */
export const CommandListSchema = Type.Array(CommandSchema, { minItems: 1, maxItems: MAX_COMMANDS });

/** Schema of the commands for a new project. The list may be empty. */
export const FirstCommandsSchema = Type.Array(CommandSchema, { maxItems: MAX_COMMANDS });

/** Schema of the request field that states whether a batch applies all commands or none. */
export const AtomicSchema = Type.Optional(
  Type.Boolean({ description: 'True: nothing is applied unless every command succeeds; false when absent.' }),
);

/** Schema of the id that a client gives to a batch of commands. */
export const BatchIdSchema = Type.String({
  pattern: BATCH_ID,
  description: '`bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again.',
});

/** Schema of the effects of a change on the document. */
export const ChangesSchema = Type.Unsafe<ChangeSet>({
  type: 'object',
  description: 'What differs from the rev before: fields of settings and markers, and of tracks and clips by id.',
});

/** Text for descriptions of the API: explains how a command refers to the result of an earlier command of its batch. */
export const REFERENCES =
  'A command may name what an earlier one of its batch returned: `"clipId": "$0.clipId"` is the clip that the ' +
  'first command made, `"$0.clipIds[1]"` the second item of a list.';

/** Schema of the result of one command. */
export const CommandResultSchema = Type.Object(
  {
    op: Type.String(),
    ok: Type.Boolean(),
    error: Type.Optional(Type.String()),
    data: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'CommandResult' },
);

/** Schema of a command that was not run, because the account's plan does not allow it. */
export const BlockedSchema = Type.Object({ op: Type.String(), index: Type.Integer(), reason: Type.String() });

/** Schema of a lint finding: something in the layout that is probably a mistake. */
export const LintSchema = Type.Object({
  severity: Type.Enum(['warn', 'note']),
  time: Type.Number({ description: 'Seconds on the timeline.' }),
  clipId: Type.Optional(Type.String({ description: 'The clip that it is about, or the first of several.' })),
  message: Type.String(),
});

/** Fields of every response to a request that applies commands. */
export const batchFields = {
  results: Type.Array(CommandResultSchema),
  blocked: Type.Array(BlockedSchema),
  lint: Type.Array(LintSchema, { maxItems: 10 }),
};

/** Command of a request, not yet checked by the reducer. */
export type CommandInput = Static<typeof CommandSchema>;
