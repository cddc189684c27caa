import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, FramemillError } from '@framemill/timeline';
import { createCanvas } from '@napi-rs/canvas';
import { applyCommands, at, call, uploadIngested } from '../stack/call.ts';
import type { ItemValues } from './item-values.ts';

/** API address and key of a service. */
export interface Service {
  readonly apiHost: string;
  readonly key: string;
}

/** Project that a batch renders, with the media ids of its ten images. */
export interface Greeting {
  readonly projectId: string;
  readonly images: readonly string[];
}

/**
 * Durations in seconds of the three parts of each video: the shared start, the part that differs between items, and the
 * shared end.
 */
export const parts = { intro: 3.5, own: 3, outro: 3.5 } as const;

/** Positions of name and image in a frame of 1920 x 1080, in pixels from its centre. See `read-frame.ts`. */
export const layout = { text: { x: 260, fontSize: 120, lineHeight: 1.2 }, image: { x: -480, size: 420 } } as const;

/**
 * Creates the project of the batch: 10 s at 1080p30 with music. Start and end are videos with a logo. Between them are
 * moving shapes, an image, a name and a colour. `sample` is the folder of the sample media. Generated images are
 * written to `scratch`.
 */
export async function makeGreeting(service: Service, sample: string, scratch: string): Promise<Greeting> {
  const upload = (name: string) => uploaded(service, join(sample, name));
  const [intro, outro, logo, music] = [
    await upload('mountains.mp4'),
    await upload('ocean.mp4'),
    await upload('logo.png'),
    await upload('music.flac'),
  ];
  const images: string[] = [];
  for (let n = 0; n < 10; n++) images.push(await uploaded(service, drawImage(scratch, n)));
  const created = await call(service.apiHost, service.key, 'POST', '/projects', { name: 'Greeting' });
  const projectId = String(at(created, 'project', 'id'));
  const [colour = '', ...moving] = await applyCommands(service.apiHost, service.key, projectId, [
    ...[shape(0, 'rectangle', '#7a1f3d', 1_920, 1_080), shape(1, 'ellipse', '#ffffff1e', 900, 900)],
    shape(1, 'ellipse', '#ffffff14', 600, 600),
    ...own(`{{image|${images[0]}}}`),
    ...shared(intro, logo, 0, parts.intro),
    ...shared(outro, logo, parts.intro + parts.own, parts.outro),
    { op: 'addClip', type: 'audio', src: music, start: 0, duration: 10, trackIndex: 3 },
  ]);
  const [large = '', small = '', image = '', text = ''] = moving;
  await applyCommands(service.apiHost, service.key, projectId, [
    { op: 'updateClip', clipId: colour, patch: { variables: { 'shape.fill': '{{colour|#7a1f3d}}' } } },
    ...[moves(large, 'x', -700, 500), moves(large, 'y', 420, 260), moves(small, 'x', 800, -300)],
    ...[moves(small, 'y', 300, 380), moves(image, 'scale', 1, 1.1)],
    { op: 'setTextAnimation', clipId: text, name: 'rise', unit: 'character', duration: 0.4, stagger: 0.04 },
  ]);
  return { projectId, images };
}

/** Returns the values of an item as the variables of a batch. */
export function variablesOf({ name, image, colour }: ItemValues, { images }: Greeting): Record<string, string> {
  return { name, image: images[image] ?? '', colour };
}

const { start, duration } = { start: parts.intro, duration: parts.own };

function shape(trackIndex: number, kind: string, fill: string, width: number, height: number): Command {
  return { op: 'addShapeClip', kind, start, duration, trackIndex, style: { fill, width, height } };
}

function own(src: string): Command[] {
  const { text, image } = layout;
  const style = { fontFamily: 'JetBrains Mono', fontWeight: 700, fontSize: text.fontSize, lineHeight: text.lineHeight };
  return [
    { op: 'addClip', type: 'image', src, start, duration, trackIndex: 1, fit: 'none', transform: { x: image.x } },
    {
      op: 'addTextClip',
      text: 'Hello\n{{name}}',
      ...{ start, duration, trackIndex: 2, style: { ...style, color: '#ffffff' }, transform: { x: text.x } },
    },
  ];
}

/**
 * Returns the commands for the start or the end, which all videos of the batch share. A logo is always visible, so that
 * Framemill cannot copy packets from the source.
 */
function shared(src: string, logo: string, from: number, seconds: number): Command[] {
  const place = { start: from, duration: seconds };
  return [
    { op: 'addClip', type: 'video', src, ...place, trackIndex: 0 },
    { op: 'addClip', type: 'image', src: logo, ...place, trackIndex: 1, transform: { scale: 0.4 } },
  ];
}

function moves(clipId: string, prop: string, from: number, to: number): Command {
  const keyframes = [
    { time: 0, value: from },
    { time: parts.own, value: to },
  ];
  return { op: 'setKeyframes', clipId, prop, keyframes };
}

/** Draws a disc with a distinct pattern as a PNG file and returns its path. */
function drawImage(folder: string, n: number): string {
  const { size } = layout.image;
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  const middle = size / 2;
  context.fillStyle = `hsl(${n * 36} 70% 55%)`;
  context.beginPath();
  context.arc(middle, middle, middle, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  for (let petal = 0; petal <= n; petal++) {
    const angle = (petal / (n + 1)) * 2 * Math.PI;
    context.beginPath();
    context.arc(middle + Math.sin(angle) * 90, middle - Math.cos(angle) * 90, 26, 0, 2 * Math.PI);
    context.fill();
  }
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `picture-${n}.png`);
  writeFileSync(path, canvas.toBuffer('image/png'));
  return path;
}

async function uploaded({ apiHost, key }: Service, file: string, tries = 5): Promise<string> {
  try {
    return await uploadIngested(apiHost, key, file);
  } catch (error) {
    // On a busy machine the API may answer 503 for lack of capacity.
    if (tries === 1 || !(error instanceof FramemillError) || error.details.status !== 503) throw error;
    await wait(2_000);
    return uploaded({ apiHost, key }, file, tries - 1);
  }
}
