import { isRecord } from '../document/json.ts';
import { storableText } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';
import { rateOf } from '../time.ts';

/** An object of an OTIO file and its path in the file, for error messages. */
export interface OtioNode {
  path: string;
  /** Name of the schema without its version, such as Clip. */
  schema: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Parses the text of an OTIO file as JSON. Throws `invalid_request` for text that is not JSON. */
export function parseOtio(data: string): unknown {
  try {
    return JSON.parse(data, storable);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(notJson(data));
    throw error;
  }
}

/** Numbers that JSON does not allow but some programs write, such as NaN, outside of strings. */
const NO_NUMBER = /"(?:[^"\\]|\\.)*"|(-?\b(?:Inf(?:inity)?|NaN)\b)/gi;

/** Returns the error message for a text that is not JSON. */
function notJson(data: string): string {
  for (const { 1: word, index } of data.matchAll(NO_NUMBER)) {
    if (word === undefined) continue;
    const line = data.slice(0, index).split('\n').length;
    return `data line ${line}: ${word} is not a valid JSON number. Write the time, or null for the whole source.`;
  }
  return (
    `data is not JSON (it begins with ${shown(data.trimStart().slice(0, 20))}). ` +
    'Send the whole .otio file as it is.'
  );
}

/** Makes the texts of a file storable, because other programs write names that no database accepts. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value;
}

/** Returns the object at `path`. Throws `invalid_request` when it is not an OTIO object. */
export function otioNode(value: unknown, path: string): OtioNode {
  if (!isRecord(value) || typeof value.OTIO_SCHEMA !== 'string') {
    throw refuse(`${path} must be an object with OTIO_SCHEMA (got ${shown(value)}). Export it again as OTIO JSON.`);
  }
  return { path, schema: value.OTIO_SCHEMA.replace(/\.\d+$/, ''), fields: value };
}

/** Returns the object in a field of `node`. Throws `invalid_request` when the field has no OTIO object. */
export function otioField(node: OtioNode, field: string): OtioNode {
  return otioNode(node.fields[field], `${node.path}.${field}`);
}

/**
 * Returns the objects of a list field; empty when the field is absent. Throws `invalid_request` when it is not a list.
 */
export function otioList(node: OtioNode, field: string): OtioNode[] {
  const list = node.fields[field];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw refuse(`${node.path}.${field} must be a list (got ${shown(list)}).`);
  return list.map((value: unknown, index) => otioNode(value, `${node.path}.${field}[${index}]`));
}

/**
 * Converts a RationalTime to seconds. A rate of 23.98 or 29.97 means 24000/1001 or 30000/1001. Throws `invalid_request`
 * for an invalid time.
 */
export function otioSeconds(node: OtioNode, field: string): number {
  const { fields, path } = otioField(node, field);
  const { value, rate } = fields;
  if (typeof value !== 'number' || typeof rate !== 'number' || !(rate > 0) || !Number.isFinite(value / rate)) {
    throw refuse(`${path} must have a value and a rate above 0 (got ${shown(value)} at ${shown(rate)}).`);
  }
  return isNtsc(rate) ? (value * 1001) / rateOf(rate).num : value / rate;
}

function isNtsc(rate: number): boolean {
  return rateOf(rate).den === 1001;
}

/** A TimeRange in seconds. */
export interface OtioRange {
  start: number;
  duration: number;
  /** Length of an hour of timecode at the rate of the range's start. */
  hourSec: number;
}

/** Reads a TimeRange; `null` when the field is absent. Throws `invalid_request` for an invalid range. */
export function otioRange(node: OtioNode, field: string): OtioRange | null {
  if (node.fields[field] === undefined || node.fields[field] === null) return null;
  const range = otioField(node, field);
  const duration = otioSeconds(range, 'duration');
  if (duration < 0) throw refuse(`${range.path}.duration must be 0 or more (got ${duration} s).`);
  const start = otioSeconds(range, 'start_time');
  const { rate } = otioField(range, 'start_time').fields;
  return { start, duration, hourSec: typeof rate === 'number' && isNtsc(rate) ? 3_603.6 : 3_600 };
}

/** Returns the name of a node; empty when it has none. */
export function otioName(node: OtioNode): string {
  return typeof node.fields.name === 'string' ? node.fields.name : '';
}

/** Returns the data that Framemill stored in `metadata.framemill`; empty for files of other programs. */
export function otioStored(node: OtioNode): Readonly<Record<string, unknown>> {
  const { metadata } = node.fields;
  return isRecord(metadata) && isRecord(metadata.framemill) ? metadata.framemill : {};
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 40 ? `${json.slice(0, 37)}...` : json;
}
