import { Compile, type Static, type TObject, type TProperties, type TSchema, Type } from '#typebox';
import type { Document } from '../document/document.ts';
import { CLOSED, ClipDurationSchema, id } from '../document/scalars.ts';
import { describeSchemaErrors, fieldNames, show } from '../document/schema-error.ts';
import { sourcePositions } from '../document/sources.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { Command, ReduceContext, Reducer } from './command.ts';
import { insideComposition, requireValidCompositions } from './edit-composition.ts';
import { requireFrame, requireSources } from './requirements.ts';

/** Result of running a command: the changed document, and `data` that matches its `returns` schema. */
export interface Outcome {
  document: Document;
  data?: Record<string, unknown>;
}

/** Example of a command. It is also a test: it runs on the example document and must succeed. */
export interface CommandExample {
  title: string;
  /** Commands that run first, to create objects that the example document lacks. */
  given?: Command[];
  params: Record<string, unknown>;
  /** Fields that `data` must contain afterwards. */
  gives?: Record<string, unknown>;
}

/**
 * Kinds of data that a command may need from its context besides media metadata. The caller loads them before the
 * command runs. `analysis`: measurements of the audio of sources (`context.analysis`). `subtitleFile`: the text of an
 * uploaded file (`context.subtitles`). `script`: an engine that runs scripts (`context.scripts`).
 */
export const COMMAND_NEEDS = ['analysis', 'subtitleFile', 'script'] as const;
/** One kind of data that a command needs from its context. */
export type CommandNeed = (typeof COMMAND_NEEDS)[number];

/**
 * Definition of a command. The type is the same for all commands, whatever their parameters, so that all definitions
 * fit into one table.
 */
export interface CommandDefinition {
  op: string;
  description: string;
  /**
   * Other words for the command, as editing programs use them, each with the parameters that it stands for. `{}`: the
   * word means the command as a whole.
   */
  keywords: Readonly<Record<string, object>>;
  params: TObject;
  returns: TObject;
  /** Whether only some plans include the command. */
  planGate: boolean;
  needs: readonly CommandNeed[];
  examples: CommandExample[];
  /**
   * Validates the parameters and runs the command. Throws `invalid_request` for invalid parameters and for changes that
   * the document does not allow.
   */
  apply(document: Document, params: Record<string, unknown>, context: ReduceContext, reducer: Reducer): Outcome;
}

interface CommandInput<Params extends TProperties> {
  op: string;
  description: string;
  /**
   * Other words for the command, as editing programs use them, each with the parameters that it stands for. Absent:
   * none.
   */
  keywords?: Record<string, Partial<Static<TObject<NoInfer<Params>>>>>;
  params: Params;
  returns: TProperties;
  planGate?: boolean;
  /** Data that the command needs besides media facts. Absent: none. */
  needs?: readonly CommandNeed[];
  /**
   * Set for commands that concern the project as a whole. Absent: the command changes a timeline, and gets a parameter
   * `compositionId` for the timeline of a composition.
   */
  scope?: 'project';
  examples: CommandExample[];
  /** Returns a new document that shares the unchanged parts. Must not change `document`. */
  run(document: Document, params: Static<TObject<Params>>, context: ReduceContext, reducer: Reducer): Outcome;
}

/** Parameter of commands that change a timeline: the composition whose timeline it is. */
const CompositionIdParam = Type.Optional(
  id("Composition in whose timeline the command works; the project's own timeline when absent."),
);

/**
 * Defines a command from the schemas of its parameters. Validation, schema and reference page are derived from this
 * definition.
 */
export function defineCommand<Params extends TProperties>(input: CommandInput<Params>): CommandDefinition {
  const own = Type.Object(input.params, CLOSED);
  const isProject = input.scope === 'project';
  const params: TObject = isProject ? own : Type.Object({ ...input.params, compositionId: CompositionIdParam }, CLOSED);
  const validator = Compile(own);
  const positions = sourcePositions(own);

  function applyTo(
    document: Document,
    given: Record<string, unknown>,
    context: ReduceContext,
    reducer: Reducer,
  ): Outcome {
    if (!validator.Check(given)) {
      throw refuse(complaint(input.op, params, describeSchemaErrors(validator.Errors(given), given, '')));
    }
    if (input.params.duration === ClipDurationSchema) requireFrame(document, Number(given.duration));
    requireSources(positions, given, context.media);
    return input.run(document, given, context, reducer);
  }

  function applyAnywhere(
    document: Document,
    given: Record<string, unknown>,
    context: ReduceContext,
    reducer: Reducer,
  ): Outcome {
    if (isProject || !('compositionId' in given)) return applyTo(document, given, context, reducer);
    const { compositionId, ...rest } = given;
    if (compositionId === undefined) return applyTo(document, rest, context, reducer);
    if (typeof compositionId !== 'string') {
      throw refuse(`compositionId must be a text (got ${show(compositionId)}). Use the id of a composition.`);
    }
    return insideComposition(document, compositionId, (nested) => applyTo(nested, rest, context, reducer));
  }

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
      const outcome = applyAnywhere(document, given, context, reducer);
      requireValidCompositions(document, outcome.document);
      return outcome;
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
