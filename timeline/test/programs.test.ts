import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_CATALOGUE, exampleContext, exampleProject } from '../src/commands/examples.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { type Command, type Document, parseDocument } from '../src/index.ts';
import { applyCommands } from '../src/reduce.ts';
import { ARRANGE_COMMANDS } from './arrange-commands.ts';
import { expectPlayable } from './expect-playable.ts';

const SEED = 20_260_801;

const clipId = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('clip-1', 'clip-2', 'title-1', 'music-1') },
  { weight: 1, arbitrary: fc.constantFrom('clip-new-1', 'clip-new-2', 'clip-new-3', 'nobody') },
);
const second = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 20, noNaN: true }));
const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0.01, max: 8, noNaN: true }));
const track = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const op = (name: string, params: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ op: fc.constant(name), ...params }).map((command): Command => {
    return { op: name, ...Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined)) };
  });

const command: fc.Arbitrary<Command> = fc.oneof(
  op('setProjectSettings', {
    fps: maybe(fc.constantFrom(23.976, 25, 30, 59.94, 0)),
    aspectRatio: maybe(fc.constantFrom('16:9', '1:1', '3:2')),
    width: maybe(fc.integer({ min: 10, max: 4000 })),
  }),
  op('addTrack', { type: fc.constantFrom('video', 'audio', 'text'), index: maybe(fc.nat(8)) }),
  op('addClip', {
    type: fc.constantFrom('video', 'image', 'audio', 'sticker', 'text'),
    src: fc.constantFrom('med_video', 'med_image', 'med_music'),
    start: second,
    duration: length,
    trackIndex: track,
    mediaStart: maybe(second),
  }),
  op('addTextClip', { text: fc.string({ maxLength: 20 }), start: second, duration: length, trackIndex: track }),
  op('addShapeClip', {
    kind: fc.constantFrom('star', 'rectangle', 'heart'),
    start: second,
    duration: length,
    trackIndex: track,
  }),
  op('updateClip', {
    clipId,
    patch: fc.record(
      {
        speed: fc.double({ min: 0.1, max: 4, noNaN: true }),
        reverse: fc.boolean(),
        loop: fc.boolean(),
        loopOffset: fc.double({ min: 0, max: 20, noNaN: true }),
        duration: length,
        cropL: fc.double({ min: 0, max: 1, noNaN: true }),
        trackIndex: fc.integer({ min: 0, max: 6 }),
        id: fc.constant('mine'),
      },
      { requiredKeys: [] },
    ),
  }),
  op('moveClip', { clipId, start: maybe(second), trackIndex: track }),
  op('trimClip', { clipId, start: maybe(second), duration: maybe(length), mediaStart: maybe(second) }),
  op('splitClip', { clipId, at: second }),
  op('removeClips', { clipIds: fc.array(clipId, { minLength: 1, maxLength: 2 }), ripple: maybe(fc.boolean()) }),
  op('setTransform', {
    clipId,
    x: maybe(fc.integer({ min: -900, max: 900 })),
    rotation: maybe(fc.integer({ min: -40_000, max: 40_000 })),
  }),
  op('addKeyframe', {
    clipId,
    prop: fc.constantFrom('x', 'opacity', 'speed', 'volume', 'scale', 'blur'),
    time: fc.double({ min: 0, max: 6, noNaN: true }),
    value: fc.double({ min: 0, max: 1.2, noNaN: true }),
    easing: maybe(fc.constantFrom('easeOut', 'spring', 'hold')),
  }),
  op('setTransition', { clipId, type: fc.constantFrom('dissolve', 'wipe'), duration: length }),
  op('setVolume', {
    clipId,
    volume: maybe(fc.double({ min: 0, max: 4, noNaN: true })),
    gainDb: maybe(fc.integer({ min: -60, max: 14 })),
  }),
  op('setAudioFades', { clipId, fadeIn: maybe(second), fadeOut: maybe(second) }),
  ...ARRANGE_COMMANDS,
  op('addClipp', { start: second }),
  fc.record({ op: fc.constantFrom(...COMMANDS.map((known) => known.op)), nonsense: fc.jsonValue() }),
);

