import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { createDocument } from '../document/create-document.ts';
import { type Document, ProjectNameSchema, type Settings, SettingsSchema } from '../document/document.ts';
import { CANVAS_SIZES, LIMITS } from '../document/limits.ts';
import { numberIn } from '../document/scalars.ts';
import { nameOf } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { withoutTracks } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { ASPECT_RATIOS, type AspectRatio } from '../vocabulary/index.ts';

const { aspectRatio, fps, background, backgroundVariable } = SettingsSchema.properties;
const sideParam = (which: string) =>
  Type.Optional(numberIn(LIMITS.minSide, LIMITS.maxSide, `${which} of the canvas; rounded to an even number. Pixels.`));

export const setProjectSettings = defineCommand({
  op: 'setProjectSettings',
  scope: 'project',
  description: 'Changes name, canvas, frame rate or background. An aspect ratio without a size brings its usual size.',
  keywords: {
    'cinematic bars': { aspectRatio: '21:9' },
    'aspect ratio': {},
    vertical: { aspectRatio: '9:16' },
    portrait: { aspectRatio: '9:16' },
    square: { aspectRatio: '1:1' },
    landscape: { aspectRatio: '16:9' },
    widescreen: { aspectRatio: '16:9' },
    reels: { aspectRatio: '9:16' },
    resolution: {},
    'canvas size': {},
    '4k': { width: 3840, height: 2160 },
    'frame rate': {},
    'rename project': {},
    'background colour': {},
  },
  params: {
    name: Type.Optional(ProjectNameSchema),
    aspectRatio: Type.Optional(aspectRatio),
    width: sideParam('Width'),
    height: sideParam('Height'),
    fps: Type.Optional(fps),
    background: Type.Optional(background),
    backgroundVariable,
  },
  returns: { settings: SettingsSchema },
  examples: [
    { title: 'Make it vertical', params: { aspectRatio: '9:16' } },
    { title: 'Film rate on white', params: { name: 'Teaser', fps: 23.976, background: '#ffffff' } },
    { title: 'An own size', params: { width: 1280, height: 720 } },
    { title: 'A background that each render may choose', params: { backgroundVariable: '{{brand|#102030}}' } },
  ],
  run: (document, params) => {
    if (Object.keys(params).length === 0) {
      throw refuse('setProjectSettings changes nothing. Give name, aspectRatio, width, height, fps or background.');
    }
    const { settings, fixes } = merged(document.settings, params);
    return { document: { ...document, settings }, data: withFixes({ settings }, fixes) };
  },
});

function merged(current: Document['settings'], params: Partial<Settings>): { settings: Settings; fixes: string[] } {
  const usual = params.aspectRatio ? CANVAS_SIZES[params.aspectRatio] : current;
  const width = even(params.width ?? usual.width);
  const height = even(params.height ?? usual.height);
  const sized = params.width !== undefined || params.height !== undefined;
  const fixes: string[] = [];
  if (width !== (params.width ?? width) || height !== (params.height ?? height)) {
    fixes.push(`The canvas became ${width}x${height}: sides are even numbers of pixels.`);
  }
  const aspectRatio = params.aspectRatio ?? (sized ? nearestRatio(width, height) : current.aspectRatio);
  return { settings: { ...current, ...params, aspectRatio, width, height }, fixes };
}

function even(side: number): number {
  return Math.round(side / 2) * 2;
}

function nearestRatio(width: number, height: number): AspectRatio {
  const distance = (ratio: AspectRatio) => {
    const size = CANVAS_SIZES[ratio];
    return Math.abs(Math.log((width * size.height) / (height * size.width)));
  };
  return ASPECT_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

export const clearTimeline = defineCommand({
  op: 'clearTimeline',
  description:
    'Removes every clip and marker. The tracks become those of a new project unless keepTracks is true. Settings stay.',
  keywords: { 'start over': {}, 'delete everything': {} },
  params: {
    keepTracks: Type.Optional(Type.Boolean({ description: 'True: the tracks stay, empty; false when absent.' })),
  },
  returns: { removed: Type.Integer({ description: 'How many clips were removed.' }) },
  examples: [
    { title: 'Start again', params: {}, gives: { removed: 4 } },
    { title: 'On the same tracks', params: { keepTracks: true }, gives: { removed: 4 } },
  ],
  run: (document, params) => {
    const locked = document.tracks.find((track) => track.locked);
    if (locked)
      throw refuse(`clearTimeline removes every clip, but ${nameOf(locked)} is locked. Unlock the track first.`);
    const { markers: _, ...kept } = document;
    const tracks = params.keepTracks ? document.tracks : createDocument(document.settings).tracks;
    return { document: { ...withoutTracks(kept, tracks), clips: [] }, data: { removed: document.clips.length } };
  },
});
