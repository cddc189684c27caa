import { catalogue } from '@framemill/compositor/catalog';
import {
  applyCommands,
  type Command,
  createDocument,
  type Document,
  FramemillError,
  type MediaFacts,
} from '@framemill/timeline';
import { fullHd, type ImageSize } from '../measure/image-size.ts';
import type { BenchMedia } from '../media/make-media.ts';

/** One picture story that both sides draw: as a document for us, as a filter graph for ffmpeg. */
export interface BenchScene {
  readonly name: string;
  readonly about: string;
  /** Absent: 1080p30. */
  readonly size?: ImageSize;
  /** Its packets are copied, all or most of them: what codecs alone would take is no measure. */
  readonly copied?: true;
  /** The document; clip sources are paths of files. `seconds` is a multiple of 10, or 2. */
  document(seconds: number, media: BenchMedia): Document;
  /** Arguments of ffmpeg between `ffmpeg -y -v error` and the encoder's; `T`: there is nothing to filter, T is the peer; null: no graph draws it. */
  ffmpeg(seconds: number, media: BenchMedia): string[] | 'T' | null;
  /** Arguments of MLT's `melt` before its consumer's; absent: not drawn with it. */
  mlt?(seconds: number, media: BenchMedia): string[];
}

/** A command that adds a clip, and commands that get its id added. */
export interface ClipPlan {
  readonly add: Command;
  readonly refine?: readonly Command[];
}

/** Builds a document at 30 frames a second with the same reducer that the service uses. Throws when a command fails. */
export function buildDocument(extraTracks: number, clips: readonly ClipPlan[], size: ImageSize = fullHd): Document {
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
      throw new FramemillError('internal_error', `A benchmark scene is not valid: ${JSON.stringify(failed)}`);
    outcome = refined;
  }
  return outcome.document;
}

/** The first `seconds` of a document: what begins later is left out, what ends later is cut off. */
export function cutTo(document: Document, seconds: number): Document {
  const clips = document.clips
    .filter(({ start }) => start < seconds)
    .map((clip) => ({ ...clip, duration: Math.min(clip.duration, seconds - clip.start) }));
  return { ...document, clips };
}

/** Tracks 0-3 come with every project; `trackIndex` 4 and up in a `ClipPlan` means the tracks that `buildDocument` adds. */
export const firstExtraTrack = 4;

/** Keyframes of one property: pairs of seconds from the clip's start and value, straight lines between. */
export function keyframes(prop: string, moments: readonly (readonly [number, number])[]): Command[] {
  return moments.map(([time, value]) => ({ op: 'addKeyframe', prop, time, value, easing: 'linear' }));
}

/** A video without sound over the whole canvas. */
export function videoClip(src: string, start: number, duration: number, trackIndex: number): Command {
  return { op: 'addClip', type: 'video', src, start, duration, trackIndex, mediaDuration: 60 };
}

function factsOf(src: string): MediaFacts {
  const kind = src.endsWith('.mp4') ? 'video' : 'image';
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
