import fc from 'fast-check';
import { expect, it } from 'vitest';
import { undo } from '../src/changes/undo.ts';
import { exampleContext, exampleProject } from '../src/commands/examples.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { parseDocument } from '../src/document/parse-document.ts';
import type { Clip, Command, Document, ReduceContext } from '../src/index.ts';
import { applyCommands, reduce } from '../src/reduce.ts';
import { exampleHints } from './example-hints.ts';
import { expectPlayable } from './expect-playable.ts';
import { arbitraryOf } from './schema-arbitrary.ts';
import { scriptEngine } from './script-engine.ts';

const SEED = 20_260_802;
const LONGEST = 200;
const scripts = await scriptEngine();
const context = (): ReduceContext => ({ ...exampleContext(), scripts });

const HINTS = exampleHints();
/**
 * Generators of random calls of each command: parameters that its schema allows, and the examples of its definition.
 * The examples are needed because some commands require text that random values do not form.
 */
const commandsOf = COMMANDS.map(({ op, params, examples }) =>
  fc.oneof(
    { weight: 6, arbitrary: arbitraryOf(params, HINTS).map((made) => [asCommand(op, made)]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...examples.map(({ given, params: made }) => [...(given ?? []), asCommand(op, made)])),
    },
  ),
);
const program = fc
  .array(fc.oneof(...commandsOf), { minLength: 1, maxLength: LONGEST, size: 'max' })
  .map((parts) => parts.flat().slice(0, LONGEST));

for (const { programs, tags } of [
  { programs: 100, tags: [] },
  { programs: 1_000, tags: 'full' },
])
  it(
    `${programs} random programs of up to ${LONGEST} commands keep every promise of the reducer`,
    {
      timeout: 1_200_000,
      tags,
    },
    () => expectPromises(programs),
  );

function expectPromises(programs: number): void {
  const succeeded = new Map<string, number>();
  let total = 0;
  const property = fc.property(program, (commands) => {
    const start = deepFrozen(startProject());
    const stepwise = context();
    const valid = new Set<Clip>();
    let document = start;
    const results = [];
    for (const command of deepFrozen(commands)) {
      // Frozen before each command: a command that writes into its input throws a TypeError, which no one catches.
      const before = document;
      const reduced = reduce(before, command, stepwise);
      results.push(reduced.result);
      document = deepFrozen(reduced.document);
      if (reduced.result.ok) {
        succeeded.set(command.op, (succeeded.get(command.op) ?? 0) + 1);
        // An expectation takes longer to make than this to check: only what fails makes one.
        if (!isValid(document, valid)) expect(parseDocument(document), command.op).toBe(document);
        const overlapping = overlaps(document);
        if (overlapping.length > 0) expect(overlapping, command.op).toEqual([]);
      } else expectDeclaredError(reduced.result.error, before, document);
      expectSame(undo(document, fromJson(reduced.changes)), before, `undo of ${command.op}`);
    }
    total += commands.length;
    expect(parseDocument(document)).toBe(document);
    expectSame(fromJson(document), document, 'JSON round trip');
    expectPlayable(document);
    // One batch does what its commands do one by one (which is how validate and dry runs work), and undoes as a whole.
    const batch = applyCommands(start, commands, context());
    expectSame(batch.document, document, 'a batch');
    expectSame(batch.results, results, 'the results of a batch');
    expectSame(undo(batch.document, fromJson(batch.changes)), start, 'undo of a batch');
  });
  // Most commands fail, and the runner asks for stacks of 100 calls.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    fc.assert(property, { seed: SEED, numRuns: programs });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  const share = [...succeeded.values()].reduce((sum, count) => sum + count, 0) / total;
  process.stdout.write(`${programs} programs, ${total} commands, ${(share * 100).toFixed(0)} % succeeded\n`);
  expect(share).toBeGreaterThan(0.2);
  expect(COMMANDS.map(({ op }) => op).filter((op) => !succeeded.has(op))).toEqual([]);
}

/** The example project with an effect, because random commands hardly ever name one that they have added. */
function startProject(): Document {
  const context = { ...exampleContext(), newId: () => 'effect-given' };
  return reduce(exampleProject(), { op: 'addEffect', clipId: 'clip-1', type: 'blur' }, context).document;
}

function asCommand(op: string, params: unknown): Command {
  return { ...(typeof params === 'object' ? params : {}), op };
}

function expectDeclaredError(error: string | undefined, before: Document, after: Document): void {
  if (after !== before) expect.fail(`a command that failed changed the document: ${error}`);
  if (!/^\S.{10,}[.?]$/s.test(error ?? '')) expect.fail(`not a sentence: ${error}`);
}

function fromJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

/** Expects two values to be equal JSON. It replaces `toEqual`, which takes too long for thousands of documents. */
function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (!isSame(actual, expected)) expect(actual, what).toEqual(expected);
}

/** Whether two values are equal JSON. Identical objects are not compared in depth. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const fields = Object.entries(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    fields.length === Object.keys(b).length &&
    fields.every(([field, value]) => Object.hasOwn(b, field) && isSame(value, Reflect.get(b, field)))
  );
}

/**
 * Whether `parseDocument` accepts the document unchanged. Clips in `valid` have passed before and are frozen, so they
 * are not validated again.
 */
function isValid(document: Document, valid: Set<Clip>): boolean {
  const changed = { ...document, clips: document.clips.filter((clip) => !valid.has(clip)) };
  if (parseDocument(changed) !== changed) return false;
  for (const clip of changed.clips) valid.add(clip);
  const tracks = new Set(document.tracks.map(({ id }) => id));
  return (
    new Set(document.clips.map(({ id }) => id)).size === document.clips.length &&
    document.clips.every(({ trackIndex }) => tracks.has(trackIndex))
  );
}

function overlaps(document: Document): string[] {
  const found: string[] = [];
  for (const clips of Map.groupBy(document.clips, (clip) => clip.trackIndex).values()) {
    const sorted = clips.toSorted((a, b) => a.start - b.start || a.duration - b.duration);
    for (const [index, clip] of sorted.entries()) {
      const next = sorted[index + 1];
      // Twice the tolerance: a clip pushed by one may touch neighbours on both sides.
      if (next && clip.start + clip.duration > next.start + 0.0021) found.push(`${clip.id} ${next.id}`);
    }
  }
  return found;
}

/** Freezes a value in depth. Parts that are frozen already are skipped, because documents share them. */
function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFrozen(inner);
  }
  return value;
}
