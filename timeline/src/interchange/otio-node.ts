import { isRecord } from '../document/is-record.ts';
import { isStorable } from '../document/storable-text.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf } from '../time/rate.ts';

/** An object of an OTIO file and where it stands, so that what is wrong with it can be said. */
export interface OtioNode {
  path: string;
  /** Name of the schema without its version, e.g. Clip. */
  schema: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Reads the text of a file. Throws for what is not JSON or not an object. */
export function otioRoot(data: string): OtioNode {
  try {
    return otioNode(JSON.parse(data, storable), 'data');
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(notJson(data));
    throw error;
  }
}

/** Numbers that some programs write and JSON does not have, outside of strings. */
const NO_NUMBER = /"(?:[^"\\]|\\.)*"|(-?\b(?:Inf(?:inity)?|NaN)\b)/gi;

/** What to say of a text that is not JSON. */
function notJson(data: string): string {
  for (const { 1: word, index } of data.matchAll(NO_NUMBER)) {
    if (word === undefined) continue;
    const line = data.slice(0, index).split('\n').length;
    return `data line ${line}: ${word} is not a number that JSON has. Write the time that is meant, or null where the whole source is.`;
  }
  return `data is not JSON (it begins with ${shown(data.trimStart().slice(0, 20))}). Send the whole .otio file as it is.`;
}

/** Other programs write names that no database stores: NUL goes, and half a surrogate pair becomes the replacement character. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' && !isStorable(value) ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** The object at `path`. Throws when it is not one. */
export function otioNode(value: unknown, path: string): OtioNode {
  if (!isRecord(value) || typeof value.OTIO_SCHEMA !== 'string') {
    throw refuse(`${path} must be an object with OTIO_SCHEMA (got ${shown(value)}). Export it again as OTIO JSON.`);
  }
  return { path, schema: value.OTIO_SCHEMA.replace(/\.\d+$/, ''), fields: value };
}

/** The node in a field of a node. Throws when no object stands there. */
export function otioField(node: OtioNode, field: string): OtioNode {
  return otioNode(node.fields[field], `${node.path}.${field}`);
}

/** The objects of a list field; none when it is absent. */
export function otioList(node: OtioNode, field: string): OtioNode[] {
  const list = node.fields[field];
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw refuse(`${node.path}.${field} must be a list (got ${shown(list)}).`);
  return list.map((value: unknown, index) => otioNode(value, `${node.path}.${field}[${index}]`));
}

/** A RationalTime in seconds. A rate of 23.98 or 29.97 means 24000/1001 or 30000/1001. */
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

/** A TimeRange. Seconds. */
export interface OtioRange {
  start: number;
  duration: number;
  /** How long an hour of timecode at the rate of its start lasts. */
  hourSec: number;
}

/** A TimeRange, or null when the field is absent. */
export function otioRange(node: OtioNode, field: string): OtioRange | null {
  if (node.fields[field] === undefined || node.fields[field] === null) return null;
  const range = otioField(node, field);
  const duration = otioSeconds(range, 'duration');
  if (duration < 0) throw refuse(`${range.path}.duration must be 0 or more (got ${duration} s).`);
  const start = otioSeconds(range, 'start_time');
  const { rate } = otioField(range, 'start_time').fields;
  return { start, duration, hourSec: typeof rate === 'number' && isNtsc(rate) ? 3_603.6 : 3_600 };
}

/** The name of a node; empty when it has none. */
export function otioName(node: OtioNode): string {
  return typeof node.fields.name === 'string' ? node.fields.name : '';
}

/** What this service wrote into `metadata.framemill`; empty for files of others. */
export function otioStored(node: OtioNode): Readonly<Record<string, unknown>> {
  const { metadata } = node.fields;
  return isRecord(metadata) && isRecord(metadata.framemill) ? metadata.framemill : {};
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 40 ? `${json.slice(0, 37)}...` : json;
}
