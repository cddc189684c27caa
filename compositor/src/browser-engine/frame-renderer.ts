import type { ClipLayer, Scene } from '@framemill/timeline';
import {
  allClips,
  type Clip,
  createEvaluator,
  type Document,
  FramemillError,
  rateOf,
  shownFrame,
  type TextEngine,
  totalFrames,
} from '@framemill/timeline/rendering';
import type { AnimationDrawing } from '../animation/animation-drawing.ts';
import { createPlanarBackend } from '../cpu/planar-backend.ts';
import { rgbaOfPlanes } from '../cpu/rgba-of-planes.ts';
import { effectOf } from '../effects/index.ts';
import { parseCube } from '../grade/parse-cube.ts';
import { clipCanvases } from '../graph/clip-canvas.ts';
import { sourceDetail } from '../graph/motion.ts';
import type { Size } from '../graph/placement.ts';
import type { LutTable } from '../graph/values.ts';
import { createKernels } from '../kernels/kernel-module.ts';
import type { MediaFile, MediaFiles } from '../media/media-files.ts';
import { loadLuts } from '../render/load-luts.ts';
import { openText } from '../render/open-text.ts';
import { animationClips, imageClips } from '../render/shown-frame.ts';
import { createStage, type Stage } from '../scene/stage.ts';
import { createAnimationPool } from '../sources/animation-pool.ts';
import { createImagePool } from '../sources/image-pool.ts';
import { createTextSprites, type TextSprites } from '../sprites/text-sprite.ts';
import { createEngineFonts, type EngineFonts } from './engine-fonts.ts';
import { type PlanarFrame, planarFrames } from './planar-frames.ts';
import type { DrawOptions, EnginePorts } from './ports.ts';
import { createVideoFrames } from './video-frames.ts';

/** Document and output of a frame renderer. */
export interface FrameRendererInput {
  readonly document: Document;
  /** Address and properties of each source, by the `src` of the clips. The ports load the addresses. */
  readonly media: MediaFiles;
  /** Size of the frames in pixels, even on both sides and with the proportions of the document. */
  readonly output: Size;
  /** Treatment of html clips, which the engine cannot draw. `refused` (default): an error. `left-out`: no layer. */
  readonly html?: 'refused' | 'left-out';
  /** Whether to draw the watermark of renders. Default false. */
  readonly watermark?: boolean;
}

/** Draws single frames of a document in a browser. Only one call may run at a time. */
export interface FrameRenderer {
  /** Whether it draws on the GPU; false: with the kernels. */
  readonly onGpu: boolean;
  /**
   * Draws the document frame that is visible at `atSec` (clamped to the document): planar 4:2:0, BT.709 limited range.
   * It is read-only and valid until the next call. Rejects with `FramemillError` for html clips that are refused and
   * for sources that cannot be loaded, and with the reason of the signal when it is aborted. When the GPU was lost,
   * rejects with an error whose `details.deviceLost` is true: open another renderer.
   */
  draw(atSec: number, options?: DrawOptions): Promise<PlanarFrame>;
  /**
   * Replaces the document, its media or the size of the frames. Decoded images, positions in videos and laid out texts
   * are kept. After an error, the previous document is still shown.
   */
  change(input: FrameRendererInput): Promise<void>;
  /** Converts a drawn frame to opaque sRGB RGBA, rows without gaps. Takes about 1 ms at 1080p. */
  rgbaOf(frame: PlanarFrame): Uint8ClampedArray<ArrayBuffer>;
  /** Returns the problems so far that did not prevent a frame, each as a sentence. */
  warnings(): string[];
  close(): void;
}

// A tab may use 700 MB. A frame of 1920x1080 with five layers takes about 80 MB.
const heapLimitBytes = 512 * 1024 * 1024;

/**
 * Renderer for browsers. It draws with the WebAssembly kernels, with the same code as the CPU backend of the render
 * nodes, or on a GPU, with the shaders of their GPU backend.
 */
export interface BrowserEngine {
  /** Creates the renderer of one document. Throws `FramemillError` for .cube files that are missing or invalid. */
  open(input: FrameRendererInput): Promise<FrameRenderer>;
}

/** Creates an engine. It keeps loaded fonts for the next document. */
export function createBrowserEngine(ports: EnginePorts): BrowserEngine {
  const fonts = createEngineFonts(ports);
  return { open: (input) => createFrameRenderer(input, ports, fonts) };
}

/** Parts of a renderer that belong to one document. */
interface Shown {
  readonly input: FrameRendererInput;
  readonly evaluate: (frame: number) => Scene;
  readonly stage: Stage;
  readonly text: TextSprites | null;
}

