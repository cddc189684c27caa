import { join } from 'node:path';
import { createDocument, parseDocument } from '@framemill/timeline';
import { factsOf, startRenderChild } from '../../src/child/index.ts';
import { type Format, formatFacts, formats, holdsChapters, keepsAlpha } from '../../src/formats/output-formats.ts';
import { audioKey, filmTexts, outputProfile, planSegments } from '../../src/plan/index.ts';
import { writeWav } from '../audio/impulse-file.ts';

/** Size of the test video in pixels. */
export const size = { width: 160, height: 90 };
/** Number of frames of the test video, at 30 a second. */
export const frames = 30;
export const seconds = 1;

/**
 * Centres of three areas of the video, in pixels: one is opaque, one is half transparent, and one is empty in the first
 * half of the video.
 */
export const areas = { opaque: { x: 30, y: 45 }, half: { x: 80, y: 45 }, changing: { x: 130, y: 45 } };
/** Chapters for output formats that can store chapters. Times in seconds. */
export const markers = [
  { id: 'm1', time: 0, label: 'Beginning' },
  { id: 'm2', time: 0.5, label: 'Ende – größer' },
] as const;

/** Colour as red, green and blue, 0-255. */
type Colour = readonly [number, number, number];
const background: Colour = [0x20, 0x40, 0x80];
const fills: Record<keyof typeof areas, Colour> = {
  opaque: [0xe9, 0xc4, 0x6a],
  half: [0x2a, 0x9d, 0x8f],
  changing: [0xd6, 0x28, 0x28],
};

/**
 * Returns the expected colour of an area at a time in seconds. `under` is the colour below the video if the format has
 * alpha.
 */
export function colourAt(area: keyof typeof areas, timeSec: number, format: Format, under: Colour): Colour {
  const ground = keepsAlpha(format) ? under : background;
  if (area === 'opaque') return fills.opaque;
  if (area === 'changing') return timeSec < seconds / 2 ? ground : fills.changing;
  const mixed = fills.half.map((value, channel) => (value + (ground[channel] ?? 0)) / 2);
  return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0];
}

/** Renders the test video in every format with one render process. Returns the path of each file. */
export async function renderEveryOutput(folder: string): Promise<ReadonlyMap<Format, string>> {
  const tone = join(folder, 'tone.wav');
  const rate = 48_000;
  writeWav(tone, {
    ...{ rate, channels: 2, samples: rate * seconds },
    sample: (n) => 0.3 * Math.sin((n * 2 * Math.PI * 440) / rate),
  });
  const document = parseDocument(film());
  const child = startRenderChild();
  const media = { 'tone.wav': { path: tone, facts: await child.run({ type: 'probe', path: tone }) } };
  const rendered = new Set<string>();
  const renderTo = async (format: Format, outPath: string) => {
    // Players have to get along with them.
    const texts = holdsChapters(format) ? { captions: false, chapters: true } : undefined;
    const { profile } = outputProfile(document.settings, {
      ...{ format, quality: 'standard', resolution: 'full', choice: { intervalSec: 0.25 }, texts },
      ...{ maxShortSide: null, watermark: false, smart: false },
    });
    const segments = planSegments(document, profile, factsOf(media), 'outputs');
    const pathOf = (key: string) => join(folder, `${key}.part`);
    const missing = segments.filter(({ contentKey }) => !rendered.has(contentKey));
    for (const { contentKey } of missing) rendered.add(contentKey);
    const tasks = missing.map(({ contentKey, ...segment }) => ({ ...segment, outPath: pathOf(contentKey) }));
    if (tasks.length > 0) await child.run({ type: 'segments', document, profile, media, segments: tasks });
    const audioTrack = audioKey(document, profile, factsOf(media), 'outputs');
    const audio = audioTrack === null ? null : pathOf(audioTrack);
    if (audio !== null) await child.run({ type: 'audio', document, profile, media, outPath: audio });
    await child.run({
      type: 'stitch',
      segments: segments.map(({ contentKey }) => pathOf(contentKey)),
      segmentFrames: segments.map(({ startFrame, endFrame }) => endFrame - startFrame),
      firstFrame: segments[0]?.startFrame ?? 0,
      ...{ audio, profile, texts: filmTexts(document, texts), outPath },
    });
  };
  const files = new Map(
    formats.map((format) => [format, join(folder, `${format}.${formatFacts(format).ending}`)] as const),
  );
  try {
    for (const [format, path] of files) await renderTo(format, path);
  } finally {
    child.kill();
  }
  return files;
}

function film() {
  const shape = (area: keyof typeof areas, fields: object = {}) => ({
    ...{ id: area, name: '', type: 'shape', src: '', start: 0, duration: seconds, trackIndex: 0 },
    ...{ x: areas[area].x - size.width / 2 },
    shape: { kind: 'rectangle', width: 40, height: 60, fill: hex(fills[area]) },
    ...fields,
  });
  const clips = [
    shape('opaque'),
    shape('half', { trackIndex: 1, opacity: 0.5 }),
    shape('changing', { trackIndex: 2, start: seconds / 2, duration: seconds / 2 }),
    { id: 'tone', name: '', type: 'audio', src: 'tone.wav', start: 0, duration: seconds, trackIndex: 3 },
  ];
  return { ...createDocument({ ...size, fps: 30, background: hex(background) }), clips, markers: [...markers] };
}

function hex(colour: Colour): string {
  return `#${Buffer.from(colour).toString('hex')}`;
}
