import type { Clip, Scene } from '@framemill/timeline';
import { clipLayers, FramemillError } from '@framemill/timeline/rendering';
import type { Backend, VideoFormat, VideoTexture } from '../graph/backend.ts';
import { aboutClip, fileOf, type MediaFiles } from '../media/media-files.ts';
import type { VideoFrame } from '../sources/video-pool.ts';
import type { PlanarFrame } from './planar-frames.ts';
import type { DrawOptions, VideoPort } from './ports.ts';

/** Textures of the videos of a scene. Decoders of browsers are asynchronous: all frames are decoded before a draw. */
export interface VideoFrames {
  /**
   * Decodes the video frames that a scene shows. Rejects with an error that names the clip, or with the reason of the
   * signal.
   */
  prepare(scene: Scene, options: DrawOptions): Promise<void>;
  /** Returns the prepared frame of a clip. */
  frameAt(clip: Clip): VideoFrame;
  /** Frees the textures of clips that were not prepared since the last call. */
  endFrame(): void;
  close(): void;
}

interface Shown {
  format: VideoFormat;
  texture: VideoTexture<PlanarFrame>;
  width: number;
  height: number;
  used: boolean;
}

/** Creates the textures of videos, which `port` decodes. */
export function createVideoFrames(backend: Backend<PlanarFrame>, media: MediaFiles, port: VideoPort): VideoFrames {
  const shown = new Map<string, Shown>();

  async function load(clip: Clip, sourceSec: number, options: DrawOptions): Promise<void> {
    const decoded = await port.frameAt(clip, fileOf(clip, media), sourceSec, options);
    const { frame, format, version, width, height } = decoded;
    const known = shown.get(clip.id);
    const isSame = known !== undefined && isEqualFormat(known.format, format);
    if (known && !isSame) known.texture.close();
    const texture = isSame ? known.texture : backend.video(format);
    texture.show(frame, `video ${clip.id} ${version}`);
    shown.set(clip.id, { format, texture, width, height, used: true });
  }

  return {
    async prepare(scene, options) {
      for (const { clip, sourceSec } of clipLayers(scene)) {
        if (media[clip.src]?.facts.kind !== 'video') continue;
        try {
          await load(clip, sourceSec, options);
        } catch (cause) {
          options.signal?.throwIfAborted();
          throw aboutClip(clip, media, cause);
        }
      }
    },
    frameAt(clip) {
      const frame = shown.get(clip.id);
      if (frame) return { source: frame.texture, width: frame.width, height: frame.height };
      throw new FramemillError(
        'internal_error',
        `The video of clip ${clip.id} was drawn before it was decoded. Call prepare() with its scene first.`,
      );
    },
    endFrame() {
      for (const [id, { texture, used }] of shown) {
        if (!used) {
          texture.close();
          shown.delete(id);
        }
      }
      for (const frame of shown.values()) frame.used = false;
    },
    close() {
      for (const { texture } of shown.values()) texture.close();
      shown.clear();
    },
  };
}

function isEqualFormat(a: VideoFormat, b: VideoFormat): boolean {
  return a.width === b.width && a.height === b.height && a.hasAlpha === b.hasAlpha && a.fullChroma === b.fullChroma;
}
