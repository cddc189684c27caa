import { applyCommands, type Command, createDocument, type Document, type ReduceContext } from '@framemill/timeline';
import { catalogue } from '../../src/capabilities/index.ts';

type MediaLookup = ReduceContext['media'];

/**
 * Times of the compared frames, in seconds: a title and a name over a video, an image next to text, and a split screen
 * over a bar.
 */
export const MOMENTS = [2, 6, 10] as const;

/** Sources of the test video, by the `src` that its clips use. */
export const SOURCES = {
  video: 'valley.mp4',
  portrait: 'upright.webp',
  sea: 'ocean.webp',
  hills: 'mountains.webp',
} as const;

const shown = { fontFamily: 'Inter', color: '#ffffff' } as const;
const soft = { shadow: { y: 4, blur: 24, color: '#000000', opacity: 0.6 } } as const;

/**
 * Commands that build the test video from an empty project: twelve seconds in three scenes, with a logo in the corner
 * of all of them.
 */
const commands: Command[] = [
  { op: 'setProjectSettings', name: 'Above the valley', aspectRatio: '16:9' },
  { op: 'addClip', type: 'video', src: SOURCES.video, start: 0, duration: 4, trackIndex: 0, mediaDuration: 1 },
  {
    ...{ op: 'addTextClip', text: 'Where the road ends', start: 0, duration: 4, trackIndex: 2 },
    ...{ transform: { y: -150 }, style: { ...shown, ...soft, fontSize: 150, fontWeight: 800 } },
  },
  { op: 'addLowerThird', title: 'Ada Lovelace', subtitle: 'Mountain guide', start: 0, duration: 4, preset: 'box' },
  { op: 'addBackground', color: '#f3efe7', start: 4, duration: 4 },
  {
    ...{ op: 'addClip', type: 'image', src: SOURCES.portrait, start: 4, duration: 4, trackIndex: 0, fit: 'contain' },
    transform: { x: -450, scale: 0.78 },
  },
  {
    ...{
      op: 'addTextClip',
      text: 'Summit Jacket',
      start: 4,
      duration: 4,
      trackIndex: 2,
      transform: { x: 400, y: -180 },
    },
    style: { ...shown, fontSize: 120, fontWeight: 800, color: '#1d1d1f', width: 860, align: 'left', lineHeight: 1.05 },
  },
  {
    ...{ op: 'addTextClip', text: 'Warm to minus twenty. Packs into its own pocket.', start: 4, duration: 4 },
    ...{ transform: { x: 400, y: 60 }, style: { ...shown, fontSize: 48, color: '#4a4a4f', width: 860, align: 'left' } },
  },
  {
    ...{ op: 'addShapeClip', kind: 'rounded-rectangle', start: 4, duration: 4, transform: { x: 140, y: 260 } },
    style: { width: 340, height: 120, cornerRadius: 24, fill: '#d1495b' },
  },
  {
    ...{ op: 'addTextClip', text: '€ 189', start: 4, duration: 4, transform: { x: 140, y: 260 } },
    style: { ...shown, fontSize: 64, fontWeight: 800, width: 300, maxLines: 1 },
  },
  { op: 'addClip', type: 'image', src: SOURCES.sea, start: 8, duration: 4, trackIndex: 0 },
  { op: 'addClip', type: 'image', src: SOURCES.hills, start: 8, duration: 4, trackIndex: 1 },
  { op: 'applyLayout', clipIds: ['$10.clipId', '$11.clipId'], layout: 'split-h' },
  {
    ...{ op: 'addShapeClip', kind: 'rectangle', start: 8, duration: 4, transform: { y: 430 } },
    style: { width: 1920, height: 140, fill: '#14213d' },
  },
  {
    ...{ op: 'addTextClip', text: 'From the sea to the summit in one long day', start: 8, duration: 4 },
    ...{ transform: { y: 430 }, style: { ...shown, fontSize: 64, fontWeight: 700, width: 1720, maxLines: 1 } },
  },
  {
    ...{ op: 'addShapeClip', kind: 'star', start: 0, duration: 12, transform: { x: 854, y: -434 } },
    style: { width: 104, height: 104, fill: '#ffb703', points: 5 },
  },
];

/** Creates the test video's document in its original aspect ratio, 16:9. `facts` looks up the facts of its sources. */
export function film(facts: MediaLookup): Document {
  return made(commands, facts);
}

/** Applies commands to an empty project and returns the document. Throws when a command fails. */
export function made(list: Command[], media: MediaLookup): Document {
  let count = 0;
  const context = { catalogue, media, newId: (kind: string) => `${kind}-${++count}` };
  const { document, results } = applyCommands(createDocument(), list, context);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0) throw new Error(JSON.stringify(failed));
  return document;
}
