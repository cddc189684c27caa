import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import type { Statement } from '@framemill/testing/recorded-statements';

/** Name of the request header with which a client names its call. */
export const callHeader = 'x-bench-call';

/** Statement that an API process sent: for the call that a client named, or for a background loop (null). */
export interface RecordedStatement extends Statement {
  readonly call: string | null;
}

/** Returns the line that stores a statement in a file. JSON alone would lose dates, bytes and large numbers. */
export function lineOf(statement: RecordedStatement): string {
  return `${serialize(statement).toString('base64')}\n`;
}

/** Returns the statements in a file of lines of `lineOf`, in order. */
export function readRecorded(file: string): RecordedStatement[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => deserialize(Buffer.from(line, 'base64')));
}
