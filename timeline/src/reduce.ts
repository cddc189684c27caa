import type { ChangeSet } from './changes/change-set.ts';
import { changesBetween } from './changes/changes-between.ts';
import type { BatchOutcome, Command, CommandResult, ReduceContext, Reducer } from './command/command.ts';
import { COMMANDS } from './commands/index.ts';
import type { Document } from './document/document.ts';
import { findUnstorable, unstorable } from './document/storable-text.ts';
import { FramemillError, refuse } from './errors/framemill-error.ts';
import { nearestName } from './errors/nearest-name.ts';

const BY_OP = new Map(COMMANDS.map((command) => [command.op, command]));
const REDUCER: Reducer = { ops: [...BY_OP.keys()], reduce: applyMade };

/**
 * Applies one command. Never changes `document`; unchanged parts are shared with the result.
 * Comparing objects by identity therefore shows what changed. A failed command returns the same document and an error
 * in its result; it does not throw. `undo(document, changes)` restores the original document.
 */
export function reduce(
  document: Document,
  command: Command,
  context: ReduceContext,
): { document: Document; result: CommandResult; changes: ChangeSet } {
  return withChanges(applyOne(document, command, context), document);
}

/**
 * Applies commands in order. Each succeeds or fails on its own.
 * Ops that the plan does not include are skipped and listed in `blocked`. A command may refer to return values of
 * earlier commands (`withReferences`). With `atomic` the document changes only if every command succeeds; the results
 * still describe each command. `onCommand` is called with the index of each command before it is applied.
 */
export function applyCommands(
  document: Document,
  commands: readonly Command[],
  context: ReduceContext,
  { atomic = false, onCommand }: { atomic?: boolean; onCommand?: (index: number) => void } = {},
): BatchOutcome {
  const outcome: Omit<BatchOutcome, 'changes'> = { document, results: [], blocked: [] };
  const earlier: EarlierResult[] = [];
  for (const [index, command] of commands.entries()) {
    const { op } = command;
    onCommand?.(index);
    if (context.allowedOps && !context.allowedOps(op)) {
      outcome.blocked.push({ op, index, reason: blockedBecause(op) });
      earlier.push('blocked');
      continue;
    }
    const { document: next, result } = applyReferring(outcome.document, command, context, earlier);
    outcome.document = next;
    outcome.results.push(result);
    earlier.push(result);
  }
  if (atomic && !earlier.every((result) => result !== 'blocked' && result.ok)) outcome.document = document;
  return withChanges(outcome, document);
}

/**
 * Adds the property `changes`, which is computed on first access: after a ripple through 10,000 clips, computing the
 * changes takes longer than the ripple itself.
 */
function withChanges<Reduced extends { document: Document }>(reduced: Reduced, before: Document) {
  let known: ChangeSet | undefined;
  return {
    ...reduced,
    get changes() {
      known ??= changesBetween(before, reduced.document);
      return known;
    },
  };
}

interface Applied {
  document: Document;
  result: CommandResult;
}

/** Applies a command of a batch, which may refer to return values of `earlier` commands. */
function applyReferring(
  document: Document,
  command: Command,
  context: ReduceContext,
  earlier: readonly EarlierResult[],
): Applied {
  return orFailed(document, command.op, () => applyOne(document, withReferences(command, earlier), context));
}

function applyOne(document: Document, command: Command, context: ReduceContext): Applied {
  const { op, ...params } = command;
  const definition = BY_OP.get(op);
  if (!definition) return failed(document, op, unknownOp(op));
  if (context.allowedOps && !context.allowedOps(op)) return failed(document, op, blockedBecause(op));
  return orFailed(document, op, () => {
    const outcome = definition.apply(document, params, context, REDUCER);
    const result: CommandResult = { op, ok: true };
    if (outcome.data && Object.keys(outcome.data).length > 0) result.data = outcome.data;
    return { document: outcome.document, result };
  });
}

function orFailed(document: Document, op: string, apply: () => Applied): Applied {
  try {
    return apply();
  } catch (error) {
    // Any other error is a fault of this code, not of the command, and must not be reported as a failed command.
    if (error instanceof FramemillError && error.code === 'invalid_request') return failed(document, op, error.message);
    throw error;
  }
}

