import {
  type BrowserEngine,
  createBrowserEngine,
  type FrameRenderer,
  type FrameRendererInput,
} from '../frame-renderer.ts';
import type { PlanarFrame } from '../planar-frames.ts';
import { createBrowserAudio } from './audio-sources.ts';
import { openEnginePorts } from './engine-ports.ts';
import type { EngineReply, EngineRequest } from './messages.ts';
import { createMixes } from './mixes.ts';
import { createPageLink } from './page-link.ts';

// Script of the worker that draws frames and mixes audio. It loads `kernels.wasm`, `harfbuzz.wasm` and `fonts/` from
// its own folder, and media files from the addresses that the page names.

type DrawRequest = Extract<EngineRequest, { type: 'draw' }>;

const page = createPageLink(reply);
const mixes = createMixes(createBrowserAudio(page.media), reply);
let engine: Promise<BrowserEngine> | null = null;
let context: OffscreenCanvasRenderingContext2D | null = null;
let opened: Pick<FrameRendererInput, 'document' | 'media'> | null = null;
/** Renderer, and the input that it shows. */
let current: { readonly renderer: FrameRenderer; readonly input: FrameRendererInput } | null = null;
const draws = new Map<number, AbortController>();
/** Draws so far: a renderer draws one frame at a time. */
let work: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  // Firefox sometimes refuses the context of a canvas for good. This error ends the worker, and the page starts
  // another.
  if (data.type === 'canvas') context = data.canvas.getContext('2d', { alpha: false });
  else if (data.type === 'open') {
    opened = { document: data.document, media: data.media };
    page.media.open(data.media);
  } else if (data.type === 'ping') reply({ type: 'alive' });
  else if (data.type === 'cancel') {
    draws.get(data.id)?.abort();
    mixes.cancel(data.id);
  } else if (data.type === 'address' || data.type === 'drawing') page.take(data);
  else if (data.type === 'mix') mixes.start(data, opened);
  else if (data.type === 'more') mixes.goOn(data.id);
  else {
    const stop = new AbortController();
    draws.set(data.id, stop);
    work = work.then(() => draw(data, stop.signal)).finally(() => draws.delete(data.id));
  }
});

async function draw(request: DrawRequest, signal: AbortSignal): Promise<void> {
  const { id, atSec, output, isFast, as } = request;
  try {
    const drawOnce = async () => {
      const renderer = await rendererFor(output);
      signal.throwIfAborted();
      return { renderer, frame: await renderer.draw(atSec, { isFast, signal }) };
    };
    const { renderer, frame } = await drawOnce().catch((error: unknown) => {
      if (!isGpuLost(error)) throw error;
      // The next renderer draws without the GPU.
      current?.renderer.close();
      current = null;
      return drawOnce();
    });
    const pixels = renderer.rgbaOf(frame);
    if (as === 'canvas') show(pixels, frame);
    const rgba = as === 'rgba' ? pixels : null;
    reply({ id, type: 'drawn', rgba, onGpu: renderer.onGpu, warnings: renderer.warnings() }, rgba ? [rgba.buffer] : []);
  } catch (error) {
    if (signal.aborted) reply({ id, type: 'dropped' });
    else reply({ id, type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns the renderer with the open document and the given size of frames. */
async function rendererFor(output: DrawRequest['output']): Promise<FrameRenderer> {
  if (!opened) throw new Error('No document is open. Send the message "open" first.');
  const { document } = opened;
  if (current?.input.document === document && isSameSize(current.input.output, output)) return current.renderer;
  const input = { ...opened, output, html: 'left-out' } as const;
  if (current) await current.renderer.change(input);
  current = { renderer: current?.renderer ?? (await (await loadEngine()).open(input)), input };
  return current.renderer;
}

/** Loads the engine, again after a failure. */
function loadEngine(): Promise<BrowserEngine> {
  engine ??= openEnginePorts(page).then(createBrowserEngine);
  engine.catch(() => {
    engine = null;
  });
  return engine;
}

/** Whether the browser has taken the GPU away. The code for GPUs is loaded apart, with error classes of its own. */
function isGpuLost(error: unknown): boolean {
  return Object(Reflect.get(Object(error), 'details')).deviceLost === true;
}

function isSameSize(a: DrawRequest['output'], b: DrawRequest['output']): boolean {
  return a.width === b.width && a.height === b.height;
}

function show(pixels: Uint8ClampedArray<ArrayBuffer>, { width, height }: PlanarFrame): void {
  if (!context) throw new Error('There is no canvas to draw on. Send the message "canvas" first.');
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
}

function reply(message: EngineReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

reply({ type: 'alive' });
// The first frame waits for it. A failure is reported by that frame.
void loadEngine();
