import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, type Clip, type Command, createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../timeline/clip-looks.ts';
import { audioChoices, imageChoices } from './stack-choices.ts';
import { audioRows, imageRows, type StackRow } from './stack-rows.ts';

const facts = {
  ...({ kind: 'video', sha256: '0'.repeat(64), mimeType: 'video/mp4', sizeBytes: 1 } as const),
  ...{ width: 640, height: 360, durationSec: 10, fps: 30, hasAudio: true },
};

/** Applies commands to a document with a text `clip-1` and a video `clip-2`. Returns the clip, and throws on errors. */
function changedBy(id: 'clip-1' | 'clip-2', commands: readonly Command[]): Clip {
  let made = 0;
  const newId = (kind: string) => {
    made += 1;
    return `${kind}-${made}`;
  };
  const { document, results } = applyCommands(
    createDocument(),
    [
      { op: 'addTextClip', text: 'Title', start: 0, duration: 4 },
      { op: 'addClip', type: 'video', src: 'med_1', start: 0, duration: 4, trackIndex: 0 },
      ...commands,
    ],
    { catalogue, media: () => facts, newId },
  );
  expect(results.flatMap(({ error }) => error ?? [])).toEqual([]);
  const clip = document.clips.find((one) => one.id === id);
  if (!clip) throw new Error('no clip');
  return clip;
}

const clipId = 'clip-1';
const SETUP: Command[] = [
  { op: 'applyFilter', clipId, preset: 'noir' },
  { op: 'addEffect', clipId, type: 'blur' },
  { op: 'setMask', clipId, mask: { shape: 'circle', opacity: 0.6 } },
  { op: 'setTextAnimation', clipId, name: 'rise', unit: 'word' },
  { op: 'applyMotionPreset', clipId, preset: 'fade-in' },
];
const rowOf = (rows: readonly StackRow[], title: string): StackRow => {
  const row = rows.find((one) => one.title === title);
  if (!row) throw new Error(`no row ${title}`);
  return row;
};

describe('the rows of a clip', () => {
  it('are its grade, effects, mask, text animations and keyframes', () => {
    const rows = imageRows(changedBy(clipId, SETUP));
    expect(rows.map(({ title, detail, isOn }) => [title, detail, isOn])).toEqual([
      ['Colour grade', '', true],
      ['Vignette', 'Noir filter', true],
      ['Blur', '', true],
      ['Circle', 'Mask', true],
      ['Rise', 'Text animation, at the start', undefined],
      ['Opacity', '2 keyframes', undefined],
    ]);
    expect(changesOf(changedBy(clipId, SETUP))).toBe(5);
  });

  it('are switched off and on, and remember their strength', () => {
    const clip = changedBy(clipId, SETUP);
    const rows = imageRows(clip);
    const off = rows.flatMap((row) => row.toggle?.(false) ?? []);
    const dark = changedBy(clipId, [...SETUP, ...off]);
    expect(imageRows(dark).map(({ isOn }) => isOn)).toEqual([false, false, false, false, undefined, undefined]);
    expect(changesOf(dark)).toBe(1);
    const on = rows.flatMap((row) => row.toggle?.(true, row.strength) ?? []);
    expect(changedBy(clipId, [...SETUP, ...off, ...on])).toEqual({ ...clip, grade: { ...clip.grade, intensity: 1 } });
  });

  it('move, change and go', () => {
    const rows = imageRows(changedBy(clipId, SETUP));
    const moved = changedBy(clipId, [...SETUP, ...(rowOf(rows, 'Blur').moveTo?.(0) ?? [])]);
    expect(moved.effects?.map(({ type }) => type)).toEqual(['blur', 'vignette']);
    const radius = (value: unknown) =>
      changedBy(clipId, [...SETUP, ...rowOf(rows, 'Blur').change({ radius: value })]).effects?.[1]?.params;
    expect(radius(40)).toEqual({ radius: 40 });
    expect(radius(undefined)).toEqual({ radius: 12 });
    const text = rowOf(rows, 'Rise').change({ phase: 'out' });
    expect(changedBy(clipId, [...SETUP, ...text]).textStyle?.animation).toEqual({
      out: { name: 'rise', unit: 'word' },
    });
    const polygon = changedBy(clipId, [...SETUP, ...rowOf(rows, 'Circle').change({ shape: 'polygon' })]);
    expect(polygon.mask).toMatchObject({ shape: 'polygon', opacity: 0.6, points: [[0, -200], {}, {}] });
    const bare = changedBy(clipId, [...SETUP, ...rows.flatMap((row) => row.remove())]);
    expect(imageRows(bare)).toEqual([]);
    expect(changesOf(bare)).toBe(0);
  });

  it('of the audio are its processors', () => {
    const chain = [{ type: 'compressor', params: { ratio: 4 } }, { type: 'reverb' }, { type: 'reverb' }];
    const setup = [{ op: 'setAudioEffects', clipId: 'clip-2', chain }];
    const rows = audioRows(changedBy('clip-2', setup));
    expect(rows.map(({ title, key }) => [title, key])).toEqual([
      ['Compressor', 'compressor 0'],
      ['Reverb', 'reverb 0'],
      ['Reverb', 'reverb 1'],
    ]);
    const chainAfter = (commands: readonly Command[] = []) => changedBy('clip-2', [...setup, ...commands]).chain;
    expect(chainAfter(rows[0]?.moveTo?.(2))?.map(({ type }) => type)).toEqual(['reverb', 'reverb', 'compressor']);
    expect(chainAfter(rows[0]?.toggle?.(false))?.[0]).toMatchObject({ enabled: false, params: { ratio: 4 } });
    expect(chainAfter(rows[0]?.change({ ratio: 2 }))?.[0]?.params).toMatchObject({ ratio: 2, kneeDb: 6 });
    expect(chainAfter(rows[1]?.remove())).toHaveLength(2);
  });
});

describe('what can be added', () => {
  it('is accepted by the reducer, and makes a row', () => {
    const clip = changedBy(clipId, []);
    const choices = imageChoices(clip, {});
    expect(choices.length).toBeGreaterThan(100);
    for (const { key, commands } of choices) {
      expect([key, imageRows(changedBy(clipId, commands)).length > 0]).toEqual([key, true]);
    }
    for (const { commands } of audioChoices(changedBy('clip-2', []))) {
      expect(audioRows(changedBy('clip-2', commands))).toHaveLength(1);
    }
  });

  it('needs a file for a LUT and for an image mask', () => {
    const keys = (files: object) => imageChoices(changedBy(clipId, []), files).map(({ key }) => key);
    expect(keys({})).not.toContain('addEffect-lut');
    expect(keys({})).not.toContain('setMask-image');
    expect(keys({ lut: 'med_l', image: 'med_i' })).toEqual(expect.arrayContaining(['addEffect-lut', 'setMask-image']));
  });
});
