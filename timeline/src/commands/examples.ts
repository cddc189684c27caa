import type { Catalogue, ReduceContext } from '../command/command.ts';
import type { CommandExample } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import { createDocument } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import type { MediaAnalysis, MediaFacts } from '../media/media-facts.ts';
import { COMMANDS } from './index.ts';

/** Example of a command. It is run on `exampleProject()`, after the commands in `given`. */
export interface NamedExample extends CommandExample {
  op: string;
}

/** Examples of all commands, for reference pages and for tests of programs that forward commands. */
export const COMMAND_EXAMPLES: readonly NamedExample[] = COMMANDS.flatMap(({ op, examples }) =>
  examples.map((example) => ({ ...example, op })),
);

/** A catalogue for examples and tests of commands. */
export const EXAMPLE_CATALOGUE: Catalogue = {
  fonts: [{ family: 'Inter', weights: [400, 700] }],
  effects: {
    blur: {
      type: 'object',
      properties: { radius: { type: 'number', minimum: 0, maximum: 200, default: 12 } },
      additionalProperties: false,
    },
    vignette: {
      type: 'object',
      properties: {
        amount: { type: 'number', minimum: -1, maximum: 1, default: 0.5 },
        midpoint: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      },
      additionalProperties: false,
    },
    grain: {
      type: 'object',
      properties: { amount: { type: 'number', minimum: 0, maximum: 1, default: 0.2 } },
      additionalProperties: false,
    },
    'chroma-key': {
      type: 'object',
      properties: {
        color: { type: 'string', default: 'auto' },
        similarity: { type: 'number', minimum: 0, maximum: 1, default: 0.1 },
        smoothness: { type: 'number', minimum: 0, maximum: 1, default: 0.08 },
        spill: { type: 'number', minimum: 0, maximum: 1, default: 0.1 },
      },
      additionalProperties: false,
    },
  },
  transitions: ['dissolve'],
  shapes: ['rectangle', 'circle', 'star', 'path'],
};

/** Media that the examples use: 12 s of video with audio, an image, and 60 s of music. */
export const EXAMPLE_MEDIA: Record<string, MediaFacts> = {
  med_video: facts({ kind: 'video', width: 1920, height: 1080, durationSec: 12, fps: 30, hasAudio: true }),
  med_image: facts({ kind: 'image', width: 1600, height: 1200 }),
  med_music: facts({ kind: 'audio', durationSec: 60, hasAudio: true }),
};

/** Audio measurements of the example media. The video has speech at 1-4 s and 6-9 s, and silence in between. */
export const EXAMPLE_ANALYSIS: Record<string, MediaAnalysis> = {
  med_video: {
    silences: [
      { startSec: 0, endSec: 1, levelDb: -58 },
      { startSec: 4, endSec: 6, levelDb: -52 },
      { startSec: 9, endSec: 12, levelDb: -55 },
    ],
    speech: [
      { startSec: 1, endSec: 4 },
      { startSec: 6, endSec: 9 },
    ],
    loudness: { integratedLufs: -20, truePeakDb: -6 },
  },
  med_music: { silences: [], speech: [], loudness: { integratedLufs: -9, truePeakDb: -0.5 } },
};

/**
 * Creates the project on which every command example is run: two consecutive videos, a title over them, music and a
 * marker.
 */
export function exampleProject(): Document {
  return {
    ...createDocument({ name: 'Example' }),
    clips: [
      clip({ id: 'clip-1', type: 'video', src: 'med_video', trackIndex: 0, start: 0, duration: 5 }),
      clip({ id: 'clip-2', type: 'video', src: 'med_video', trackIndex: 0, start: 5, duration: 5, mediaStart: 5 }),
      clip({
        id: 'title-1',
        type: 'text',
        trackIndex: 2,
        start: 1,
        duration: 3,
        textStyle: { content: 'Hello' },
      }),
      clip({
        id: 'music-1',
        type: 'audio',
        src: 'med_music',
        trackIndex: 3,
        start: 0,
        duration: 10,
      }),
    ],
    markers: [{ id: 'marker-1', time: 2, label: 'Beat' }],
  };
}

/** Creates a context whose new ids are numbered consecutively, so that the same commands give the same result. */
export function exampleContext(): ReduceContext {
  let made = 0;
  return {
    newId: (kind) => {
      made += 1;
      return `${kind}-new-${made}`;
    },
    catalogue: EXAMPLE_CATALOGUE,
    media: (src) => EXAMPLE_MEDIA[src] ?? null,
    analysis: (src) => EXAMPLE_ANALYSIS[src] ?? null,
  };
}

function clip(fields: Pick<Clip, 'id' | 'type' | 'trackIndex' | 'start' | 'duration'> & Partial<Clip>): Clip {
  return { ...CLIP_DEFAULTS, mediaDuration: fields.duration, ...fields };
}

function facts(known: Pick<MediaFacts, 'kind'> & Partial<MediaFacts>): MediaFacts {
  return {
    sha256: '0'.repeat(64),
    mimeType: 'application/octet-stream',
    sizeBytes: 1,
    width: null,
    height: null,
    durationSec: null,
    fps: null,
    hasAudio: false,
    ...known,
  };
}
