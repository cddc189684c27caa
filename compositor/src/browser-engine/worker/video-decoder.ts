import { FramemillError } from '@framemill/timeline/rendering';
import { Input, MATROSKA, MP4, QTFF, UrlSource, type VideoSample, VideoSampleSink, WEBM } from 'mediabunny';
import type { Size } from '../../graph/placement.ts';
import type { MediaFile } from '../../media/media-files.ts';
import type { DecodedFrame, VideoPort } from '../ports.ts';
import { createRecoder } from './recode-planes.ts';
import { planesOfSample } from './sample-planes.ts';

/** Opened video of a file. */
interface OpenVideo {
  readonly sink: VideoSampleSink;
  /** Time of the file's first frame or audio, in seconds of its time stamps. */
  readonly zeroSec: number;
}

/** Decoder of one clip, which moves forward. */
interface Position {
  readonly path: string;
  samples: AsyncGenerator<VideoSample, void, unknown> | null;
  current: VideoSample | null;
  following: VideoSample | null;
}

// A decoder keeps a few frames in memory, 3 MB each at 1080p.
const mostPositions = 8;
// Decoding forward up to this distance costs less than a seek and the decoding from a key frame.
const forwardSec = 2;
// Half of the coarsest rounded clock in use (1 ms).
const slackSec = 0.0005;

/**
 * Creates a decoder of videos: MP4, MOV, WebM and Matroska, read by range requests and decoded by the browser. It
 * supports 4:2:0 of 8 bits in BT.709 and BT.601, and refuses other frames. Colours are converted with `kernels`.
 */
export function createVideoDecoder(kernels: WebAssembly.Module): VideoPort {
  const recoder = createRecoder(kernels);
  const videos = new Map<string, Promise<OpenVideo>>();
  // Insertion order is the order of use.
  const positions = new Map<string, Position>();

  function opened(path: string): Promise<OpenVideo> {
    const known = videos.get(path) ?? openVideo(path);
    videos.set(path, known);
    known.catch(() => videos.delete(path));
    return known;
  }

  async function positionOf(clipId: string, path: string): Promise<Position> {
    const known = positions.get(clipId);
    positions.delete(clipId);
    if (known && known.path !== path) await leave(known);
    const position = known?.path === path ? known : { path, samples: null, current: null, following: null };
    positions.set(clipId, position);
    for (const [id, oldest] of positions) {
      if (positions.size <= mostPositions) break;
      positions.delete(id);
      await leave(oldest);
    }
    return position;
  }

  return {
    async frameAt(clip, file, sourceSec): Promise<DecodedFrame> {
      const { sink, zeroSec } = await opened(file.path);
      const position = await positionOf(clip.id, file.path);
      const sample = await sampleAt(position, sink, zeroSec + sourceSec + slackSec);
      const frame = await planesOfSample(sample, recoder);
      const format = { width: frame.width, height: frame.height, hasAlpha: false, fullChroma: false };
      return { frame, format, version: `${sample.timestamp}`, ...displaySize(file, frame) };
    },
  };
}

async function openVideo(path: string): Promise<OpenVideo> {
  const input = new Input({ source: new UrlSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new FramemillError('invalid_request', 'This file has no video. Use another file.');
  if (!(await track.canDecode())) {
    const codec = await track.getCodecParameterString();
    throw new FramemillError(
      'invalid_request',
      `The browser cannot decode this video (codec ${codec ?? 'unknown'}). Use its preview copy.`,
    );
  }
  return { sink: new VideoSampleSink(track), zeroSec: await input.getFirstTimestamp() };
}

async function sampleAt(position: Position, sink: VideoSampleSink, atSec: number): Promise<VideoSample> {
  const { current } = position;
  const isNear = current !== null && atSec >= current.timestamp && atSec < current.timestamp + forwardSec;
  if (!isNear) {
    await leave(position);
    position.samples = sink.samples(atSec);
    position.current = await nextOf(position);
    position.following = await nextOf(position);
  }
  while (position.following && position.following.timestamp <= atSec) {
    position.current?.close();
    position.current = position.following;
    position.following = await nextOf(position);
  }
  // After the end, the last frame stays.
  position.current ??= await sink.getSample(atSec);
  if (position.current) return position.current;
  throw new FramemillError('invalid_request', 'No frame of this video can be decoded. Export or upload it again.');
}

async function nextOf({ samples }: Position): Promise<VideoSample | null> {
  const next = await samples?.next();
  return next?.value ?? null;
}

async function leave(position: Position): Promise<void> {
  position.current?.close();
  position.following?.close();
  await position.samples?.return();
  Object.assign(position, { samples: null, current: null, following: null });
}

function displaySize({ facts, shownAs }: MediaFile, { width, height }: Size): Size {
  return shownAs ?? { width: facts.width ?? width, height: facts.height ?? height };
}
