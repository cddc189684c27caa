import type { Command, CommandResult } from '../command/command.ts';
import { refuse } from '../errors/refuse.ts';

/** Outcome of an earlier command of a batch: its result, or `blocked` when the plan lacks it. */
export type EarlierResult = CommandResult | 'blocked';

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
export function withReferences(command: Command, earlier: readonly EarlierResult[]): Command {
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
