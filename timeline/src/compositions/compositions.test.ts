import { describe, expect, it } from 'vitest';
import { undo } from '../changes/undo.ts';
import type { Command } from '../command/command.ts';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import { createDocument } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { idInComposition } from '../evaluate/nested-document.ts';
import { type ClipLayer, clipLayers } from '../evaluate/scene.ts';
import { applyCommands, reduce } from '../reduce.ts';
import { totalFrames } from '../time.ts';
import { flattenedDocument, lostInFlattening } from './flattened-document.ts';

const composition = (id: string, uses: string[] = [], clips: object[] = []): object => ({
  ...{ id, name: id.toUpperCase(), settings: { width: 1920, height: 1080 } },
  tracks: createDocument().tracks,
  clips: [...uses.map((src, index) => use(src, index)), ...clips],
});
const use = (src: string, index = 0) => ({
  ...{ id: `use-${src}-${index}`, type: 'composition', src, start: index, duration: 1, trackIndex: 0 },
});
const documentWith = (clips: object[], compositions: object[]): unknown => ({
  ...createDocument(),
  clips,
  compositions,
});

describe('the compositions of a document', () => {
  it('are completed like its own clips, and stay as they are', () => {
    const document = parseDocument(documentWith([use('a')], [composition('a', ['b']), composition('b')]));
    expect(document.compositions?.[0]?.clips[0]).toMatchObject({ speed: 1, mediaDuration: 1 });
    expect(parseDocument(document)).toBe(document);
  });

  it.each([
    [
      'a clip of no composition',
      [use('c')],
      [composition('a')],
      /clips\[0\]\.src "c" is not a composition.*Use one of a\./,
    ],
    ['a project', [use('prj_1')], [composition('a')], /Other projects cannot be shown/],
    [
      'a circle',
      [],
      [composition('a', ['b']), composition('b', ['a'])],
      /"A" \(a\) > "B" \(b\) > "A" \(a\) contains itself/,
    ],
    ['itself', [], [composition('a', ['a'])], /"A" \(a\) > "A" \(a\) contains itself/],
    ['an id twice', [], [composition('a'), composition('a')], /compositions\[1\]\.id "a" is used twice/],
    [
      'a clip without a track',
      [],
      [composition('a', [], [{ ...use('a'), trackIndex: 9 }])],
      /compositions\[0\]\.clips\[0\]\.track/,
    ],
    ['an unknown field', [], [{ ...composition('a'), size: 1 }], /compositions\[0\].*size/],
  ])('are refused with %s', (_, clips, compositions, message) => {
    expect(() => parseDocument(documentWith(clips, compositions))).toThrow(message);
  });

  it('are refused when they are too deep or have too many clips in all their uses', () => {
    const chain = (levels: number) =>
      Array.from({ length: levels }, (_, level) =>
        composition(`c${level}`, level + 1 < levels ? [`c${level + 1}`] : []),
      );
    const depth = LIMITS.compositionDepth;
    expect(() => parseDocument(documentWith([use('c0')], chain(depth)))).not.toThrow();
    expect(() => parseDocument(documentWith([use('c0')], chain(depth + 1)))).toThrow(`in ${depth + 1} levels`);
    const tenfold = (src: string) => Array.from({ length: 10 }, () => src);
    const many = ['a', 'b', 'c', 'd'].map((id, index, all) => composition(id, tenfold(all[index + 1] ?? 'e')));
    expect(() => parseDocument(documentWith([use('a')], [...many, composition('e')]))).toThrow(/has 11111 clips/);
  });
});

const made = (...commands: Command[]): Document => {
  const { document, results } = applyCommands(exampleProject(), commands, exampleContext());
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  return document;
};
const create = (...clipIds: string[]): Command => ({ op: 'createComposition', clipIds });

/** What each frame shows: the ids, times and places of all clips but composition clips. */
function shown(document: Document): unknown[] {
  const evaluate = createEvaluator(document);
  const seen = ({ clip, localFrame, sourceSec, x, y }: ClipLayer) => ({
    ...{ id: idInComposition(clip.id), localFrame, sourceSec: Math.round(sourceSec * 1e6), x, y },
  });
  return Array.from({ length: totalFrames(document) }, (_, frame) =>
    [...clipLayers(evaluate(frame))].filter(({ clip }) => clip.type !== 'composition').map(seen),
  );
}

