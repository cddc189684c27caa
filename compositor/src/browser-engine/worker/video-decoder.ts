import { FramemillError } from '@framemill/timeline/rendering';
import { type Input, type VideoSample, VideoSampleSink } from 'mediabunny';
import type { Size } from '../../graph/placement.ts';
import type { MediaFile } from '../../media/media-files.ts';
import type { DecodedFrame, VideoPort } from '../ports.ts';
import type { MediaAccess } from './media-access.ts';
import { openMediaInput, timeZeroOf, undecodable } from './media-input.ts';
import { createRecoder } from './recode-planes.ts';
import { planesOfSample } from './sample-planes.ts';

/** Opened video of a file. */
interface OpenVideo {
  readonly input: Input;
  readonly sink: VideoSampleSink;
  /** Time of the file's first frame or audio, in seconds of its time stamps. */
  readonly zeroSec: number;
}

/** Video file, or its smaller preview copy. */
interface Copy {
  readonly path: string;
  /** Frame rate; 0 when it is unknown. */
  readonly fps: number;
  readonly kind: keyof typeof forwardSec;
}

/** Decoder of one clip, which moves forward. */
interface Position {
  readonly path: string;
  /** Distance up to which the decoder decodes forward instead of a seek, in seconds. */
  readonly forwardSec: number;
  samples: AsyncGenerator<VideoSample, void, unknown> | null;
  current: VideoSample | null;
  following: VideoSample | null;
}

// A decoder keeps a few frames in memory, 3 MB each at 1080p.
const mostPositions = 8;
// An open file keeps the bytes that it has loaded.
const mostVideos = 16;
const mostBytesOfVideo = 12 * 1024 * 1024;
// Decoding forward up to this distance costs less than a seek and the decoding from a key frame. Preview copies have a
// key frame every eighth of a second.
const forwardSec = { original: 2, preview: 1 / 4 };
// Half of the coarsest rounded clock in use (1 ms).
const slackSec = 0.0005;

/**
 * Creates a decoder of videos: MP4, MOV, WebM and Matroska, read by range requests and decoded by the browser. It
 * supports 4:2:0 of 8 bits in BT.709 and BT.601, also with transparency. Other videos are replaced by their preview
 * copies, and refused if they have none. Colours are converted with `kernels`.
 */
export function createVideoDecoder(
  kernels: WebAssembly.Module,
  files: Pick<MediaAccess, 'request' | 'previewOf'>,
): VideoPort {
  const recoder = createRecoder(kernels);
  // Insertion order is the order of use, in both.
  const videos = new Map<string, Promise<OpenVideo>>();
  const positions = new Map<string, Position>();
  /** Files that this browser cannot decode, or whose frames this engine cannot draw. */
  const refused = new Set<string>();

  function opened({ path, fps }: Copy): Promise<OpenVideo> {
    const video = videos.get(path) ?? openVideo(path, fps, files);
    videos.delete(path);
    videos.set(path, video);
    video.catch(() => videos.delete(path));
    const used = new Set([...positions.values()].map((position) => position.path));
    for (const [oldest, unused] of videos) {
      if (videos.size <= mostVideos) break;
      if (oldest === path || used.has(oldest)) continue;
      videos.delete(oldest);
      unused.then(({ input }) => input.dispose()).catch(() => undefined);
    }
    return video;
  }

  async function positionOf(clipId: string, { path, kind }: Copy): Promise<Position> {
    const known = positions.get(clipId);
    positions.delete(clipId);
    if (known && known.path !== path) await leave(known);
    const fresh = { path, forwardSec: forwardSec[kind], samples: null, current: null, following: null };
    const position = known?.path === path ? known : fresh;
    positions.set(clipId, position);
    for (const [id, oldest] of positions) {
      if (positions.size <= mostPositions) break;
      positions.delete(id);
      await leave(oldest);
    }
    return position;
  }

  async function frameOf(clipId: string, copy: Copy, sourceSec: number, signal?: AbortSignal) {
    const { sink, zeroSec } = await unlessAborted(opened(copy), signal);
    const position = await positionOf(clipId, copy);
    try {
      const sample = await sampleAt(position, sink, zeroSec + sourceSec + slackSec, signal);
      return { frame: await planesOfSample(sample, recoder), version: `${copy.path} ${sample.timestamp}` };
    } catch (error) {
      // What the decoder was doing is not waited for: the next draw opens another.
      positions.delete(clipId);
      leave(position).catch(() => undefined);
      throw error;
    }
  }

  return {
    async frameAt(clip, file, sourceSec, { isFast = false, signal }): Promise<DecodedFrame> {
      const fps = file.facts.fps ?? 0;
      const original: Copy = { path: file.path, fps, kind: 'original' };
      const previewPath = files.previewOf(file.path);
      // Preview copies are opaque.
      const isReplaced = previewPath !== undefined && file.facts.hasAlpha !== true;
      const preview: Copy | null = isReplaced ? { path: previewPath, fps, kind: 'preview' } : null;
      const first = preview && (isFast || refused.has(file.path)) ? preview : original;
      const { frame, version } = await frameOf(clip.id, first, sourceSec, signal).catch((error: unknown) => {
        const isRefusal = error instanceof FramemillError && error.code === 'invalid_request';
        if (!isRefusal || first === preview || !preview) throw error;
        refused.add(file.path);
        return frameOf(clip.id, preview, sourceSec, signal);
      });
      // Frames in RGB count as transparent, like those of images.
      const hasAlpha = frame.planes.data.length !== 3;
      const format = { width: frame.width, height: frame.height, hasAlpha, fullChroma: false };
      return { frame, format, version, ...displaySize(file, frame) };
    },
  };
}

