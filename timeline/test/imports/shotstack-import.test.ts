import { describe, expect, it } from 'vitest';
import { exampleContext } from '../../src/commands/examples.ts';
import { keyframedValue } from '../../src/evaluate/animated-value.ts';
import { importProject } from '../../src/import/import-project.ts';
import { type Clip, fillVariables, listVariables } from '../../src/index.ts';
import { reduce } from '../../src/reduce.ts';
import { facts, importContext, imported, sample } from './import-samples.ts';

/** Imports an edit of 1000 x 500 pixels with one track of clips. */
function edit(clips: unknown[], media: Parameters<typeof imported>[1] = {}, more: object = {}) {
  return imported(
    { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: { width: 1000, height: 500 } }, ...more },
    media,
  );
}

const text = (content: string) => ({ type: 'text', text: content });

/** Imports a clip of a text from second 0 to 4 with further fields. */
function only(fields: object, media: Parameters<typeof imported>[1] = {}): Clip {
  const [clip] = edit([{ asset: text('Hi'), start: 0, length: 4, ...fields }], media).document.clips;
  if (!clip) throw new Error('no clip');
  return clip;
}

describe('a Shotstack edit', () => {
  it('sets the size, rate, colour and name of the project, and the fields of its render', () => {
    const { document, render } = imported(sample('shotstack/spring-sale.json'));
    expect(document.settings).toMatchObject({
      ...{ width: 1280, height: 720, fps: 30, aspectRatio: '16:9', background: '#fdf6e3', name: 'Imported' },
      backgroundVariable: '{{GROUND|#fdf6e3}}',
    });
    expect(render).toEqual({ format: 'mp4', quality: 'high' });
    const still = imported(sample('shotstack/smart-clips.json'));
    expect(still.document.settings).toMatchObject({ width: 576, height: 576, fps: 25, name: 'Smart clips' });
    expect(still.render).toEqual({ format: 'poster', atSec: 2.5 });
  });

  it('turns merge fields into variables with their values as defaults', () => {
    const { document, report } = imported(sample('shotstack/spring-sale.json'));
    const variables = listVariables(document).map(({ name, type, default: own }) => [name, type, own]);
    expect(variables).toContainEqual(['HEADLINE', 'text', 'Everything must bloom']);
    expect(variables).toContainEqual(['SITE', 'text', 'garden.example.org']);
    expect(variables).toContainEqual(['INK', 'color', '#1b4332']);
    expect(variables).toContainEqual(['GROUND', 'color', '#fdf6e3']);
    expect(report).toContainEqual(
      expect.objectContaining({ path: 'merge[5]', why: expect.stringContaining('Nothing') }),
    );
    const filled = fillVariables(document, { SITE: 'example.com', INK: '#ff0000' });
    expect(filled.clips.find(({ name }) => name === 'Drawing')?.shape?.fill).toBe('#ff0000');
    expect(filled.clips.map(({ textStyle }) => textStyle?.content)).toContain('Order at example.com today');
  });

  it('puts the first track on top, and a box behind its text', () => {
    const { document } = imported(sample('shotstack/spring-sale.json'));
    const rows = document.tracks.map(({ id }) =>
      document.clips.filter(({ trackIndex }) => trackIndex === id).map(({ type, name }) => `${type} ${name}`),
    );
    expect(rows).toEqual([
      ['text tulips.jpg'],
      ['shape Background'],
      ['shape Drawing'],
      ['text Everything must bloom', 'shape Background'],
      ['text Order at garden.example.org today'],
      ['adjustment spring.mp3'],
    ]);
    const [box, words] = document.clips.filter(({ groupId }) => groupId !== undefined);
    expect(box?.groupId).toBe(words?.groupId);
    expect(box?.shape).toMatchObject({ kind: 'rounded-rectangle', width: 700, height: 140, fill: '#c0392bcc' });
    expect([box?.rotation, words?.rotation]).toEqual([-6, -6]);
  });

  it('reads the whole style of a rich text', () => {
    const { document } = imported(sample('shotstack/spring-sale.json'));
    const clip = document.clips.find(({ name }) => name.startsWith('Everything'));
    expect(clip?.textStyle).toMatchObject({
      ...{ fontFamily: 'Montserrat', fontWeight: 800, fontSize: 96, color: '#1b4332e6', align: 'left' },
      ...{ verticalAlign: 'top', width: 840, lineHeight: 1.1, letterSpacing: 2, wordSpacing: 4 },
      ...{ textTransform: 'uppercase', textDecoration: 'underline', strokeWidth: 3, strokeColor: '#10203080' },
      shadow: { x: 4, y: 6, blur: 8, opacity: 0.6 },
      background: { color: '#ffe08a', wrap: 'line' },
      gradient: { type: 'linear', angle: 90, stops: [{ color: '#ff5f6d' }, { color: '#ffc371' }] },
      animation: { in: { name: 'slide', unit: 'word', direction: 'left' } },
    });
    // Left padding is 20 px more than right padding; the text hangs from the upper edge of its box.
    expect([clip?.x, clip?.y]).toEqual([-0.1 * 1280 + 10, expect.closeTo(-0.2 * 720 - 150 + 10 + 720 * 0.025, 6)]);
  });

  it('aligns clips to the edges of the canvas', () => {
    const asset = { ...text('Hi'), width: 200, height: 100 };
    expect(only({ asset, position: 'topLeft' })).toMatchObject({ x: -400, y: -200 });
    expect(only({ asset, position: 'bottomRight', offset: { x: -0.1, y: 0.1 } })).toMatchObject({ x: 300, y: 150 });
    expect(only({ asset, position: 'right', scale: 0.5 })).toMatchObject({ x: 450, y: 0, scale: 0.5 });
  });

  it('keeps tweens with their easings, also where two of them follow each other', () => {
    const { document } = imported(sample('shotstack/moving-parts.json'));
    const clip = document.clips.find(({ name }) => name === 'badge.png');
    const width = 1080;
    const right = (width - 320 * 0.5) / 2;
    expect(clip?.kfX).toEqual([
      { time: 0, value: right, easing: 'linear' },
      { time: 2, value: right - 0.5 * width, easing: 'hold' },
      { time: 3, value: right - 0.5 * width, easing: 'easeOutCubic' },
      { time: 5, value: right - 0.1 * width, easing: 'hold' },
    ]);
    expect(clip?.kfRotation).toEqual([
      { time: 0, value: 0, easing: 'easeInOutQuad' },
      { time: 6, value: 360, easing: 'hold' },
    ]);
    expect(clip?.kfOpacity?.map(({ time, value, easing }) => [time, value, easing])).toEqual([
      [0, 0, 'linear'],
      [1, 1, 'hold'],
      [4, 1, 'hold'],
      [4.5, 0.2, 'hold'],
    ]);
  });

  it('turns transitions into keyframes of their length', () => {
    const clip = only({ transition: { in: 'fade', out: 'slideRightFast' }, opacity: 0.5 });
    expect(clip.kfOpacity).toEqual([
      { time: 0, value: 0, easing: 'easeInOut' },
      { time: 1, value: 0.5, easing: 'hold' },
      { time: 3.75, value: 0.5, easing: 'easeInOut' },
      { time: 4, value: 0, easing: 'hold' },
    ]);
    expect(clip.kfX).toEqual([
      { time: 3.75, value: 0, easing: 'easeInOut' },
      { time: 4, value: 25, easing: 'hold' },
    ]);
    expect(only({ transition: { in: 'wipeLeft' } }).kfCropL?.map(({ value }) => value)).toEqual([1, 0]);
    expect(only({ transition: { out: 'reveal' } }).kfCropR?.map(({ value }) => value)).toEqual([0, 1]);
    expect(only({ transition: { in: 'carouselUp' } }).kfY?.map(({ value }) => value)).toEqual([525, 0]);
  });

  it('multiplies two changes that run at the same time', () => {
    const { kfScale = [] } = only({ scale: [{ from: 1, to: 2, start: 0, length: 4 }], effect: 'zoomIn' });
    expect(keyframedValue(kfScale).at(2)).toBeCloseTo(1.5 * 1.15, 2);
  });

  it('places clips after each other, to the end, and by alias', () => {
    const media = { 'talk.mp4': facts('video', { durationSec: 9 }), 'rain.mp3': facts('audio', { durationSec: 60 }) };
    const { document, report } = imported(sample('shotstack/smart-clips.json'), media);
    const times = Object.fromEntries(document.clips.map(({ name, start, duration }) => [name, [start, duration]]));
    expect(times).toMatchObject({
      title: [1, 2.5],
      Two: [3.5, 2.5],
      Three: [6, 8],
      talk: [1, 9],
      'end.png': [10, 4],
      'rain.mp3': [0, 14],
    });
    expect(document.clips.find(({ name }) => name === 'talk')).toMatchObject({ durationFrom: 'media', fit: 'cover' });
    expect(report.map(({ why }) => why)).toContain('The subtitle file is not there.');
  });

  it('crops media to the box of their clip when their size is known', () => {
    const asset = { type: 'image', src: 'a.png' };
    const box = { asset, width: 300, height: 300 };
    const media = { 'a.png': facts('image') };
    const crop = (640 * (300 / 360) - 300) / 2 / (640 * (300 / 360));
    const clip = only(box, media);
    expect(clip).toMatchObject({ type: 'image', fit: 'none', scale: 300 / 360 });
    expect([clip.cropL, clip.cropR, clip.cropT]).toEqual([expect.closeTo(crop), expect.closeTo(crop), undefined]);
    expect(only({ ...box, fit: 'contain' }, media)).toMatchObject({ fit: 'none', scale: 300 / 640 });
    expect(only({ ...box, fit: 'cover' }, media)).toMatchObject({ fit: 'fill', scaleX: 0.3, scaleY: 0.6, scale: 1 });
    expect(only({ asset, fit: 'none' }, media)).toMatchObject({ fit: 'none', scale: 1 });
  });

  it('lays subtitle files out as captions', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nGood morning\n\n2\n00:00:03,000 --> 00:00:09,000\nBye\n';
    const asset = { type: 'caption', src: 'words.srt', font: { size: 30 }, trim: 0.5 };
    const file = { timeline: { tracks: [{ clips: [{ asset, start: 2, length: 4 }] }] } };
    const context = importContext({ 'words.srt': facts('subtitle') }, { subtitles: () => srt });
    const { document, report } = importProject(file, 'Captions', context);
    expect(document.clips).toMatchObject([
      { start: 2.5, duration: 1, isCaption: true, textStyle: { content: 'Good morning', fontSize: 30 } },
      { start: 4.5, duration: 1.5, textStyle: { content: 'Bye' } },
    ]);
    expect(report).toEqual([]);
  });

  it('reads output and merge fields beside a template, and weights by name', () => {
    const asset = { type: 'text', text: '{{ WHO }}', font: { weight: 'bold' } };
    const file = {
      template: { timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] } },
      output: { format: 'gif' },
      merge: [{ find: 'WHO', replace: 'Ana' }],
    };
    const { document, render, report } = imported(file);
    expect(document.clips).toMatchObject([{ name: 'Ana', textStyle: { fontWeight: 700, content: '{{WHO|Ana}}' } }]);
    expect([render, report]).toEqual([{ format: 'gif' }, []]);
  });

  it('names what it cannot carry over', () => {
    const { report } = imported(sample('shotstack/older-assets.json'));
    const whys = Object.fromEntries(report.map(({ path, why }) => [path, why]));
    expect(whys).toMatchObject({
      callback: 'Webhooks belong to the account.',
      'output.destinations': 'Destinations belong to the account.',
      'output.range': 'A render covers the whole project.',
      'timeline.tracks[2].clips[0]': 'The luma matte is not there.',
      'timeline.tracks[2].clips[4]': 'The asset type "hologram" is not known.',
      'timeline.tracks[0].clips[2].asset.js': 'The script uses gsap, which pages do not have here.',
    });
  });
});

