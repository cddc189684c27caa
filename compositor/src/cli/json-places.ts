import { type AnyNode, parse } from '@humanwhocodes/momoa';

/** A place in a text; both count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Names of fields and numbers of entries, from the outside in. */
export type JsonPath = readonly (string | number)[];

/** Where a text that `JSON.parse` refused with `cause` stops being JSON, and why. */
export function jsonFault(text: string, cause: unknown): { place: Place; reason: string } {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, said, line, column] =
    /^(.*?) (?:in|after) JSON at position \d+ \(line (\d+) column (\d+)\)/s.exec(message) ?? [];
  if (said !== undefined) return { place: { line: Number(line), column: Number(column) }, reason: said };
  const lines = text.split('\n');
  const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  if (/end of JSON input/.test(message)) return { place: end, reason: 'It ends in the middle of a value' };
  // Of a wrong token the engine says no place.
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

/** Where what `path` names stands in JSON text: its name, or an entry's beginning; of what is not there, what it is missing in. */
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

/** `clips[3].textStyle.color` as a path. */
export function jsonPath(field: string): JsonPath {
  return [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

function inside(node: AnyNode, step: string | number) {
  if (node.type === 'Array') return node.elements[Number(step)];
  if (node.type !== 'Object') return undefined;
  // Of two fields with one name the last counts.
  return node.members.findLast(({ name }) => (name.type === 'String' ? name.value : name.name) === String(step));
}
