import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  allClips,
  type Clip,
  createEvaluator,
  type Document,
  type EncoderSetup,
  FramemillError,
  rateOf,
  secondsOf,
  shownFrame,
  totalFrames,
} from '@framemill/timeline/rendering';
import { createCpuBackend } from '../cpu/cpu-backend.ts';
import { createStillImages } from '../cpu/still-image.ts';
import { documentFonts } from '../fonts/document-fonts.ts';
import { openTextEngine } from '../fonts/font-files.ts';
import { keepsAlpha } from '../formats/output-formats.ts';
import { readCube } from '../grade/read-cube.ts';
import type { Backend, StageListener } from '../graph/backend.ts';
import { clipCanvases } from '../graph/clip-canvas.ts';
import { sourceDetail } from '../graph/motion.ts';
import { createOneSize } from '../graph/one-size.ts';
import type { Size } from '../graph/placement.ts';
import { type PageTime, previewTime, renderTime } from '../html/page-time.ts';
import type { Rasteriser } from '../html/rasteriser.ts';
import { loadKernels } from '../kernels/load-kernels.ts';
import { createDecodeBudget, type DecodeBudget } from '../media/decode/decode-budget.ts';
import { openImageSource } from '../media/decode/still/image-source.ts';
import type { EncoderChoice } from '../media/encode/hardware/hardware-encoders.ts';
import { openSegmentEncoder } from '../media/encode/segment-encoder.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { SegmentInfo } from '../media/segment-info.ts';
import { documentFrame, type OutputProfile } from '../plan/profile.ts';
import { createStage, type StageParts } from '../scene/stage.ts';
import { createAnimationPool } from '../sources/animation-pool.ts';
import { createHtmlPool } from '../sources/html-pool.ts';
import { createImagePool } from '../sources/image-pool.ts';
import { createVideoPool } from '../sources/video-pool.ts';
import { openTextSprites } from '../sprites/image-fonts.ts';
import { skia } from '../sprites/skia.ts';
import { type FrameMaker, overBackground, renderAlphaSegment } from './alpha-renderer.ts';
import { createEncoderFeed, framesInFlight } from './encoder-feed.ts';
import { loadLuts } from './load-luts.ts';
import { openText } from './open-text.ts';
import { animationClips, imageClips } from './shown-frame.ts';

export type { MediaFiles } from '../media/media-files.ts';

/** Document, profile and media of a render. */
export interface RendererInput {
  document: Document;
  profile: OutputProfile;
  media: MediaFiles;
}

/** Resources and settings that a renderer may share with other renderers of its process. */
export interface RendererParts {
  /**
   * Rasteriser of HTML clips, which other renderers of the process may use too, and which outlives them. Default: a
   * separate one, closed with the renderer.
   */
  rasteriser?: Rasteriser | undefined;
  /** Limits of the decoding for one output frame. Default: the limits of this package. */
  budget?: DecodeBudget | undefined;
  /**
   * Backend of a GPU, which renderers of one process use one after the other and which outlives them. A CPU backend
   * cannot be shared, because two renderers may give different frames the same name. Default: a separate CPU backend,
   * closed with the renderer.
   */
  backend?: Backend | undefined;
  /**
   * Whether frames are encoded on separate threads of the codec library, so that concurrent renderers do not wait for
   * each other's encoders. Default false.
   */
  encodesAside?: boolean | undefined;
  /**
   * Returns whether another core is free. It is called for each frame: if so, the frame is encoded while the next one
   * is drawn. The bytes are the same. Default: never.
   */
  hasRoom?: (() => boolean) | undefined;
  /** Encoder that replaces the default one of the output format. Default: none. */
  encoder?: EncoderChoice | null | undefined;
}

/** Options for rendering a single frame. */
export interface FrameOptions {
  type: 'jpeg' | 'png';
  /** Scale relative to the profile's size, 0.05-1: 1 is full size, 0.5 half. */
  scale: number;
  /** CPU time limits of HTML pages; the frames of one preview share them. Default: new preview limits. */
  time?: PageTime;
}

/** Single rendered frame as an image file. */
export interface RenderedFrame {
  data: Uint8Array;
  width: number;
  height: number;
  /** Start of the rendered document frame, in seconds. */
  timeSec: number;
}