describe('a placeholder', () => {
  const photo = { asset: { type: 'image', src: '{{ PHOTO }}' }, start: 0, length: 4, transition: { in: 'slideLeft' } };
  const merge = [{ find: 'PHOTO', replace: 'https://media.example.org/my%20photo.jpg' }];

  it('has the name, place and length of its media, and becomes their clip by replaceMedia', () => {
    const { document, missing } = edit([photo], {}, { merge });
    const [clip] = document.clips;
    expect(clip).toMatchObject({ type: 'text', name: 'my photo.jpg', duration: 4, fit: 'cover' });
    expect(clip?.textStyle?.content).toContain('my photo.jpg');
    expect(missing).toEqual([
      {
        ...{ src: '{{PHOTO|https://media.example.org/my%20photo.jpg}}', type: 'image', name: 'my photo.jpg' },
        clipIds: [clip?.id],
      },
    ]);
    const command = { op: 'replaceMedia', clipId: clip?.id, src: 'med_image' };
    const { document: complete, result } = reduce(document, command, exampleContext());
    expect(result).toMatchObject({ ok: true });
    const [whole] = complete.clips;
    expect(whole).toMatchObject({ type: 'image', src: '{{PHOTO|med_image}}', kfX: clip?.kfX, duration: 4 });
    expect(whole).not.toHaveProperty('missing');
    expect(whole).not.toHaveProperty('textStyle');
  });

  it('of a video without a length lasts as long as its media once they are there', () => {
    const asset = { type: 'video', src: 'a.mp4', trim: 1 };
    const { document } = edit([{ asset, start: 0, length: 'auto' }]);
    const [clip] = document.clips;
    expect(clip).toMatchObject({ duration: 3, missing: { type: 'video', src: 'a.mp4', lasts: 'media' } });
    const command = { op: 'replaceMedia', clipId: clip?.id, src: 'med_video' };
    const { document: complete } = reduce(document, command, exampleContext());
    const length = exampleContext().media('med_video')?.durationSec ?? 0;
    expect(complete.clips).toMatchObject([
      { type: 'video', durationFrom: 'media', duration: length - 1, mediaStart: 1 },
    ]);
  });
});

