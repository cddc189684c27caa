import { describe, expect, it } from 'vitest';
import { exampleProject } from '../commands/examples.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { createDocument } from './create-document.ts';
import { KEYFRAMABLE } from './keyframable.ts';
import { KEYFRAME_FIELDS } from './keyframe.ts';
import { parseColor } from './parse-color.ts';
import { parseDocument } from './parse-document.ts';

const withClip = (fields: Record<string, unknown>) => ({
  ...createDocument(),
  clips: [{ id: 'a', type: 'video', src: 's', start: 0, duration: 2, trackIndex: 0, ...fields }],
});

describe('parseDocument', () => {
  it('returns a complete document as it is', () => {
    const document = exampleProject();
    expect(parseDocument(document)).toBe(document);
  });

  it('fills in what a clip leaves out', () => {
    expect(parseDocument(withClip({})).clips[0]).toMatchObject({
      speed: 1,
      opacity: 1,
      freezeAt: null,
      mediaDuration: 2,
    });
  });

  it.each([
    [withClip({ start: -1 }), 'clips[0].start must be 0 to 86400 (got -1).'],
    [withClip({ opasity: 1 }), 'clips[0].opasity is not a known field (got 1).'],
    [withClip({ type: 'film' }), 'clips[0].type must be one of video, audio,'],
    [withClip({ duration: 0 }), 'clips[0].duration must be more than 0 and at most 86400 (got 0).'],
    [withClip({ trackIndex: 9 }), 'clips[0].trackIndex 9 is not the id of a track. Use one of 0, 1, 2, 3.'],
    [withClip({ scale: Number.POSITIVE_INFINITY }), 'clips[0].scale must be'],
    [withClip({ cropL: 0.5, cropR: 0.5 }), 'clips[0] is cropped away completely.'],
    [withClip({ type: 'text' }), 'clips[0] is a text clip without textStyle.'],
    [
      withClip({ type: 'text', textStyle: { content: 'a', color: 'reddish' } }),
      'clips[0].textStyle.color is not a CSS colour (got "reddish"). Write #rrggbb, rgb(), hsl() or a name.',
    ],
    [withClip({ kfX: [{ time: 0, value: 'far' }] }), 'clips[0].kfX[0].value must be of type number (got "far").'],
    [{ ...createDocument(), version: 1 }, 'document.version must be 2 (got 1).'],
    [
      { ...createDocument(), settings: { ...createDocument().settings, width: 101 } },
      'settings.width must be a multiple of 2',
    ],
    [
      { ...createDocument(), tracks: [...createDocument().tracks, ...createDocument().tracks] },
      'tracks[4].id 0 is used twice.',
    ],
    [{ version: 2 }, 'document lacks "settings", "tracks", "clips".'],
    ['film', 'The document must be an object'],
    [null, 'The document must be an object'],
  ])('says what is wrong: %#', (value, message) => {
    expect(() => parseDocument(value)).toThrow(message);
  });

  it('refuses more clips than the limit', () => {
    const clips = Array.from({ length: 10_001 }, (_, index) => ({ ...exampleProject().clips[0], id: `c${index}` }));
    expect(() => parseDocument({ ...createDocument(), clips })).toThrow(
      'document.clips has 10001 entries; the limit is 10000. Remove some.',
    );
  });
});

it('createDocument makes the default document', () => {
  const { settings, tracks, version } = createDocument();
  expect(settings).toMatchObject({ aspectRatio: '16:9', width: 1920, height: 1080, fps: 30, background: '#000000' });
  expect(tracks.map(({ id, label, type }) => [id, label, type])).toEqual([
    [0, 'Video 1', 'video'],
    [1, 'Video 2', 'video'],
    [2, 'Text', 'text'],
    [3, 'Audio', 'audio'],
  ]);
  expect(version).toBe(2);
  expect(createDocument({ aspectRatio: '9:16' }).settings).toMatchObject({ width: 1080, height: 1920 });
});

it('every keyframable property has its own array', () => {
  const fields = KEYFRAMABLE_PROPS.map((prop) => `kf${prop.charAt(0).toUpperCase()}${prop.slice(1)}`);
  expect(KEYFRAMABLE_PROPS.map((prop) => KEYFRAMABLE[prop].field)).toEqual(fields);
  expect(Object.keys(KEYFRAME_FIELDS)).toEqual(fields);
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field, minimum, maximum, initial } = KEYFRAMABLE[prop];
    expect(KEYFRAME_FIELDS[field].items.properties.value).toMatchObject({ minimum, maximum });
    expect(initial).toBeGreaterThanOrEqual(minimum);
  }
});

it.each([
  ['#f80', { r: 255, g: 136, b: 0, a: 1 }],
  ['#ff880080', { r: 255, g: 136, b: 0, a: 128 / 255 }],
  ['rgb(1, 2, 3)', { r: 1, g: 2, b: 3, a: 1 }],
  ['rgba(300,-2,3,0.5)', { r: 255, g: 0, b: 3, a: 0.5 }],
  ['RGBA(1,2,3,.5)', { r: 1, g: 2, b: 3, a: 0.5 }],
  ['hsl(120, 100%, 25%)', { r: 0, g: 128, b: 0, a: 1 }],
  ['HSL(0.5turn 100% 50% / 50%)', { r: 0, g: 255, b: 255, a: 0.5 }],
  ['RebeccaPurple', { r: 102, g: 51, b: 153, a: 1 }],
  ['hwb(0 0% 0%)', { r: 255, g: 0, b: 0, a: 1 }],
  ['oklch(0.6 0.4 30)', { r: 255, g: 0, b: 0, a: 1 }],
  ['rgb(100% 0% 40% / 25%)', { r: 255, g: 0, b: 102, a: 0.25 }],
  ['transparent', { r: 0, g: 0, b: 0, a: 0 }],
])('parseColor reads %s', (css, color) => {
  expect(parseColor(css)).toEqual(color);
});

it('parseColor refuses what is no colour', () => {
  for (const css of [
    '#ff',
    'red-ish',
    'rgb(1,2)',
    '',
    '#12345',
    'facade',
    'abc',
    'currentcolor',
    'url(#a)',
    'rgb(1,2,3',
    'constructor',
  ])
    expect(() => parseColor(css)).toThrow(/is not a colour/);
});