describe('createComposition', () => {
  it('changes nothing that is seen, also when clips start between frames', () => {
    const shifted = made(
      { op: 'moveClip', clipId: 'title-1', start: 1.257 },
      { op: 'moveClip', clipId: 'clip-1', start: 0.011 },
    );
    const { document } = reduce(shifted, create('clip-1', 'title-1'), exampleContext());
    expect(document.clips.map(({ id }) => id)).toEqual(['clip-2', 'music-1', 'clip-new-2']);
    expect(shown(document)).toEqual(shown(shifted));
  });

  it.each([
    [
      'a transition',
      [{ op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 }],
      ['clip-1'],
      /transition from clip "clip-1"/,
    ],
    [
      'ducking',
      [{ op: 'updateClip', clipId: 'music-1', patch: { duck: { sources: ['clip-1'] } } }],
      ['music-1'],
      /is lowered while/,
    ],
    [
      'a clip in between',
      [{ op: 'addShapeClip', kind: 'star', start: 1, duration: 2, trackIndex: 1 }],
      ['clip-1', 'title-1'],
      /above some of these clips and below others/,
    ],
  ])('refuses what %s would change', (_, given, clipIds, message) => {
    const before = made(...(given as Command[]));
    expect(reduce(before, create(...clipIds), exampleContext()).result.error).toMatch(message);
  });

  it('nests, and refuses the ninth level', () => {
    let document = made(create('clip-1'));
    for (let level = 2; level <= LIMITS.compositionDepth; level += 1) {
      const clip = document.clips.find(({ type }) => type === 'composition');
      document = reduce(document, create(clip?.id ?? ''), {
        ...exampleContext(),
        newId: (kind) => `${kind}-at-${level}`,
      }).document;
    }
    expect(document.compositions).toHaveLength(LIMITS.compositionDepth);
    const clip = document.clips.find(({ type }) => type === 'composition');
    expect(
      reduce(document, create(clip?.id ?? ''), { ...exampleContext(), newId: (kind) => `${kind}-at-9` }).result.error,
    ).toMatch(/9 levels/);
  });
});

describe('dissolveComposition', () => {
  it('brings back the clips that were moved into it', () => {
    const before = exampleProject();
    const document = made(create('clip-1', 'title-1'), { op: 'dissolveComposition', clipId: 'clip-new-2' });
    const byId = (clips: Document['clips']) => clips.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(document.clips)).toEqual(byId(before.clips));
    expect(document.tracks).toEqual(before.tracks);
    expect(document.compositions).toBeUndefined();
  });

  it('keeps a composition that another clip shows, and gives its clips ids of their own', () => {
    const document = made(
      create('clip-1', 'title-1'),
      { op: 'duplicateClip', clipId: 'clip-new-2', start: 20 },
      { op: 'dissolveComposition', clipId: 'clip-new-2' },
      { op: 'dissolveComposition', clipId: 'clip-new-3' },
    );
    expect(new Set(document.clips.map(({ id }) => id)).size).toBe(document.clips.length);
    expect(document.clips.filter(({ type }) => type === 'text').map(({ start }) => start)).toEqual([1, 21]);
  });

  it('refuses a clip whose own settings would be lost', () => {
    const before = made(create('clip-1'), { op: 'setTransform', clipId: 'clip-new-2', scale: 2, rotation: 10 });
    const { result } = reduce(before, { op: 'dissolveComposition', clipId: 'clip-new-2' }, exampleContext());
    expect(result.error).toMatch(/has scale, rotation, which/);
  });
});

