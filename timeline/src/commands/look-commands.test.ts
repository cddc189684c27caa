import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { Document } from '../document/document.ts';
import { applyCommands } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (document: Document, id = 'clip-1') => document.clips.find((clip) => clip.id === id);
const errorOf = (...commands: Command[]) => run(...commands).results.at(-1)?.error;
const add = (type: string, params?: object): Command => ({
  op: 'addEffect',
  clipId: 'clip-1',
  type,
  ...(params && { params }),
});

describe('effects', () => {
  it('are stacked in the order they are added, with their defaults filled in', () => {
    const { document } = run(add('blur'), add('vignette', { amount: 0.8 }));
    expect(clipOf(document)?.effects).toEqual([
      { id: 'effect-new-1', type: 'blur', enabled: true, params: { radius: 12 } },
      { id: 'effect-new-2', type: 'vignette', enabled: true, params: { amount: 0.8, midpoint: 0.5 } },
    ]);
  });

  it.each([
    [add('kaleidoscope'), 'Effect "kaleidoscope" is not supported yet. Use one of blur, vignette, grain, chroma-key.'],
    [add('blurr'), 'type must be one of blur, '],
    [add('blur', { radius: 300 }), 'params.radius must be 0 to 200 (got 300).'],
    [add('blur', { radius: 'wide' }), 'params.radius must be of type number (got "wide").'],
    [
      add('blur', { size: 3 }),
      'params.size is not a known field (got 3). Leave it out or correct its name. blur takes radius.',
    ],
    [{ ...add('blur'), clipId: 'music-1' }, 'Clip "music-1" is of type audio, which has no image.'],
    [{ op: 'updateEffect', clipId: 'clip-1', effectId: 'x', enabled: true }, 'Its effects: none.'],
  ] satisfies [Command, string][])('%j says what to do', (command, message) => {
    expect(errorOf(command)).toContain(message);
  });

  it('can be switched off even when they can no longer be drawn', () => {
    const { document } = run(add('blur'));
    const poorer = { ...exampleContext(), catalogue: { ...exampleContext().catalogue, effects: {} } };
    const update = (change: object) =>
      applyCommands(document, [{ op: 'updateEffect', clipId: 'clip-1', effectId: 'effect-new-1', ...change }], poorer);
    expect(clipOf(update({ enabled: false }).document)?.effects?.[0]?.enabled).toBe(false);
    expect(update({ params: { radius: 3 } }).results[0]?.error).toMatch(/is not supported yet. None exist/);
  });

  it('change places, and keep their ids, parameters and switches', () => {
    const before = [add('blur'), add('vignette'), add('grain')];
    const move = (effectId: string, toIndex: number) => ({ op: 'updateEffect', clipId: 'clip-1', effectId, toIndex });
    const { effects = [] } = clipOf(run(...before).document) ?? {};
    const [blur, vignette, grain] = effects;
    expect(clipOf(run(...before, move('effect-new-3', 0)).document)?.effects).toEqual([grain, blur, vignette]);
    expect(clipOf(run(...before, move('effect-new-1', 1)).document)?.effects).toEqual([vignette, blur, grain]);
    const last = run(...before, { ...move('effect-new-1', 40), enabled: false });
    expect(clipOf(last.document)?.effects).toEqual([vignette, grain, { ...blur, enabled: false }]);
    expect(last.results.at(-1)?.data?.fixes).toEqual(['The clip has 3 effects; it is now the last.']);
    expect(errorOf(add('blur'), move('effect-new-1', 50))).toMatch(/toIndex/);
    expect(errorOf(add('blur'), { op: 'updateEffect', clipId: 'clip-1', effectId: 'effect-new-1' })).toBe(
      'updateEffect changes nothing. Give params, enabled or toIndex.',
    );
  });

  it('name the others when one is not there, and leave no empty list behind', () => {
    expect(errorOf(add('blur'), { op: 'removeEffect', clipId: 'clip-1', effectId: 'nope' })).toBe(
      'effectId "nope" is not an effect of clip "clip-1". Its effects: effect-new-1 (blur).',
    );
    const { document } = run(add('blur'), { op: 'removeEffect', clipId: 'clip-1', effectId: 'effect-new-1' });
    expect(clipOf(document)).toEqual(exampleProject().clips[0]);
  });

  it('there may be 50 on a clip', () => {
    expect(errorOf(...Array.from({ length: 51 }, () => add('blur')))).toMatch(/would have 51 effects; the limit is 50/);
  });
});

describe('setChromaKey', () => {
  it('comes first, once, and keeps what is not given again', () => {
    const { document, results } = run(
      add('blur'),
      { op: 'setChromaKey', clipId: 'clip-1', color: '#00ff00', similarity: 0.4 },
      { op: 'setChromaKey', clipId: 'clip-1', color: '#00ee11' },
    );
    expect(clipOf(document)?.effects?.map(({ type }) => type)).toEqual(['chroma-key', 'blur']);
    expect(clipOf(document)?.effects?.[0]?.params).toEqual({
      color: '#00ee11',
      similarity: 0.4,
      smoothness: 0.08,
      spill: 0.1,
    });
    expect(results[2]?.data).toEqual(results[1]?.data);
  });
});

