import type { ChangeSet } from '../changes/change-set.ts';
import { changesBetween } from '../changes/changes-between.ts';
import type { BatchOutcome, Command, CommandResult, ReduceContext } from '../command/command.ts';
import type { Reducer } from '../command/reducer.ts';
import { COMMANDS } from '../commands/index.ts';
import type { Document } from '../document/document.ts';
import { findUnstorable, unstorable } from '../document/storable-text.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { nearestName } from '../errors/nearest-name.ts';
import { type EarlierResult, withReferences } from './references.ts';

const BY_OP = new Map(COMMANDS.map((command) => [command.op, command]));
const REDUCER: Reducer = { ops: [...BY_OP.keys()], reduce: applyMade };

/**
 * Applies one command. Never changes `document`: what did not change is shared with the result, so comparing objects by
 * identity tells what did. A command that fails leaves the same document and says why; it does not throw.
 * `undo(document, changes)` restores the document that was given.
 */
export function reduce(
  document: Document,
  command: Command,
  context: ReduceContext,
): { document: Document; result: CommandResult; changes: ChangeSet } {
  return withChanges(applyOne(document, command, context), document);
}

/**
 * Applies commands in order; each succeeds or fails alone. Ops that the plan lacks are dropped and named in `blocked`. A
 * command may name what an earlier one returned (`withReferences`). With `atomic` the document stays as it was unless every
 * command succeeded; the results say what became of each. `onCommand` hears the place of each command before it is applied.
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

/** The same with its change set, which is made when it is asked for: after a ripple through 10,000 clips it takes longer than the ripple. */
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

/** Applies a command of a batch, which may refer to what `earlier` ones returned. */
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
    // Anything else is a fault of this code, not of the command, and must not pass as one.
    if (error instanceof FramemillError && error.code === 'invalid_request') return failed(document, op, error.message);
    throw error;
  }
}

/** The same for a command that a script has made: texts that cannot be stored fail it here, alone, and not later with its whole batch. */
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
