import { BATCH_ID, type ChangeSet } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Most commands in one request. */
export const MAX_COMMANDS = 200;

/** A command: its name and its parameters, which the reducer checks. */
export const CommandSchema = Type.Object(
  { op: Type.String({ minLength: 1, maxLength: 64, description: 'A name listed by GET /v1/schema/commands.' }) },
  { additionalProperties: true, description: 'The parameters of the command stand beside `op`.' },
);

/** The commands of a request. */
export const CommandListSchema = Type.Array(CommandSchema, { minItems: 1, maxItems: MAX_COMMANDS });

/** The commands of a new project: there may be none. */
export const FirstCommandsSchema = Type.Array(CommandSchema, { maxItems: MAX_COMMANDS });

/** Whether a batch applies all or nothing. */
export const AtomicSchema = Type.Optional(
  Type.Boolean({ description: 'True: nothing is applied unless every command succeeds; false when absent.' }),
);

/** A name that its sender gives a batch. */
export const BatchIdSchema = Type.String({
  pattern: BATCH_ID,
  description: '`bat_` and 24 hex digits, made at random for each batch. Sent again, it is not applied again.',
});

/** What a change did, as data. */
export const ChangesSchema = Type.Unsafe<ChangeSet>({
  type: 'object',
  description: 'What differs from the rev before: fields of settings and markers, and of tracks and clips by id.',
});

/** How a command names what an earlier one made, for descriptions of what takes commands. */
export const REFERENCES =
  'A command may name what an earlier one of its batch returned: `"clipId": "$0.clipId"` is the clip that the first command made, `"$0.clipIds[1]"` the second item of a list.';

/** What one command did. */
export const CommandResultSchema = Type.Object(
  {
    op: Type.String(),
    ok: Type.Boolean(),
    error: Type.Optional(Type.String()),
    data: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'CommandResult' },
);

/** A command that the plan does not allow; it was left out. */
export const BlockedSchema = Type.Object({ op: Type.String(), index: Type.Integer(), reason: Type.String() });

/** Something about the layout that probably is not meant. */
export const LintSchema = Type.Object({
  severity: Type.Enum(['warn', 'note']),
  time: Type.Number({ description: 'Seconds on the timeline.' }),
  clipId: Type.Optional(Type.String({ description: 'The clip that it is about, or the first of several.' })),
  message: Type.String(),
});

/** Fields of every answer that comes from applying commands. */
export const batchFields = {
  results: Type.Array(CommandResultSchema),
  blocked: Type.Array(BlockedSchema),
  lint: Type.Array(LintSchema, { maxItems: 10 }),
};

/** One command as it came in. */
export type CommandInput = Static<typeof CommandSchema>;