/** Renderer of one document. Only one call may run at a time. */
export interface Renderer {
  /**
   * Renders output frames [startFrame, endFrame) into a separate file. The bytes do not depend on earlier renders.
   * `onFrame` gets the number of finished frames. `beside`: settings that let the segment share a track with copied
   * segments, see `openSegmentEncoder`. Yields to the event loop every few frames. No file is left on failure.
   */
  renderSegment(
    startFrame: number,
    endFrame: number,
    outPath: string,
    onFrame?: (done: number) => void,
    onStage?: StageListener,
    beside?: EncoderSetup,
  ): Promise<SegmentInfo>;
  /** Renders the document frame at `atSec` (clamped to the document) as an image file. */
  renderFrame(atSec: number, options: FrameOptions): Promise<RenderedFrame>;
  /**
   * Callback that is called thousands of times a second while sources are decoded up to the frames to show. It is a
   * sign of progress between finished frames.
   */
  onSeek: (() => void) | null;
  /** Returns the problems so far that did not end the render, each as a sentence that names the clip. */
  warnings(): string[];
  close(): void;
}

// A PNG of 8192 x 8192 needs 370 MB.
const stillsLimitBytes = 512 * 1024 * 1024;
// About 0.3 s at 1080p: messages (cancellation, a lost parent) are processed within this time.
const framesPerTurn = 8;

/**
 * Creates a renderer of `document`. It renders alpha where the format supports it. Sources are opened when they are
 * first needed. Throws FramemillError for features that this machine cannot draw, before any frame is rendered.
 */
export async function createRenderer(input: RendererInput, parts: RendererParts = {}): Promise<Renderer> {
  if (!keepsAlpha(input.profile.format)) return createOpaqueRenderer(input, parts);
  const over = (background: '#000000' | '#ffffff', own: RendererParts) =>
    createOpaqueRenderer({ ...input, document: overBackground(input.document, background) }, own);
  // Both renderers draw alternately, so each needs its own backend.
  const black = await over('#000000', { ...parts, backend: undefined });
  const white = await over('#ffffff', { rasteriser: parts.rasteriser });
  return {
    ...black,
    get onSeek() {
      return black.onSeek;
    },
    set onSeek(heard) {
      black.onSeek = heard;
      white.onSeek = heard;
    },
    renderSegment: (startFrame, endFrame, outPath, onFrame, onStage) =>
      renderAlphaSegment({ black, white }, input.profile, { startFrame, endFrame, outPath }, { onFrame, onStage }),
    close() {
      black.close();
      white.close();
    },
  };
}