describe('commands with a compositionId', () => {
  const inside = (command: Command): Command => ({ ...command, compositionId: 'composition-new-1' });

  it('work on the timeline of the composition', () => {
    const document = made(
      create('clip-1', 'title-1'),
      inside({ op: 'addTextClip', text: 'More', start: 4, duration: 1 }),
      inside({ op: 'addTrack', type: 'video' }),
      inside({ op: 'addMarkers', markers: [{ time: 1 }] }),
      inside({ op: 'removeClips', clipIds: ['title-1'] }),
    );
    const [composition] = document.compositions ?? [];
    expect(composition?.clips.map(({ id, type }) => [id, type])).toEqual([
      ['clip-1', 'video'],
      ['clip-new-3', 'text'],
    ]);
    expect(composition?.tracks.map(({ type }) => type)).toEqual(['video', 'video', 'text']);
    expect(composition?.markers).toHaveLength(1);
    expect(document.clips.map(({ id }) => id)).toEqual(['clip-2', 'music-1', 'clip-new-2']);
  });

  it('say which compositions there are when the id is wrong', () => {
    const before = made(create('clip-1'));
    const error = (command: Command) => reduce(before, command, exampleContext()).result.error;
    expect(error({ op: 'addTrack', type: 'video', compositionId: 'x' })).toMatch(
      /has composition-new-1 \(Composition 1\)/,
    );
    expect(error({ op: 'addTrack', type: 'video', compositionId: 3 })).toMatch(/must be a text \(got 3\)/);
    expect(error({ op: 'setProjectSettings', fps: 25, compositionId: 'composition-new-1' })).toMatch(/compositionId/);
  });

  it('cannot be used to put a composition into itself', () => {
    const { clips, compositions = [] } = made(create('clip-1'));
    const own = clips.find(({ type }) => type === 'composition');
    const circular = {
      ...exampleProject(),
      clips,
      compositions: compositions.map((one) => ({ ...one, clips: own ? [own] : [] })),
    };
    const { result } = reduce(circular, { op: 'moveClip', clipId: 'clip-2', start: 30 }, exampleContext());
    expect(result.error).toMatch(/contains itself/);
  });

  it('are undone', () => {
    const steps = [
      create('clip-1', 'title-1'),
      inside({ op: 'addTextClip', text: 'More', start: 3, duration: 1 }),
      { op: 'updateComposition', compositionId: 'composition-new-1', name: 'Opening', fps: 10 },
      { op: 'dissolveComposition', clipId: 'clip-new-2' },
    ];
    const context = exampleContext();
    let document = exampleProject();
    for (const step of steps) {
      const { document: next, result, changes } = reduce(document, step, context);
      expect(result.error).toBeUndefined();
      expect(undo(next, JSON.parse(JSON.stringify(changes)))).toEqual(document);
      document = next;
    }
  });
});

describe('a composition that is shown', () => {
  const framesOf = (fields: object, frames: number[]) => {
    const inner: object[] = [
      { id: 'star', type: 'shape', start: 0, duration: 1, trackIndex: 0, shape: { kind: 'star' } },
    ];
    const document = parseDocument(documentWith([{ ...use('a'), ...fields }], [composition('a', [], inner)]));
    const evaluate = createEvaluator(document);
    return frames.map((frame) => {
      const [layer] = evaluate(frame).layers;
      return layer?.kind === 'clip' ? layer.inner?.frame : undefined;
    });
  };

  it('shows its frames at the trim, speed and direction of its clip, and its last one after its end', () => {
    expect(framesOf({}, [0, 1, 29])).toEqual([0, 1, 29]);
    expect(framesOf({ mediaStart: 0.5 }, [0, 14, 20])).toEqual([15, 29, 29]);
    expect(framesOf({ speed: 0.5 }, [0, 1, 2, 3])).toEqual([0, 0, 1, 1]);
    expect(framesOf({ reverse: true }, [0, 29])).toEqual([29, 0]);
    expect(framesOf({ freezeAt: 0.4 }, [3])).toEqual([12]);
    expect(framesOf({ loop: true, duration: 3, mediaDuration: 1 }, [29, 30, 61])).toEqual([29, 0, 1]);
  });

  it('is flattened where it cannot be one image, with what is lost in words', () => {
    const document = made(create('clip-1', 'title-1'), {
      op: 'setTransform',
      clipId: 'clip-new-2',
      x: 100,
      scale: 0.5,
      opacity: 0.5,
    });
    const flat = flattenedDocument(document);
    expect(flat.compositions).toBeUndefined();
    expect(parseDocument(flat)).toBe(flat);
    expect(flat.clips.find(({ type }) => type === 'text')).toMatchObject({
      x: 100,
      scale: 0.5,
      opacity: 0.5,
      start: 1,
    });
    const standIn = flattenedDocument(document, true).clips.find(({ id }) => id === 'clip-new-2');
    expect(standIn).toMatchObject({ type: 'shape', x: 100, duration: 5, shape: { width: 1920, fill: '#00000000' } });
    const clip = document.clips.find(({ type }) => type === 'composition');
    expect(clip && lostInFlattening(document, clip)).toEqual(['the opacity of a composition as a whole']);
    expect(lostInFlattening(exampleProject(), exampleProject().clips[0] ?? expect.fail())).toEqual([]);
  });
});
