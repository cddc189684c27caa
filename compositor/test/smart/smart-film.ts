import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeNumberedVideo } from '@framemill/testing/numbered-video';
import type { Document } from '@framemill/timeline';
import { stitch } from '../../src/assembly/stitch.ts';
import { createSegmentsHandler } from '../../src/child/handlers/segments.ts';
import type { Quality } from '../../src/formats/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { type OutputProfile, planSegments, type SegmentPlan } from '../../src/plan/index.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { makeClip, makeDocument, profileOf } from '../scenes.ts';

export const [width, height] = [320, 180];
const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');

/**
 * Writes a video of 240 numbered frames in groups of pictures (GOPs) of 30. `params` and `preset` are options of x264.
 */
export async function makeFilm(path: string, params = '', preset = 'veryfast'): Promise<MediaFiles[string]> {
  const coded = ['-c:v', 'libx264', '-preset', preset, '-pix_fmt', 'yuv420p'];
  const args = [...coded, '-x264-params', `keyint=30:scenecut=0${params}`, ...tags];
  makeNumberedVideo(path, { frames: 240, rate: '30', args, width, height });
  return { path, facts: await probeMedia(path) };
}

/** Index of the source frame at which the second clip starts. It is in the middle of a GOP. */
export const secondFrom = 37;
/** Range of output frames in which both clips are visible. */
export const crossfade = { startFrame: 120, endFrame: 132 };
/** Ranges of output frames that can be copied from the source, each with its first source frame. */
export const copies = [
  { startFrame: 0, endFrame: 30, sourceFrame: 0 },
  { startFrame: 60, endFrame: 120, sourceFrame: 60 },
  { startFrame: 143, endFrame: 233, sourceFrame: 60 },
];
export const frames = 240;

/**
 * Creates a project of eight seconds: four seconds of the video with a title for half a second, then a crossfade to
 * four seconds from another position of the video.
 */
export function makeProject(): Document {
  const video = { type: 'video', src: 'film', trackIndex: 0, duration: 4, mediaDuration: 8, muted: true } as const;
  const transition = { type: 'dissolve', duration: (crossfade.endFrame - crossfade.startFrame) / 30 } as const;
  return makeDocument(width, height, [
    makeClip(video),
    makeClip({ ...video, start: 4, mediaStart: secondFrom / 30, transition }),
    makeClip({
      ...{ type: 'text', start: 1.5, duration: 0.5, trackIndex: 2, y: 70 },
      textStyle: { content: 'Title', fontSize: 24, color: '#ff0000' },
    }),
  ]);
}

export interface SmartFilm {
  document: Document;
  profile: OutputProfile;
  media: MediaFiles;
  plan: SegmentPlan[];
}

/** Plans a render of the project at a quality. With `smart` false, all segments are encoded. */
export function planVideo(film: MediaFiles[string], quality: Quality, smart = true): SmartFilm {
  const document = makeProject();
  const profile = profileOf(document, { quality, ...(smart ? { smart } : {}) });
  return { document, profile, media: { film }, plan: planSegments(document, profile, { film: film.facts }, 'f') };
}

/** Converts planned segments to the form that the render process receives. */
export function orders(plan: readonly SegmentPlan[], folder: string) {
  return plan.map(({ contentKey: _, ...segment }) => ({ ...segment, outPath: join(folder, `${segment.index}.mp4`) }));
}

/**
 * Renders the planned segments and muxes them. The segments are divided into `ranges` runs, which are rendered in
 * reverse order with separate renderers.
 */
export async function renderFilm({ document, profile, media, plan }: SmartFilm, folder: string, ranges = 1) {
  mkdirSync(folder, { recursive: true });
  const segments = orders(plan, folder);
  const size = Math.ceil(segments.length / ranges);
  for (let range = ranges - 1; range >= 0; range--) {
    const part = segments.slice(range * size, (range + 1) * size);
    const task = { type: 'segments', document, profile, media, segments: part } as const;
    if (part.length > 0) await createSegmentsHandler().run(task, ignore, ignore);
  }
  return joinFilm(profile, plan, folder);
}

/** Muxes the segments in `folder` into a video. */
export async function joinFilm(profile: OutputProfile, plan: readonly SegmentPlan[], folder: string) {
  const outPath = join(folder, 'film.mp4');
  const paths = orders(plan, folder).map((order) => order.outPath);
  const segmentFrames = plan.map(({ startFrame, endFrame }) => endFrame - startFrame);
  const { sha256 } = await stitch({ segments: paths, segmentFrames, audio: null, profile, outPath });
  return { outPath, sha256, paths };
}

function ignore(): void {}

/**
 * Returns the hashes of all frames of each file. One ffmpeg process decodes all files and must not report any error.
 * The hashes are also stored next to the files.
 */
export function imageHashes(paths: readonly string[]): string[][] {
  const inputs = paths.flatMap((path) => ['-i', path]);
  const outputs = paths.flatMap((path, at) => ['-map', `${at}:v`, '-f', 'framemd5', `${path}.framemd5`]);
  const args = ['-y', '-nostdin', '-v', 'warning', ...inputs, ...outputs];
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`ffmpeg failed for ${paths.join(', ')}: ${stderr}`);
  return paths.map((path) =>
    readFileSync(`${path}.framemd5`, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(',').at(-1)?.trim() ?? ''),
  );
}