async function createOpaqueRenderer(
  { document, profile, media }: RendererInput,
  {
    rasteriser,
    budget = createDecodeBudget(),
    backend: given,
    encodesAside = false,
    hasRoom = () => false,
    encoder: instead,
  }: RendererParts,
): Promise<Renderer & FrameMaker> {
  const backend = given ?? createCpuBackend();
  const html = createHtmlPool(backend, document, profile.width, rasteriser);
  html.requireBrowser();
  const openEngine = async () => (await openTextEngine()).withFonts(documentFonts(allClips(document), media));
  const { text, outlines } = await openText(document, profile.watermark, openEngine, openTextSprites);
  const luts = await loadLuts(allClips(document), media, ({ path, facts }) => readCube(path, facts.sha256));
  const effectOf = await loadEffects(document);
  const rate = rateOf(document.settings.fps);
  const evaluate = createEvaluator(document);
  const canvasOf = clipCanvases(document, profile.width);
  const detail = (clip: Clip, width: number, height: number) => {
    const canvas = canvasOf(clip);
    return sourceDetail(clip, { width, height }, canvas.document, canvas.outputWidth);
  };
  let stageListener: StageListener | undefined;
  const videos = createVideoPool(backend, media, budget, detail, (ended) => stageListener?.(ended));
  const images = createImagePool(backend, media, ({ path }, scale) => openImageSource(path, { scale }), detail);
  const animations = createAnimationPool(
    backend,
    media,
    async ({ path }, scale, slots) => {
      const { openAnimation } = await import('../animation/open-animation.ts');
      return openAnimation(path, { scale, slots });
    },
    detail,
  );
  const stills = createStillImages(() => loadKernels(stillsLimitBytes));
  const stages = createOneSize((output) =>
    createStage({
      backend,
      vectors: skia,
      document,
      media,
      videos,
      images,
      animations,
      html,
      text,
      outlines,
      luts,
      effectOf,
      output,
      watermark: profile.watermark,
    }),
  );

  /** Prepares the HTML clips, images and animations that the given document frames show. `frames` must be in rising order. */
  async function prepare(frames: readonly number[], time: PageTime): Promise<void> {
    await html.prepare(frames, evaluate, time);
    const [first = 0, last = first] = [frames[0], frames.at(-1)];
    await images.prepare(imageClips(document, media, first, last));
    await animations.prepare(animationClips(document, media, first, last));
  }

  return {
    get onSeek() {
      return budget.onSpent;
    },
    set onSeek(audible) {
      budget.onSpent = audible;
    },
    async renderSegment(startFrame, endFrame, outPath, onFrame, onStage, beside) {
      const shown = Array.from({ length: endFrame - startFrame }, (_, i) =>
        documentFrame(startFrame + i, rate, profile),
      );
      await prepare(shown, renderTime);
      const stage = stages.at(profile);
      const encoder = openSegmentEncoder(profile, outPath, { frames: endFrame - startFrame, beside, instead });
      const feed = createEncoderFeed(encoder, hasRoom);
      stageListener = onStage;
      const frames = framesInFlight(backend, shown.length, (index) => stage.draw(evaluate(shown[index] ?? 0)));
      try {
        for (let done = 1; done <= shown.length; done++) {
          frames.fill();
          onStage?.('composite');
          const taken = frames.take();
          // No `await` for a frame that is ready: a turn of the event loop costs as much as a caption.
          const frame = taken instanceof Promise ? await taken : taken;
          onStage?.('readBack');
          if (encodesAside) await encoder.writeAside(frame);
          else {
            const before = feed.settle();
            if (before) await before;
            feed.write(frame);
          }
          onStage?.('encode');
          onFrame?.(done);
          if (done % framesPerTurn === 0) await nextTurn();
        }
        await feed.settle();
        await feed.close();
        return encodesAside ? await encoder.finishAside() : encoder.finish();
      } catch (error) {
        await feed.close();
        encoder.abort();
        await frames.drop();
        throw error;
      }
    },
    async *frames(startFrame, endFrame) {
      const shown = Array.from({ length: endFrame - startFrame }, (_, i) =>
        documentFrame(startFrame + i, rate, profile),
      );
      await prepare(shown, renderTime);
      const stage = stages.at(profile);
      const frames = framesInFlight(backend, shown.length, (index) => stage.draw(evaluate(shown[index] ?? 0)));
      try {
        for (let done = 0; done < shown.length; done++) {
          frames.fill();
          const taken = frames.take();
          yield taken instanceof Promise ? await taken : taken;
        }
      } finally {
        await frames.drop();
      }
    },
    async renderFrame(atSec, { type, scale, time = previewTime() }) {
      const last = totalFrames(document) - 1;
      if (last < 0) throw new FramemillError('invalid_request', 'The project has no clips to show. Add a clip first.');
      const frame = Math.min(last, Math.max(0, shownFrame(atSec, rate)));
      await prepare([frame], time);
      const size = scaledSize(profile, scale);
      stages.at(size).draw(evaluate(frame));
      return { data: await stills.encode(await backend.take(), type), ...size, timeSec: secondsOf(frame, rate) };
    },
    warnings: () => [...videos.warnings(), ...html.warnings(), ...(text?.warnings() ?? [])],
    close() {
      stages.close();
      stills.close();
      images.close();
      animations.close();
      html.close();
      videos.close();
      if (!given) backend.close();
    },
  };
}

// The schemas of effects take longer to load than everything else, so they are loaded only for documents that use
// effects.
async function loadEffects(document: Document): Promise<StageParts['effectOf']> {
  if (!allClips(document).some((clip) => clip.effects?.length)) return () => undefined;
  return (await import('../effects/index.ts')).effectOf;
}

function scaledSize(profile: OutputProfile, scale: number): Size {
  const even = (side: number) => Math.max(16, Math.round((side * Math.min(1, Math.max(0.05, scale))) / 2) * 2);
  return { width: even(profile.width), height: even(profile.height) };
}
