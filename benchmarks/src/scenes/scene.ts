import { catalogue } from '@framemill/compositor/capabilities';
import {
  applyCommands,
  type Command,
  createDocument,
  type Document,
  FramemillError,
  type MediaFacts,
} from '@framemill/timeline';
import { fullHd, type ImageSize } from '../measure/inspect-video.ts';
import type { BenchMedia } from '../media.ts';

/** Benchmark scene. Framemill renders it from a document, ffmpeg from a filter graph, and for some scenes also MLT. */
export interface BenchScene {
  readonly name: string;
  readonly about: string;
  /** Frame size; default 1080p30. */
  readonly size?: ImageSize;
  /**
   * Set when Framemill copies all or most packets. The processor time of the codecs alone is then no useful reference.
   */
  readonly copied?: true;
  /** Returns the document; clip sources are file paths. `seconds` is a multiple of 10, or 2. */
  document(seconds: number, media: BenchMedia): Document;
  /**
   * Returns the ffmpeg arguments between `ffmpeg -y -v error` and those of the encoder. Returns `T` when the scene
   * needs no filters, so that the reference T (plain decoding and encoding) is used, or null when no filter graph can
   * draw the scene.
   */
  ffmpeg(seconds: number, media: BenchMedia): string[] | 'T' | null;
  /**
   * Returns the arguments of MLT's `melt` that precede the output options (consumer). Absent when the scene is not
   * rendered with MLT.
   */
  mlt?(seconds: number, media: BenchMedia): string[];
}

/** Command that adds a clip, and further commands that apply to this clip. */
export interface ClipPlan {
  readonly add: Command;
  readonly refine?: readonly Command[];
}

/**
 * Builds a document at 30 frames a second with the same reducer as the service. Throws `internal_error` when a command
 * fails.
 */
export function buildDocument(
  extraTracks: number,
  clips: readonly ClipPlan[],
  size: Omit<ImageSize, 'name'> = fullHd,
): Document {
  let count = 0;
  const context = { newId: (kind: string) => `${kind}${++count}`, catalogue, media: factsOf };
  const tracks = Array.from({ length: extraTracks }, () => ({ op: 'addTrack', type: 'video' }));
  let outcome = applyCommands(createDocument({ width: size.width, height: size.height }), tracks, context);
  const trackIds = outcome.results.map((result) => result.data?.trackId);
  for (const clip of clips) {
    const track = Number(clip.add.trackIndex);
    const trackIndex = track >= firstExtraTrack ? trackIds[track - firstExtraTrack] : track;
    outcome = applyCommands(outcome.document, [{ ...clip.add, trackIndex }], context);
    const clipId = outcome.results[0]?.data?.clipId;
    const failed = outcome.results.filter((result) => !result.ok);
    const refined = applyCommands(
      outcome.document,
      (clip.refine ?? []).map((command) => ({ ...command, clipId })),
      context,
    );
    failed.push(...refined.results.filter((result) => !result.ok));
    if (failed.length > 0)
      throw new FramemillError(
        'internal_error',
        `Commands of a benchmark scene failed. Correct the scene: ${JSON.stringify(failed)}`,
      );
    outcome = refined;
  }
  return outcome.document;
}

/**
 * Returns the commands that create the tracks and clips of a scene in a new project of the service. They refer to each
 * other by the numbers of their results, so they must be sent in one request.
 */
export function commandsOf(extraTracks: number, clips: readonly ClipPlan[]): Command[] {
  const commands: Command[] = Array.from({ length: extraTracks }, () => ({ op: 'addTrack', type: 'video' }));
  for (const { add, refine = [] } of clips) {
    const track = Number(add.trackIndex);
    const trackIndex = track >= firstExtraTrack ? `$${track - firstExtraTrack}.trackId` : track;
    const clipId = `$${commands.length}.clipId`;
    commands.push({ ...add, trackIndex }, ...refine.map((command) => ({ ...command, clipId })));
  }
  return commands;
}

/** Returns the first `seconds` of a document. Later clips are left out; clips that end later are shortened. */
export function cutTo(document: Document, seconds: number): Document {
  const clips = document.clips
    .filter(({ start }) => start < seconds)
    .map((clip) => ({ ...clip, duration: Math.min(clip.duration, seconds - clip.start) }));
  return { ...document, clips };
}

/** Smallest `trackIndex` in a `ClipPlan` for a track that `buildDocument` adds. Tracks 0-3 exist in every project. */
export const firstExtraTrack = 4;

/**
 * Returns commands that add keyframes of the property `prop`. `moments` are pairs of a time in seconds after the clip's
 * start and a value; the easing is linear.
 */
export function keyframes(prop: string, moments: readonly (readonly [number, number])[]): Command[] {
  return moments.map(([time, value]) => ({ op: 'addKeyframe', prop, time, value, easing: 'linear' }));
}

/** Returns the command that adds a full-size video clip without audio. */
export function videoClip(src: string, start: number, duration: number, trackIndex: number): Command {
  return { op: 'addClip', type: 'video', src, start, duration, trackIndex, mediaDuration: 60 };
}

function factsOf(src: string): MediaFacts {
  const kind = /\.(mp4|mkv)$/.test(src) ? 'video' : 'image';
  const [width, height] = src.endsWith('.jpg') ? [2560, 1440] : src.endsWith('.png') ? [200, 200] : [1920, 1080];
  return {
    kind,
    sha256: '0'.repeat(64),
    mimeType: kind === 'video' ? 'video/mp4' : 'image/png',
    sizeBytes: 1,
    width: width ?? null,
    height: height ?? null,
    durationSec: kind === 'video' ? 60 : null,
    fps: kind === 'video' ? 30 : null,
    hasAudio: false,
  };
}
