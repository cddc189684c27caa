import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { createDocument } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { evaluate } from '../evaluate/evaluator.ts';
import { applyCommands } from '../reduce.ts';
import { LOWER_THIRD_PRESETS } from '../vocabulary/index.ts';
import { exampleContext, exampleProject } from './examples.ts';
import { LOWER_THIRDS } from './lower-thirds.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (document: Document, id = 'clip-new-1') => document.clips.find((clip) => clip.id === id);
const errorOf = (...commands: Command[]) => run(...commands).results.at(-1)?.error;

describe('what a new clip takes at once', () => {
  const image = { op: 'addClip', type: 'image', src: 'med_image', start: 10, duration: 4 };

  it('is what the commands of its own would set', () => {
    const fade = { type: 'dissolve', duration: 1, easing: 'easeOut' };
    const { document, results } = run(
      { ...image, fit: 'cover', transform: { x: 5, scale: 0.5, flipH: true }, transition: fade },
      { op: 'addClip', type: 'audio', src: 'med_music', start: 20, duration: 4, volume: 0.25 },
      { op: 'addTextClip', text: 'Hi', start: 20, duration: 1, transform: { y: 9 }, transition: fade },
      { op: 'addShapeClip', kind: 'circle', start: 20, duration: 1, transform: { rotation: 45 } },
      { op: 'addSticker', src: 'med_image', start: 20, duration: 1, x: 3, transform: { opacity: 0.5 } },
      { op: 'addHtmlClip', html: '<p>x</p>', start: 20, duration: 1, transition: fade },
    );
    expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
    expect(clipOf(document)).toMatchObject({ fit: 'cover', x: 5, scale: 0.5, flipH: true, transition: fade });
    expect(clipOf(document, 'clip-new-2')?.volume).toBe(0.25);
    expect(clipOf(document, 'clip-new-3')).toMatchObject({ y: 9, transition: fade });
    expect(clipOf(document, 'clip-new-4')?.rotation).toBe(45);
    expect(clipOf(document, 'clip-new-5')).toMatchObject({ x: 3, opacity: 0.5 });
    expect(clipOf(document, 'clip-new-6')?.transition).toEqual(fade);
  });

  it.each([
    [{ transition: { type: 'wipe', duration: 1 } }, /^transition: type "wipe" is not supported yet/],
    [{ transition: { type: 'dissolve' } }, /^transition lacks "duration"/],
    [{ transform: {} }, /^transform: setTransform changes nothing/],
    [{ transform: { opacity: 5 } }, /^transform\.opacity must be 0 to 1 \(got 5\)/],
    [{ volume: 9 }, /^volume must be 0 to 4 \(got 9\)/],
    [{ type: 'audio', src: 'med_music', fit: 'cover' }, /^fit: Clip "[^"]+" is of type audio, which has no image/],
  ])('is checked as there, and no clip is made: %j', (given, message) => {
    const outcome = run({ ...image, ...given });
    expect(outcome.results[0]?.error).toMatch(message);
    expect(outcome.document.clips).toHaveLength(exampleProject().clips.length);
  });

  it('tells what was put right', () => {
    const { results } = run({ ...image, duration: 1, transition: { type: 'dissolve', duration: 3 } });
    expect(results[0]?.data?.fixes).toEqual([expect.stringContaining('at most half the shorter clip')]);
  });
});

it('a text is stored with what a reader needs to lay it out', () => {
  const usual = { fontSize: 80, fontWeight: 400, color: '#ffffff', align: 'center', lineHeight: 1.2 };
  const { document } = run({ op: 'addTextClip', text: 'Hi', start: 20, duration: 1, style: { color: 'red' } });
  expect(clipOf(document)?.textStyle).toEqual({ ...usual, color: 'red', content: 'Hi' });
  const captions = run({ op: 'addCaptions', words: [{ text: 'x', start: 20, end: 21 }] });
  expect(Object.keys(clipOf(captions.document)?.textStyle ?? {})).toEqual(expect.arrayContaining(Object.keys(usual)));
});

