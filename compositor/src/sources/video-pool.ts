import { type Clip, FramemillError, type SeekFacts } from '@framemill/timeline/rendering';
import type { Backend, StageListener, VideoTexture } from '../graph/backend.ts';
import type { Texture } from '../graph/drawable.ts';
import { needsFullChroma } from '../graph/motion.ts';
import type { DecodeBudget } from '../media/decode/decode-budget.ts';
import type { Detail } from '../media/decode/decoder-context.ts';
import { openVideoSource, type VideoSource } from '../media/decode/video-source.ts';
import { aboutClip, fileOf, type MediaFile, type MediaFiles } from '../media/media-files.ts';
import { wholeFileFacts } from '../media/probe/packet-facts.ts';
import { firstUnseekable, MOST_VIDEOS_AT_ONCE, tooManyVideos, unseekableMessage } from '../plan/decode-limits.ts';

/**
 * Frame of a clip and the size at which it is displayed. For non-square pixels, this differs from the frame's own size.
 */
export interface VideoFrame {
  source: Texture;
  width: number;
  height: number;
}

/**
 * Decoders of the open video files. Each clip has its own decoder, which moves forward; after the clip's end, the next
 * clip of the file reuses it.
 */
export interface VideoPool {
  /**
   * Returns the frame of `clip` at `sourceSec`. Throws `FramemillError`, naming the clip, when it cannot be decoded.
   */
  frameAt(clip: Clip, sourceSec: number): VideoFrame;
  /**
   * Returns the problems so far that did not end the render: a sentence for each clip of which damaged frames were
   * skipped.
   */
  warnings(): string[];
  /** Releases the decoders of clips from which no frame was requested since the last call. */
  endFrame(): void;
  close(): void;
}

interface OpenVideo {
  serial: number;
  src: string;
  detail: Detail;
  fullChroma: boolean;
  video: VideoSource;
  source: VideoTexture;
  used: boolean;
}

// A decoder of 1080p takes about 40 MB. One idle decoder is enough for cuts back and forth between two files, so that
// two are too many. Of the proxies between which previews jump, seven stay open.
const mostIdlePixels = 2 * 1920 * 1080 - 1;

/**
 * Creates an empty pool. `covering` returns the number of source pixels per output pixel at the largest size of a clip.
 * `budget` limits the decoding for each frame. `onStage` is called before a frame is decoded, after the decoding, and
 * after the frame was passed to the backend.
 */
export function createVideoPool(
  backend: Backend,
  media: MediaFiles,
  budget: DecodeBudget,
  covering: (clip: Clip, width: number, height: number) => number,
  onStage: StageListener = () => undefined,
): VideoPool {
  const active = new Map<string, OpenVideo>();
  const idle: OpenVideo[] = [];
  const damaged = new Map<string, string>();
  const measuredHere = new Map<string, SeekFacts>();
  let serial = 0;
  /** Number of videos in the current frame. */
  let inUse = 0;

  function open(clip: Clip): OpenVideo {
    const { path, facts, shownAs } = fileOf(clip, media);
    // Decided by the clip alone: the bytes of a frame must not depend on which frames were rendered before it. A proxy
    // is already reduced.
    const covered = shownAs ? 1 : covering(clip, facts.width ?? 0, facts.height ?? 0);
    const detail = covered >= 2 ? 'shrunk' : 'full';
    const fullChroma = needsFullChroma(covered);
    const at = idle.findIndex((one) => one.src === clip.src && one.detail === detail && one.fullChroma === fullChroma);
    const reused = at >= 0 ? idle.splice(at, 1)[0] : undefined;
    if (reused) return reused;
    const video = openVideoSource(path, {
      detail,
      alpha: true,
      fullChroma,
      isProxy: shownAs !== undefined,
      keeps: backend.takesDecoded,
      budget,
      onLongJump: (sourceSec) => refuseUnseekable(measured(clip), sourceSec),
    });
    serial += 1;
    const { frameWidth: width, frameHeight: height, hasAlpha } = video;
    const source = backend.video({ width, height, hasAlpha, fullChroma: video.hasFullChroma });
    return { serial, src: clip.src, detail, fullChroma, video, source, used: true };
  }

  /** Returns the source of a clip with its seek costs, which are measured here if no probe has measured them. */
  function measured(clip: Clip): MediaFile {
    const file = fileOf(clip, media);
    if (file.facts.seek || file.shownAs) return file;
    const seek = measuredHere.get(clip.src) ?? wholeFileFacts(file.path).seek;
    if (!seek) return file;
    measuredHere.set(clip.src, seek);
    return { ...file, facts: { ...file.facts, seek } };
  }

  function idlePixels(): number {
    return idle.reduce((sum, { video }) => sum + video.frameWidth * video.frameHeight, 0);
  }

  return {
    frameAt(clip, sourceSec) {
      const known = active.get(clip.id);
      if (!known?.used) inUse += 1;
      if (inUse > MOST_VIDEOS_AT_ONCE) throw tooManyVideos(clip.id);
      try {
        refuseUnseekable(fileOf(clip, media), sourceSec);
        const opened = known ?? open(clip);
        active.set(clip.id, opened);
        opened.used = true;
        const { video, source } = opened;
        const before = video.damaged;
        onStage('composite');
        const frame = video.frameAt(sourceSec);
        onStage('decode');
        if (video.damaged > before) damaged.set(clip.id, damageOf(clip));
        source.show(frame, `video ${opened.serial} ${video.generation}`, video.isAsDecoded);
        onStage('upload');
        const { width, height } = fileOf(clip, media).shownAs ?? video;
        return { source, width, height };
      } catch (cause) {
        throw aboutClip(clip, media, cause);
      }
    },
    warnings: () => [...damaged.values()],
    endFrame() {
      budget.beginFrame();
      inUse = 0;
      for (const [clipId, opened] of active) {
        if (!opened.used) {
          active.delete(clipId);
          idle.push(opened);
        }
        opened.used = false;
      }
      while (idle.length > 1 && idlePixels() > mostIdlePixels) closeVideo(idle.shift());
    },
    close() {
      for (const opened of [...active.values(), ...idle]) closeVideo(opened);
      active.clear();
      idle.length = 0;
    },
  };
}

/**
 * Throws `invalid_request` for a time that takes too long to seek to. It is checked before decoding, whatever the
 * decoder's position, so that the error does not depend on how a render is divided.
 */
function refuseUnseekable({ facts, shownAs }: MediaFile, sourceSec: number): void {
  const atSec = shownAs ? null : firstUnseekable(facts, { fromSec: sourceSec, toSec: sourceSec });
  if (atSec !== null)
    throw new FramemillError('invalid_request', unseekableMessage(facts, atSec), { overBudget: true });
}

function damageOf(clip: Clip): string {
  return (
    `Clip ${clip.id} ("${clip.src}"): some of its frames are damaged. The last good frame is shown instead. ` +
    'Export or upload it again.'
  );
}

function closeVideo(opened: OpenVideo | undefined): void {
  opened?.source.close();
  opened?.video.close();
}