/** Generator of command examples, each preceded by the commands that it requires. */
const example = fc.constantFrom(
  ...COMMANDS.flatMap(({ op: name, examples }) =>
    examples.map(({ given = [], params }): Command[] => [...given, { op: name, ...params }]),
  ),
);
const program = fc
  .tuple(example, fc.array(command, { minLength: 1, maxLength: 25 }))
  .map(([first, rest]) => [...first, ...rest]);
const check = (property: fc.IProperty<[Command[]]>) => fc.assert(property, { seed: SEED, numRuns: 300 });

describe('any program of commands', () => {
  it('never changes the document that it was given', () => {
    check(
      fc.property(program, (commands) => {
        const before = frozen(exampleProject());
        const { document } = applyCommands(before, commands, exampleContext());
        expect(before).toEqual(exampleProject());
        applyCommands(frozen(document), commands, exampleContext());
      }),
    );
  });

  it('gives the same result again', () => {
    check(
      fc.property(program, (commands) => {
        const run = () => applyCommands(exampleProject(), commands, exampleContext());
        expect(run()).toEqual(run());
      }),
    );
  });

  it('answers each command once: with data, or with a sentence that says why not, and then nothing changed', () => {
    check(
      fc.property(program, (commands) => {
        let document = exampleProject();
        const context = exampleContext();
        for (const one of commands) {
          const outcome = applyCommands(document, [one], context);
          expect(outcome.results).toHaveLength(1);
          const [result] = outcome.results;
          if (result?.ok === false) {
            expect(result.error).toMatch(/^\S.{10,}[.?]$/s);
            expect(outcome.document).toBe(document);
          }
          document = outcome.document;
        }
      }),
    );
  });

  it('leaves a valid document that survives JSON, without overlaps on a track', () => {
    check(
      fc.property(program, (commands) => {
        const { document } = applyCommands(exampleProject(), commands, exampleContext());
        expect(parseDocument(document)).toBe(document);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
        expect(overlaps(document)).toEqual([]);
      }),
    );
  });

  it('leaves a document that can be drawn, mixed and looked through', () => {
    check(
      fc.property(program, (commands) => {
        const { document } = applyCommands(exampleProject(), commands, exampleContext());
        expectPlayable(document);
      }),
    );
  });

  it('is a fair mix: of all the commands above between a third and nine tenths succeed, and every op does', () => {
    const programs = fc.sample(program, { seed: SEED, numRuns: 1_500 });
    const results = programs.flatMap((commands) => applyCommands(exampleProject(), commands, exampleContext()).results);
    const succeeded = results.filter(({ ok }) => ok);
    expect(succeeded.length / results.length).toBeGreaterThan(1 / 3);
    expect(succeeded.length / results.length).toBeLessThan(0.9);
  });

  it('drops what the plan lacks and names it', () => {
    const context = { ...exampleContext(), allowedOps: (name: string) => name !== 'addTrack' };
    const commands = [
      { op: 'addTrack', type: 'audio' },
      { op: 'moveClip', clipId: 'title-1', start: 2 },
    ];
    const { results, blocked } = applyCommands(exampleProject(), commands, context);
    expect(results).toHaveLength(1);
    expect(blocked).toEqual([{ op: 'addTrack', index: 0, reason: expect.stringContaining('plan') }]);
    expect(EXAMPLE_CATALOGUE.transitions).toContain('dissolve');
  });
});

function overlaps(document: Document): string[] {
  const found: string[] = [];
  for (const clips of Map.groupBy(document.clips, (clip) => clip.trackIndex).values()) {
    const sorted = clips.toSorted((a, b) => a.start - b.start);
    for (const [index, clip] of sorted.entries()) {
      const next = sorted[index + 1];
      // Twice the tolerance: a clip pushed by one may touch neighbours on both sides.
      if (next && clip.start + clip.duration > next.start + 0.0021) found.push(`${clip.id} ${next.id}`);
    }
  }
  return found;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
