import { type AnyNode, parse } from '@humanwhocodes/momoa';

/** Position in a text; line and column start at 1. */
export interface Place {
  line: number;
  column: number;
}

/** Path in a JSON value: field names and array indexes, from the outside in. */
export type JsonPath = readonly (string | number)[];

/**
 * Returns the position of the first error in a text that `JSON.parse` rejected, and the reason. `cause` is the error of
 * `JSON.parse`.
 */
export function jsonFault(text: string, cause: unknown): { place: Place; reason: string } {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, said, line, column] =
    /^(.*?) (?:in|after) JSON at position \d+ \(line (\d+) column (\d+)\)/s.exec(message) ?? [];
  if (said !== undefined) return { place: { line: Number(line), column: Number(column) }, reason: said };
  const lines = text.split('\n');
  const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  if (/end of JSON input/.test(message)) return { place: end, reason: 'it ends in the middle of a value' };
  // The engine's message has no position for a wrong token.
  try {
    parse(text, { mode: 'json' });
  } catch (error) {
    if (error instanceof Error && 'line' in error && 'column' in error) {
      const [reason = ''] = error.message.split(/\.? ?\(\d+:\d+\)/);
      return { place: { line: Number(error.line), column: Number(error.column) }, reason };
    }
  }
  return { place: { line: 1, column: 1 }, reason: message };
}

/**
 * Returns the position of the value at `path` in JSON text: the position of its field name or of the array element.
 * When the path does not exist, returns the position of its last existing ancestor.
 */
export function placeInJson(text: string, path: JsonPath): Place {
  let node: AnyNode = parse(text, { mode: 'json' }).body;
  let { line, column } = node.loc.start;
  for (const step of path) {
    const found = inside(node, step);
    if (!found) break;
    ({ line, column } = found.loc.start);
    node = found.value;
  }
  return { line, column };
}

/** Parses a field name in the notation of error details, such as `clips[3].textStyle.color`, into a path. */
export function jsonPath(field: string): JsonPath {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

function inside(node: AnyNode, step: string | number) {
  if (node.type === 'Array') return node.elements[Number(step)];
  if (node.type !== 'Object') return undefined;
  // Of two fields with the same name, the last one counts.
  return node.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === String(step));
}
