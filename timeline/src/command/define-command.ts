import { Compile, type Static, type TObject, type TProperties, type TSchema, Type } from '#typebox';
import type { Document } from '../document/document.ts';
import { CLOSED, ClipDurationSchema } from '../document/scalars.ts';
import { describeSchemaErrors, fieldNames } from '../document/schema-error.ts';
import { sourcePositions } from '../document/source-positions.ts';
import { refuse } from '../errors/refuse.ts';
import type { Command, ReduceContext } from './command.ts';
import type { Reducer } from './reducer.ts';
import { requireFrame } from './require-frame.ts';
import { requireSources } from './require-sources.ts';

/** What a command leaves behind: the changed document, and `data` as its `returns` says. */
export interface Outcome {
  document: Document;
  data?: Record<string, unknown>;
}

/** A way to use a command. Each is also a test: it runs on the example document and must succeed. */
export interface CommandExample {
  title: string;
  /** Commands that run first, where the example document lacks what this one is about. */
  given?: Command[];
  params: Record<string, unknown>;
  /** Fields that `data` must have afterwards. */
  gives?: Record<string, unknown>;
}

/**
 * What a command asks its context for beyond facts of media, so that it is looked up before the command runs. `analysis`: what was
 * measured in the audio of sources (`context.analysis`). `subtitleFile`: the text of an uploaded file (`context.subtitles`). `script`:
 * an engine that runs scripts (`context.scripts`).
 */
export const COMMAND_NEEDS = ['analysis', 'subtitleFile', 'script'] as const;
/** Something that a command asks its context for. */
export type CommandNeed = (typeof COMMAND_NEEDS)[number];

/** A command, its parameters no longer in its type, so that all of them fit one table. */
export interface CommandDefinition {
  op: string;
  description: string;
  /** Words that editors use for it, with the parameters that they stand for; {}: the word names the whole command. */
  keywords: Readonly<Record<string, object>>;
  params: TObject;
  returns: TObject;
  /** True: only some plans may use it. */
  planGate: boolean;
  needs: readonly CommandNeed[];
  examples: CommandExample[];
  /** Checks the parameters and runs. Throws `invalid_request` for bad ones and for what the document does not allow. */
  apply(document: Document, params: Record<string, unknown>, context: ReduceContext, reducer: Reducer): Outcome;
}

interface CommandInput<Params extends TProperties> {
  op: string;
  description: string;
  /** Words that editors use for it, with the parameters that they stand for. None when absent. */
  keywords?: Record<string, Partial<Static<TObject<NoInfer<Params>>>>>;
  params: Params;
  returns: TProperties;
  planGate?: boolean;
  /** Nothing when absent. */
  needs?: readonly CommandNeed[];
  examples: CommandExample[];
  /** Must not change `document`; returns a new one that shares what did not change. */
  run(document: Document, params: Static<TObject<Params>>, context: ReduceContext, reducer: Reducer): Outcome;
}

/** Defines a command from its parameters' schemas. The definition is all there is: validation, schema and reference page come from it. */
export function defineCommand<Params extends TProperties>(input: CommandInput<Params>): CommandDefinition {
  const params = Type.Object(input.params, CLOSED);
  const validator = Compile(params);
  const positions = sourcePositions(params);
  return {
    op: input.op,
    description: input.description,
    keywords: input.keywords ?? {},
    params,
    returns: Type.Object({ ...input.returns, fixes: FixesSchema }),
    planGate: input.planGate ?? false,
    needs: input.needs ?? [],
    examples: input.examples,
    apply: (document, given, context, reducer) => {
      if (!validator.Check(given)) {
        throw refuse(complaint(input.op, params, describeSchemaErrors(validator.Errors(given), given, '')));
      }
      if (input.params.duration === ClipDurationSchema) requireFrame(document, Number(given.duration));
      requireSources(positions, given, context.media);
      return input.run(document, given, context, reducer);
    },
  };
}

const FixesSchema = Type.Optional(
  Type.Array(Type.String(), { description: 'What the reducer put right, in words; absent when nothing was.' }),
);

function complaint(op: string, params: TSchema, problem: { path: string; message: string }): string {
  if (problem.path === '') return `${op}${problem.message}`;
  const takes = `${op} takes ${fieldNames(params).join(', ')}.`;
  return problem.message.includes('not a known field') ? `${problem.message} ${takes}` : problem.message;
}