describe('addBackground', () => {
  const all = { start: 0, duration: 10 };

  it('lies under everything for the whole project, filling the canvas', () => {
    const { document } = run({ op: 'addBackground', color: '#123456' });
    expect(clipOf(document)).toMatchObject({
      ...all,
      type: 'shape',
      shape: { kind: 'rectangle', fill: '#123456', width: 1920, height: 1080 },
    });
    const bottom = evaluate(document, 60).layers[0];
    expect(bottom?.kind === 'clip' ? bottom.clip.id : null).toBe('clip-new-1');
  });

  it('repeats a video without sound and covers with a picture', () => {
    expect(clipOf(run({ op: 'addBackground', src: 'med_video' }).document)).toMatchObject({
      ...all,
      type: 'video',
      fit: 'cover',
      loop: true,
      muted: true,
      mediaDuration: 12,
    });
    expect(clipOf(run({ op: 'addBackground', src: 'med_image' }).document)).toMatchObject({
      type: 'image',
      fit: 'cover',
    });
  });

  it('uses its track again where there is room', () => {
    const { document } = run(
      { op: 'addBackground', color: '#111111', duration: 4 },
      { op: 'addBackground', color: '#222222', start: 4 },
      { op: 'addBackground', color: '#333333' },
    );
    expect(document.tracks.map(({ id }) => id)).toEqual([5, 4, 0, 1, 2, 3]);
    expect(document.clips.slice(-3).map(({ trackIndex }) => trackIndex)).toEqual([4, 4, 5]);
  });

  it('says what it takes', () => {
    expect(errorOf({ op: 'addBackground' })).toMatch(/one of color, gradient and src \(got none\)/);
    expect(errorOf({ op: 'addBackground', color: '#fff', src: 'med_image' })).toMatch(/got color and src/);
    expect(errorOf({ op: 'addBackground', src: 'med_music' })).toMatch(/is an audio file, which clips/);
    expect(errorOf({ op: 'addBackground', src: 'other' })).toMatch(/not media of this account/);
    const empty = applyCommands(createDocument(), [{ op: 'addBackground', color: '#fff' }], exampleContext());
    expect(empty.results[0]?.error).toMatch(/no clips after 0 s. Give a duration/);
  });
});

describe('addLowerThird', () => {
  it('there is a row for each preset', () => {
    expect(LOWER_THIRDS.map(({ preset }) => preset)).toEqual([...LOWER_THIRD_PRESETS]);
  });

  it.each(LOWER_THIRD_PRESETS)('%s keeps its words inside the title-safe area of every canvas', (preset) => {
    for (const aspectRatio of ['16:9', '9:16', '1:1', '21:9']) {
      const { document, results } = run(
        { op: 'setProjectSettings', aspectRatio },
        { op: 'addLowerThird', title: 'Ada', subtitle: 'Mathematician', start: 20, duration: 4, preset },
      );
      expect(results[1]?.error).toBeUndefined();
      const { width, height } = document.settings;
      const texts = document.clips.filter((clip) => clip.groupId && clip.textStyle);
      expect(texts.map((clip) => clip.textStyle?.content)).toEqual(['Ada', 'Mathematician']);
      for (const { x, y, textStyle } of texts) {
        const half = (textStyle?.width ?? 0) / 2;
        const tall = (textStyle?.fontSize ?? 0) * 0.6;
        expect(Math.abs(x) + half).toBeLessThanOrEqual(0.45 * width + 1);
        expect(y + tall).toBeLessThanOrEqual(0.45 * height + 1);
        expect(y).toBeGreaterThan(0.2 * height);
      }
    }
  });

  it('is one group that fades in and out, words over the plate', () => {
    const { document, results } = run({ op: 'addLowerThird', title: 'Ada', start: 5, duration: 3, preset: 'bar' });
    const parts = document.clips.filter((clip) => clip.groupId === results[0]?.data?.groupId);
    expect(parts.map(({ type }) => type)).toEqual(['shape', 'text']);
    expect(parts.map(({ id }) => id)).toEqual(results[0]?.data?.clipIds);
    const seen = evaluate(document, 195).layers.flatMap((layer) => (layer.kind === 'clip' ? [layer.clip.id] : []));
    expect(seen.indexOf(parts[0]?.id ?? '')).toBeLessThan(seen.indexOf(parts[1]?.id ?? ''));
    expect(parts[0]?.kfOpacity?.map(({ time, value }) => [time, value])).toEqual([
      [0, 0],
      [0.4, 1],
      [2.6, 1],
      [3, 0],
    ]);
  });

  it('fades even when it is short, and needs shapes only where it has some', () => {
    const { document } = run({ op: 'addLowerThird', title: 'Ada', start: 20, duration: 0.5 });
    expect(document.clips.at(-1)?.kfOpacity?.map(({ time }) => time)).toEqual([0, 0.25, 0.5]);
    const poor = { ...exampleContext(), catalogue: { ...exampleContext().catalogue, shapes: [] } };
    const add = (preset: string) =>
      applyCommands(exampleProject(), [{ op: 'addLowerThird', title: 'A', start: 0, duration: 1, preset }], poor)
        .results[0];
    expect(add('box')?.error).toMatch(/needs the shape rectangle/);
    expect(add('minimal')?.ok).toBe(true);
  });
});