describe('a hostile edit', () => {
  const clip = (more: object) => ({ asset: text('x'), start: 0, length: 1, ...more });

  it('with aliases in a circle is refused', () => {
    const circle = [clip({ alias: 'a', start: 'alias://b' }), clip({ alias: 'b', start: 'alias://a' })];
    expect(() => edit(circle)).toThrow(
      'timeline.tracks[0].clips[0]: its time depends on itself through aliases. Give one of the clips a number.',
    );
    const chain = Array.from({ length: 5_000 }, (_, at) => clip({ alias: `c${at}`, start: `alias://c${at + 1}` }));
    expect(() => edit(chain)).toThrow(/more than 100 aliases follow each other/);
  });

  it('with numbers at the limits becomes a valid document', () => {
    const huge = {
      offset: { x: 1e308, y: -1e308 },
      scale: 1e308,
      opacity: -5,
      transform: { rotate: { angle: 1e300 } },
    };
    const [first] = edit([clip({ ...huge, length: 1e300 }), clip({ start: -3, length: 0 })]).document.clips;
    expect(first).toMatchObject({ x: 10_000, y: 5_000, scale: 100, opacity: 0, rotation: 36_000, duration: 86_400 });
    const odd = {
      asset: { type: 'text', text: 'x', font: { size: '1e999', color: 'javascript:1' } },
      start: '0',
      length: '2',
    };
    expect(edit([odd]).document.clips).toMatchObject([{ duration: 2, textStyle: { fontSize: 32, color: '#ffffff' } }]);
  });

  it('with more clips than a document may have is refused', () => {
    const many = Array.from({ length: 10_001 }, () => clip({}));
    expect(() => edit(many)).toThrow('The file has 10001 clips; the limit is 10000.');
  });

  it('with many clips after each other is read in order', () => {
    const many = Array.from({ length: 5_000 }, () => clip({ start: 'auto' }));
    const { document } = edit(many);
    expect(document.clips.at(-1)).toMatchObject({ start: 4_999, duration: 1 });
  });
});