describe('setColorGrade', () => {
  it('keeps the values that it does not name', () => {
    const { document } = run(
      { op: 'setColorGrade', clipId: 'clip-1', grade: { exposure: 1, hue: 10 } },
      { op: 'setColorGrade', clipId: 'clip-1', grade: { exposure: 0.5 } },
    );
    expect(clipOf(document)?.grade).toEqual({ exposure: 0.5, hue: 10 });
  });

  it('takes a look only from a .cube file', () => {
    const lut = (src: string) => errorOf({ op: 'setColorGrade', clipId: 'clip-1', grade: { lut: { src } } });
    expect(lut('med_none')).toMatch(/grade.lut.src "med_none" is not media of this account/);
    expect(lut('med_video')).toMatch(/is a video, not a .cube file/);
  });

  it('refuses nothing, values out of range and curves that go back', () => {
    const grade = (values: object) => errorOf({ op: 'setColorGrade', clipId: 'clip-1', grade: values });
    expect(grade({})).toMatch(/sets nothing/);
    expect(grade({ exposure: 9 })).toMatch(/grade.exposure must be -5 to 5 \(got 9\)/);
    const back = [
      [0, 0],
      [0.6, 1],
      [0.5, 1],
    ];
    expect(grade({ curves: { red: back } })).toMatch(/curve red must increase \(got 0, 0.6, 0.5\). Sort the/);
  });

  it('says when keyframes go before it', () => {
    const { results } = run(
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'exposure', time: 0, value: 1 },
      { op: 'setColorGrade', clipId: 'clip-1', grade: { exposure: 0.5 } },
    );
    expect(results[1]?.data?.fixes).toEqual([expect.stringContaining('exposure has keyframes')]);
  });
});

describe('copyStyle', () => {
  const copy = (fromClipId: string, toClipIds: string[], attributes: string[]): Command => ({
    op: 'copyStyle',
    fromClipId,
    toClipIds,
    attributes,
  });

  it('copies whole attributes, gives effects ids of their own, and takes away what the other does not set', () => {
    const { document } = run(
      add('blur'),
      { op: 'setColorGrade', clipId: 'clip-2', grade: { hue: 9 } },
      { op: 'setTransform', clipId: 'clip-2', x: 77 },
      copy('clip-1', ['clip-2'], ['effects', 'grade']),
    );
    expect(clipOf(document, 'clip-2')).toEqual({
      ...clipOf(exampleProject(), 'clip-2'),
      x: 77,
      effects: [{ id: 'effect-new-2', type: 'blur', enabled: true, params: { radius: 12 } }],
    });
  });

  it('copies the look of a text and not its words', () => {
    const { document } = run(
      { op: 'addTextClip', text: 'Big', start: 6, duration: 2, style: { fontSize: 200, words: [], spans: [] } },
      { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { color: '#ff0000' } } },
      copy('clip-new-1', ['title-1'], ['text']),
    );
    expect(clipOf(document, 'title-1')?.textStyle).toEqual({ ...TEXT_DEFAULTS, content: 'Hello', fontSize: 200 });
  });

  it('names what does not fit', () => {
    const { results } = run(copy('clip-1', ['clip-2', 'title-1'], ['audio', 'blend']));
    expect(results[0]?.data).toEqual({
      changed: 2,
      fixes: ['audio: clip "title-1" of type text cannot have it; left out.'],
    });
    expect(errorOf(copy('clip-1', ['title-1'], ['text']))).toMatch(/do not apply to clip "clip-1" of type video/);
    expect(errorOf(copy('clip-1', ['clip-1'], ['grade']))).toMatch(/which is also fromClipId. Leave it out/);
  });

  it('keeps fades within a shorter clip', () => {
    const { document } = run(
      { op: 'setAudioFades', clipId: 'music-1', fadeIn: 6, fadeOut: 2 },
      copy('music-1', ['clip-1'], ['audio']),
    );
    expect(clipOf(document)).toMatchObject({ fadeIn: 5, fadeOut: 2 });
  });
});

it('resetClip makes a clip new again, group by group', () => {
  const { document, results } = run(
    { op: 'setTransform', clipId: 'title-1', x: 9, opacity: 0.3, flipH: true },
    { op: 'setTextAnimation', clipId: 'title-1', name: 'rise' },
    { op: 'updateClip', clipId: 'title-1', patch: { textStyle: { fontSize: 10 } } },
    { op: 'applyMotionPreset', clipId: 'title-1', preset: 'spin-in' },
    {
      op: 'resetClip',
      clipId: 'title-1',
      groups: ['transform', 'blend', 'text', 'textAnimation', 'keyframes', 'audio'],
    },
  );
  expect(clipOf(document, 'title-1')).toEqual({
    ...clipOf(exampleProject(), 'title-1'),
    textStyle: { ...TEXT_DEFAULTS, content: 'Hello' },
  });
  expect(results.at(-1)?.data?.fixes).toEqual(['audio: a clip of type text has none; left out.']);
});
