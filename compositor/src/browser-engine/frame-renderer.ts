import {
  type Clip,
  createEvaluator,
  type Document,
  FramemillError,
  rateOf,
  totalFrames,
} from '@framemill/timeline/rendering';
import { createPlanarBackend } from '../cpu/planar-backend.ts';
import { rgbaOfPlanes } from '../cpu/rgba-of-planes.ts';
import { effectOf } from '../effects/index.ts';
import { parseCube } from '../grade/parse-cube.ts';
import { sourceDetail } from '../graph/motion.ts';
import type { Size } from '../graph/placement.ts';
import { createKernels } from '../kernels/kernel-module.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { loadLuts } from '../render/load-luts.ts';
import { openText } from '../render/open-text.ts';
import { frameAt, imageClips } from '../render/shown-frame.ts';
import { createStage } from '../scene/stage.ts';
import { createImagePool } from '../sources/image-pool.ts';
import { createTextSprites } from '../sprites/text-sprite.ts';
import { createEngineFonts, type EngineFonts } from './engine-fonts.ts';
import { type PlanarFrame, planarFrames } from './planar-frames.ts';
import type { EnginePorts } from './ports.ts';
import { createVideoFrames } from './video-frames.ts';

/** Document and output of a frame renderer. */
export interface FrameRendererInput {
  readonly document: Document;
  /** Address and properties of each source, by the `src` of the clips. The ports load the addresses. */
  readonly media: MediaFiles;
  /** Size of the frames in pixels, even on both sides and with the proportions of the document. */
  readonly output: Size;
}

/** Draws single frames of a document in a browser. Only one call may run at a time. */
export interface FrameRenderer {
  /**
   * Draws the document frame that is visible at `atSec` (clamped to the document): planar 4:2:0, BT.709 limited range.
   * It is read-only and valid until the next call. Rejects with `FramemillError` for html clips and for sources that
   * cannot be loaded.
   */
  draw(atSec: number): Promise<PlanarFrame>;
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
 * nodes.
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

async function createFrameRenderer(
  { document, media, output }: FrameRendererInput,
  ports: EnginePorts,
  fonts: EngineFonts,
): Promise<FrameRenderer> {
  const { vectors } = ports;
  const kernels = createKernels(ports.kernels, heapLimitBytes);
  const backend = createPlanarBackend({ kernels, frames: planarFrames, vectors });
  const openEngine = () => fonts.engineFor(document.clips, media);
  const { text, outlines } = await openText(document, false, openEngine, (engine) =>
    createTextSprites(engine, vectors, fonts.imageFamily),
  );
  const luts = await loadLuts(document.clips, media, async (file) =>
    parseCube(new TextDecoder().decode(await ports.readFile(file)), file.facts.sha256),
  );
  const rate = rateOf(document.settings.fps);
  const evaluate = createEvaluator(document);
  const detail = (clip: Clip, width: number, height: number) =>
    sourceDetail(clip, { width, height }, document, output.width);
  const images = createImagePool(backend, media, ports.openImage, detail);
  const videos = createVideoFrames(backend, media, ports.videos);
  const html = { surfaceOf: refuseHtml, endFrame: () => undefined };
  const stage = createStage({
    ...{ backend, vectors, document, media, videos, images, html, text, luts, effectOf, output },
    outlines,
    watermark: false,
  });

  return {
    async draw(atSec) {
      const last = totalFrames(document) - 1;
      if (last < 0) throw new FramemillError('invalid_request', 'The project has no clips to show. Add a clip first.');
      const frame = Math.min(last, Math.max(0, frameAt(atSec, rate)));
      const scene = evaluate(frame);
      await images.prepare(imageClips(document, media, frame, frame));
      await videos.prepare(scene);
      // A font is missing before the backend draws: the scene can be drawn again.
      await fonts.withFonts(() => stage.draw(scene));
      return backend.take();
    },
    rgbaOf: (frame) => new Uint8ClampedArray(rgbaOfPlanes(kernels, frame.planes, frame).buffer),
    warnings: () => text?.warnings() ?? [],
    close() {
      stage.close();
      images.close();
      videos.close();
      backend.close();
    },
  };
}

function refuseHtml(clip: Clip): never {
  throw new FramemillError(
    'invalid_request',
    `Clip ${clip.id} is an html clip, which this engine cannot draw. Remove the clip, and show it as an element.`,
    { clipId: clip.id },
  );
}