describe('addAdjustmentLayer', () => {
  it('has a filter, values over it, and effects after those of the filter', () => {
    const { document } = run({
      op: 'addAdjustmentLayer',
      start: 0,
      duration: 10,
      filter: 'vintage',
      grade: { temperature: 0 },
      effects: [{ type: 'blur' }],
    });
    const layer = document.clips.find((clip) => clip.type === 'adjustment');
    expect(layer?.trackIndex).toBe(1);
    expect(layer?.grade).toEqual({ blacks: 0.25, contrast: -0.2, temperature: 0 });
    expect(layer?.effects?.map(({ type, params }) => [type, params])).toEqual([
      ['grain', { amount: 0.2 }],
      ['blur', { radius: 12 }],
    ]);
  });

  it('says which effect is wrong', () => {
    const effects = [{ type: 'blur' }, { type: 'blur', params: { radius: -1 } }];
    expect(errorOf({ op: 'addAdjustmentLayer', start: 0, duration: 1, effects })).toMatch(
      /effects\[1\].params.radius must be 0 to 200 \(got -1\)/,
    );
  });
});

it('addSticker lies over the video, and is a picture', () => {
  const { document } = run({ op: 'addSticker', src: 'med_image', start: 0, duration: 2, x: 5 });
  expect(clipOf(document)).toMatchObject({ type: 'sticker', trackIndex: 1, x: 5, scale: 1 });
  expect(errorOf({ op: 'addSticker', src: 'med_video', start: 0, duration: 2 })).toMatch(
    /which clips of type sticker cannot use/,
  );
});

it.each([
  { op: 'addSticker', src: 'med_video', start: 0, duration: 30, x: 5 },
  { op: 'addClip', type: 'sticker', src: 'med_video', start: 0, duration: 30 },
])('$op with a GIF lies over the video, in its own size, and repeats', (command) => {
  const context = exampleContext();
  const media = (src: string) => {
    const facts = context.media(src);
    return facts && { ...facts, mimeType: 'image/gif', hasAudio: false };
  };
  const { document, results } = applyCommands(exampleProject(), [command as Command], { ...context, media });
  const plain = run({ op: 'addSticker', src: 'med_image', start: 0, duration: 30 });
  expect(clipOf(document)).toMatchObject({
    ...{ type: 'video', fit: 'none', loop: true, mediaDuration: 12, duration: 30 },
    trackIndex: clipOf(plain.document)?.trackIndex,
  });
  expect(results[0]?.data?.fixes).toContain('The picture moves, so the clip is of type video and repeats.');
});