/**
 * Applies a command from a script. Text that cannot be stored makes only this command fail, instead of the whole batch
 * later.
 */
function applyMade(document: Document, command: Command, context: ReduceContext) {
  const broken = findUnstorable(command);
  return broken === null ? applyOne(document, command, context) : failed(document, command.op, unstorable(broken));
}

function failed(document: Document, op: string, error: string): Applied {
  return { document, result: { op, ok: false, error } };
}

function unknownOp(op: string): string {
  const names = COMMANDS.map((command) => command.op);
  const near = nearestName(op, names);
  return `op "${String(op)}" does not exist. ${near ? `Did you mean ${near}?` : `Use one of ${names.join(', ')}.`}`;
}

function blockedBecause(op: string): string {
  return `op "${op}" is not in the plan of this account. Upgrade to use it.`;
}

/** Outcome of an earlier command of a batch: its result, or `blocked` when the plan lacks it. */
type EarlierResult = CommandResult | 'blocked';

/** Pattern of a reference: `$<index>.<field>` or `$<index>.<field>[<item>]`. */
const REFERENCE = /^\$(\d{1,3})\.([A-Za-z]\w*)(?:\[(\d{1,5})\])?$/;

/** Parameters that contain text or code, in which something like a reference is plain text. */
const TEXT_PARAMS: ReadonlySet<string> = new Set(
  'text title subtitle label name content find replace html css js source data'.split(' '),
);

/** Maximum depth of references: in parameters, in lists and in patches. */
const DEEPEST = 4;

/**
 * Replaces the references in a command: `"$0.clipId"` is the `clipId` that the first command of the batch returned.
 * `"$0.clipIds[1]"` is the second item of a list. `earlier` has the outcome of each command before it, in the order of
 * the batch. Throws `invalid_request` for a reference without a value. A command without references is returned as it
 * is.
 */
function withReferences(command: Command, earlier: readonly EarlierResult[]): Command {
  return Object.values(command).every((value) => !holdsReference(value, 1))
    ? command
    : { ...resolvedFields(command, earlier, 1), op: command.op };
}

function holdsReference(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return REFERENCE.test(value);
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return false;
  return Object.values(value).some((inner) => holdsReference(inner, depth + 1));
}

function resolved(value: unknown, earlier: readonly EarlierResult[], depth: number): unknown {
  if (typeof value === 'string') return REFERENCE.test(value) ? referred(value, earlier) : value;
  if (typeof value !== 'object' || value === null || depth >= DEEPEST) return value;
  if (Array.isArray(value)) return value.map((inner: unknown) => resolved(inner, earlier, depth + 1));
  return resolvedFields(value, earlier, depth + 1);
}

function resolvedFields(value: object, earlier: readonly EarlierResult[], depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, unknown] => {
      return [name, TEXT_PARAMS.has(name) ? inner : resolved(inner, earlier, depth)];
    }),
  );
}

function referred(reference: string, earlier: readonly EarlierResult[]): unknown {
  const [, place = '', field = '', item] = REFERENCE.exec(reference) ?? [];
  const result = earlier[Number(place)];
  const what = `Reference "${reference}"`;
  if (!result) {
    const earlierOnes = earlier.length === 0 ? 'none comes before it' : `0 to ${earlier.length - 1} come before it`;
    throw refuse(`${what} names command ${place}, which does not come before this command: ${earlierOnes}.`);
  }
  if (result === 'blocked')
    throw refuse(`${what}: command ${place} is not in the account's plan and did not run. Leave it out.`);
  if (!result.ok) throw refuse(`${what}: command ${place} (${result.op}) failed. Correct that command first.`);
  const { data = {} } = result;
  if (!Object.hasOwn(data, field)) {
    const known = Object.keys(data).join(', ') || 'nothing';
    throw refuse(`${what}: command ${place} (${result.op}) returned no ${field}; it returned ${known}. Correct it.`);
  }
  const value = data[field];
  if (item === undefined) return value;
  if (!Array.isArray(value)) throw refuse(`${what}: ${field} of command ${place} is not a list. Leave out [${item}].`);
  if (Number(item) >= value.length)
    throw refuse(`${what}: ${field} of command ${place} has ${value.length} items, numbered from 0. Correct it.`);
  return value[Number(item)];
}