async function createFrameRenderer(
  first: FrameRendererInput,
  ports: EnginePorts,
  fonts: EngineFonts,
): Promise<FrameRenderer> {
  const { vectors } = ports;
  const kernels = createKernels(ports.kernels, heapLimitBytes);
  const graphics = (await ports.openGraphics?.()) ?? null;
  const backend = graphics?.createBackend(vectors) ?? createPlanarBackend({ kernels, frames: planarFrames, vectors });
  /** Media of the shown document. */
  const media: MediaFiles = {};
  const textSprites = new WeakMap<TextEngine, TextSprites>();
  const cubes = new Map<string, LutTable>();
  let shown: Shown | null = null;
  let canvasOf = clipCanvases(first.document, first.output.width);
  const detail = (clip: Clip, width: number, height: number) => {
    const canvas = canvasOf(clip);
    return sourceDetail(clip, { width, height }, canvas.document, canvas.outputWidth);
  };
  const images = createImagePool(backend, media, ports.openImage, detail);
  const animations = createAnimationPool(backend, media, openAnimation, detail);
  const videos = createVideoFrames(backend, media, ports.videos);

  async function openAnimation(file: MediaFile, scale: number, slots: Clip['slots']): Promise<AnimationDrawing> {
    if (!ports.openAnimations)
      throw new FramemillError('invalid_request', 'This engine draws no animations. Remove the clip.');
    const [player, bytes] = await Promise.all([ports.openAnimations(), ports.readFile(file)]);
    const { document } = shown?.input ?? first;
    const openEngine = () => fonts.engineFor(allClips(document), media);
    return fonts.withFonts(() => player.open(bytes, { scale, slots }, openEngine));
  }

  function spritesOf(engine: TextEngine): TextSprites {
    const sprites = textSprites.get(engine) ?? createTextSprites(engine, vectors, fonts.imageFamily);
    textSprites.set(engine, sprites);
    return sprites;
  }

  async function readCube(file: MediaFile): Promise<LutTable> {
    const known = cubes.get(file.path);
    if (known) return known;
    const table = parseCube(new TextDecoder().decode(await ports.readFile(file)), file.facts.sha256);
    cubes.set(file.path, table);
    return table;
  }

  async function change(input: FrameRendererInput): Promise<void> {
    const { document, output, watermark = false } = input;
    const openEngine = () => fonts.engineFor(allClips(document), input.media);
    const { text, outlines } = await openText(document, watermark, openEngine, spritesOf);
    const luts = await loadLuts(allClips(document), input.media, readCube);
    shown?.stage.close();
    for (const src of Object.keys(media)) delete media[src];
    Object.assign(media, input.media);
    const html = { surfaceOf: refuseHtml, endFrame: () => undefined };
    const stage = createStage({
      ...{ backend, vectors, document, media, videos, images, animations, html, text, luts, effectOf, output },
      ...{ outlines, watermark },
    });
    canvasOf = clipCanvases(document, output.width);
    shown = { input, evaluate: createEvaluator(document), stage, text };
  }

  await change(first);
  return {
    onGpu: graphics !== null,
    async draw(atSec, options = {}) {
      if (!shown) throw new FramemillError('internal_error', 'No document is open. Call change() first.');
      const { input, evaluate, stage } = shown;
      const { document } = input;
      const last = totalFrames(document) - 1;
      if (last < 0) throw new FramemillError('invalid_request', 'The project has no clips to show. Add a clip first.');
      const frame = Math.min(last, Math.max(0, shownFrame(atSec, rateOf(document.settings.fps))));
      const scene = input.html === 'left-out' ? withoutHtml(evaluate(frame)) : evaluate(frame);
      const prepared = await Promise.allSettled([
        images.prepare(imageClips(document, media, frame, frame)),
        animations.prepare(animationClips(document, media, frame, frame)),
        videos.prepare(scene, options),
      ]);
      options.signal?.throwIfAborted();
      for (const part of prepared) if (part.status === 'rejected') throw part.reason;
      // A font is missing before the backend draws: the scene can be drawn again.
      await fonts.withFonts(() => stage.draw(scene));
      return backend.take();
    },
    change,
    rgbaOf: (frame) => new Uint8ClampedArray(rgbaOfPlanes(kernels, frame.planes, frame).buffer),
    warnings: () => shown?.text?.warnings() ?? [],
    close() {
      shown?.stage.close();
      shown = null;
      images.close();
      animations.close();
      videos.close();
      backend.close();
    },
  };
}

/** Returns the scene without the layers of html clips. A transition from or to one starts or ends in transparency. */
function withoutHtml(scene: Scene): Scene {
  const kept = (layer: ClipLayer | null): ClipLayer | null => {
    if (layer?.clip.type === 'html') return null;
    return layer?.inner ? { ...layer, inner: withoutHtml(layer.inner) } : layer;
  };
  const layers = scene.layers.flatMap((layer) => {
    if (layer.kind === 'clip') return kept(layer) ?? [];
    return { ...layer, from: kept(layer.from), to: kept(layer.to) };
  });
  return { ...scene, layers };
}

function refuseHtml(clip: Clip): never {
  throw new FramemillError(
    'invalid_request',
    `Clip ${clip.id} is an html clip, which this engine cannot draw. Remove the clip, and show it as an element.`,
    { clipId: clip.id },
  );
}