describe('an animation', () => {
  const slots = [{ id: 'headline', type: 'text' as const, value: 'Hello' }];
  const animation = { kind: 'animation' as const, fps: 25, hasAudio: false, animation: { slots, warnings: [] } };
  const context = () => {
    const plain = exampleContext();
    return {
      ...plain,
      media: (src: string) => {
        const facts = plain.media(src);
        return facts && src === 'med_video' ? { ...facts, ...animation } : facts;
      },
    };
  };
  const applied = (...commands: Command[]) => applyCommands(exampleProject(), commands, context());
  const place = { src: 'med_video', start: 20, duration: 2 };

  it('is shown by clips of type video, and as a sticker that repeats', () => {
    const { document, results } = applied(
      { op: 'addClip', type: 'video', ...place },
      { op: 'addSticker', ...place },
      { op: 'addBackground', ...place },
      { op: 'replaceMedia', clipId: 'clip-new-1', src: 'med_image' },
      { op: 'replaceMedia', clipId: 'clip-new-1', src: 'med_video' },
      { op: 'addClip', type: 'image', ...place },
    );
    expect(results.map(({ error }) => error)).toEqual([
      ...Array(5).fill(undefined),
      expect.stringContaining('is an animation, which clips of type image cannot use. Use type video.'),
    ]);
    expect(clipOf(document)?.type).toBe('video');
    expect(clipOf(document, 'clip-new-2')).toMatchObject({ type: 'video', fit: 'none', loop: true });
    expect(clipOf(document, 'clip-new-3')).toMatchObject({ type: 'video', fit: 'cover', loop: true });
  });

  it('gets values for the slots that it has', () => {
    const patched = (clipId: string, names: object) =>
      applied({ op: 'addClip', type: 'video', ...place }, { op: 'updateClip', clipId, patch: { slots: names } });
    const { document } = patched('clip-new-1', { headline: 'Hi {{name}}' });
    expect(clipOf(document)?.slots).toEqual({ headline: 'Hi {{name}}' });
    expect(patched('clip-new-1', { footer: 'x' }).results[1]?.error).toBe(
      'patch.slots names "footer", which is no slot of the animation. It has headline.',
    );
    expect(patched('music-1', { headline: 'x' }).results[1]?.error).toMatch(/shows no animation \(Lottie\)/);
  });
});

describe('a clip without a name', () => {
  const names: Record<string, string> = { med_video: 'beach.mp4', med_image: 'x'.repeat(300), med_music: 'song.mp3' };
  const context = () => ({ ...exampleContext(), mediaName: (src: string) => names[src] ?? null });
  const namesAfter = (...commands: Command[]) =>
    applyCommands(exampleProject(), commands, context())
      .document.clips.slice(exampleProject().clips.length)
      .map(({ name }) => name);
  const place = { start: 20, duration: 2 };

  it('has the name of its media, cut to what a name may have; a given name stays, also an empty one', () => {
    const added = namesAfter(
      { op: 'addClip', type: 'video', src: 'med_video', start: 20, duration: 'media' },
      { op: 'addClip', type: 'audio', src: 'med_music', ...place },
      { op: 'addClip', type: 'sticker', src: 'med_image', ...place },
      { op: 'addSticker', src: 'med_image', ...place },
      { op: 'addClip', type: 'video', src: 'med_video', name: 'Opening', ...place },
      { op: 'addClip', type: 'video', src: 'med_video', name: '', ...place },
    );
    const long = 'x'.repeat(200);
    expect(added).toEqual(['beach.mp4', 'song.mp3', long, long, 'Opening', '']);
  });

  it('follows its media when that is replaced; another name stays', () => {
    const replace = (clipId: string) => ({ op: 'replaceMedia', clipId, src: 'med_image' });
    const rename = { op: 'updateClip', clipId: 'clip-2', patch: { name: 'Opening' } };
    const { document } = applyCommands(
      exampleProject(),
      [
        { op: 'updateClip', clipId: 'clip-1', patch: { name: 'beach.mp4' } },
        ...[rename, replace('clip-1'), replace('clip-2')],
      ],
      context(),
    );
    expect(['clip-1', 'clip-2'].map((id) => clipOf(document, id)?.name)).toEqual(['x'.repeat(200), 'Opening']);
  });

  it('has none where the media has none', () => {
    expect(clipOf(run({ op: 'addClip', type: 'video', src: 'med_video', ...place }).document)?.name).toBe('');
  });
});

it('addHtmlClip is as large as the canvas unless it says otherwise', () => {
  const add = (more: object) =>
    clipOf(run({ op: 'addHtmlClip', html: '<p>Hi</p>', start: 0, duration: 2, ...more }).document);
  expect(add({})?.html).toEqual({ html: '<p>Hi</p>', width: 1920, height: 1080 });
  expect(add({ width: 300 })?.html).toMatchObject({ width: 300, height: 1080 });
});