async function openVideo(path: string, fps: number, files: Pick<MediaAccess, 'request'>): Promise<OpenVideo> {
  const input = openMediaInput(path, files, mostBytesOfVideo);
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new FramemillError('invalid_request', 'This file has no video. Use another file.');
  if (!(await track.canDecode())) {
    throw undecodable('video', await track.getCodecParameterString(), 'Use its preview copy.');
  }
  return { input, sink: new VideoSampleSink(track), zeroSec: await timeZeroOf(input, 'video', fps) };
}

async function sampleAt(
  position: Position,
  sink: VideoSampleSink,
  atSec: number,
  signal?: AbortSignal,
): Promise<VideoSample> {
  const { current } = position;
  const isNear = current !== null && atSec >= current.timestamp && atSec < current.timestamp + position.forwardSec;
  if (!isNear) {
    await leave(position);
    position.samples = sink.samples(atSec);
    position.current = await nextOf(position, signal);
    position.following = await nextOf(position, signal);
  }
  while (position.following && position.following.timestamp <= atSec) {
    position.current?.close();
    position.current = position.following;
    position.following = null;
    position.following = await nextOf(position, signal);
  }
  // After the end, the last frame stays.
  position.current ??= await sink.getSample(atSec);
  if (position.current) return position.current;
  throw new FramemillError('invalid_request', 'No frame of this video can be decoded. Export or upload it again.');
}

/** Decodes the next frame. When the signal is aborted meanwhile, rejects at once and closes the frame later. */
async function nextOf({ samples }: Position, signal?: AbortSignal): Promise<VideoSample | null> {
  if (!samples) return null;
  signal?.throwIfAborted();
  const next = samples.next();
  try {
    return (await unlessAborted(next, signal)).value ?? null;
  } catch (error) {
    next.then(({ value }) => value?.close()).catch(() => undefined);
    throw error;
  }
}

/** Waits for `work`. Rejects with the reason of the signal as soon as it is aborted; the work goes on. */
async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function leave(position: Position): Promise<void> {
  const { current, following, samples } = position;
  Object.assign(position, { samples: null, current: null, following: null });
  current?.close();
  following?.close();
  await samples?.return();
}

function displaySize({ facts, shownAs }: MediaFile, { width, height }: Size): Size {
  return shownAs ?? { width: facts.width ?? width, height: facts.height ?? height };
}
