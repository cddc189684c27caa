import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocument } from '@framemill/timeline';
import { withRenderPool } from '../../src/cli/render-project.ts';
import { runRender } from '../../src/cli/run-render.ts';
import { type Format, formatFacts, formats, holdsChapters, keepsAlpha } from '../../src/formats/output-formats.ts';
import { writeWav } from '../audio/impulse-file.ts';

/** Size of the test video in pixels. */
export const size = { width: 160, height: 90 };
/** Number of frames of the test video, at 30 a second. */
export const frames = 30;
export const seconds = 1;

/**
 * Centres of three areas in pixels: an opaque one, a half transparent one, and one that is empty in the first half of
 * the video.
 */
export const areas = { opaque: { x: 30, y: 45 }, half: { x: 80, y: 45 }, changing: { x: 130, y: 45 } };
/** Chapters of output formats that can store some. Times in seconds. */
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
 * Returns the expected colour of an area at a time in seconds. Where the format has alpha, `under` is the colour below
 * the video.
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
  const projectPath = join(folder, 'film.json');
  writeFileSync(projectPath, JSON.stringify(film()));
  const tone = { rate: 48_000, channels: 2, samples: 48_000 * seconds } as const;
  writeWav(join(folder, 'tone.wav'), { ...tone, sample: (n) => 0.3 * Math.sin((n * 2 * Math.PI * 440) / 48_000) });
  const options = {
    projectPath,
    service: null,
    media: [],
    mediaMap: null,
    variables: null,
    csvPath: null,
    qc: null,
    quality: 'standard',
    resolution: 'full',
    choice: { intervalSec: 0.25 },
    slots: 1,
    smart: false,
  } as const;
  const events = { onStart() {}, onProgress() {}, onStitch() {}, onWarning: console.warn };
  const files = new Map<Format, string>();
  const first = { outPath: join(folder, 'none'), slots: 1 };
  await withRenderPool(first, new AbortController().signal, async (pool) => {
    for (const format of formats) {
      const outPath = join(folder, `${format}.${formatFacts(format).ending}`);
      pool.aim(outPath);
      // Players have to get along with them.
      const texts = holdsChapters(format) ? { captions: false, chapters: true } : undefined;
      await runRender({ ...options, format, texts, outPath }, events, pool);
      files.set(format, outPath);
    }
  });
  return files;
}

/** Entry of a ZIP archive. */
export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads the entries of a ZIP without compression, from its central directory (APPNOTE 4.3). */
export function zipEntries(path: string): Entry[] {
  const file = readFileSync(path);
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = file.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  for (let at = file.readUInt32LE(end + 16), left = count; left > 0; left--) {
    const [size, nameLength] = [file.readUInt32LE(at + 24), file.readUInt16LE(at + 28)];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    entries.push({ name, bytes: file.subarray(start, start + size) });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
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
