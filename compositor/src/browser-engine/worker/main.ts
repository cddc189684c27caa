import {
  type BrowserEngine,
  createBrowserEngine,
  type FrameRenderer,
  type FrameRendererInput,
} from '../frame-renderer.ts';
import type { PlanarFrame } from '../planar-frames.ts';
import type { EnginePorts } from '../ports.ts';
import { accepted, createMediaAccess } from './media-access.ts';
import type { EngineAnswer, EngineQuestion, EngineReply, EngineRequest } from './messages.ts';
import { offscreen } from './offscreen.ts';
import { stillImageOpener } from './still-images.ts';
import { createVideoDecoder } from './video-decoder.ts';

// Script of the worker that draws frames. It loads `kernels.wasm`, `harfbuzz.wasm` and `fonts/` from its own folder,
// and media files from the addresses that the page names.

type DrawRequest = Extract<EngineRequest, { type: 'draw' }>;

/** Functions that take the page's answers, by the ids of the questions. */
const questions = new Map<number, (answer: EngineAnswer) => void>();
let serial = 0;
const media = createMediaAccess(async (path, isExpired) => {
  const answer = await ask({ type: 'address', path, isExpired });
  return answer.type === 'address' ? answer.address : null;
});
let engine: Promise<BrowserEngine> | null = null;
let canvas: OffscreenCanvas | null = null;
let opened: Pick<FrameRendererInput, 'document' | 'media'> | null = null;
/** Renderer, and the input that it shows. */
let current: { readonly renderer: FrameRenderer; readonly input: FrameRendererInput } | null = null;
const draws = new Map<number, AbortController>();
/** Draws so far: a renderer draws one frame at a time. */
let work: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  if (data.type === 'canvas') canvas = data.canvas;
  else if (data.type === 'open') {
    opened = { document: data.document, media: data.media };
    media.open(data.media);
  } else if (data.type === 'ping') reply({ type: 'alive' });
  else if (data.type === 'cancel') draws.get(data.id)?.abort();
  else if (data.type === 'address' || data.type === 'drawing') {
    questions.get(data.id)?.(data);
    questions.delete(data.id);
  } else {
    const stop = new AbortController();
    draws.set(data.id, stop);
    work = work.then(() => draw(data, stop.signal)).finally(() => draws.delete(data.id));
  }
});

async function draw(request: DrawRequest, signal: AbortSignal): Promise<void> {
  const { id, atSec, output, isFast, as } = request;
  try {
    const renderer = await rendererFor(output);
    signal.throwIfAborted();
    const frame = await renderer.draw(atSec, { isFast, signal });
    const pixels = renderer.rgbaOf(frame);
    if (as === 'canvas') show(pixels, frame);
    const rgba = as === 'rgba' ? pixels : null;
    reply({ id, type: 'drawn', rgba, warnings: renderer.warnings() }, rgba ? [rgba.buffer] : []);
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
  engine ??= openPorts().then(createBrowserEngine);
  engine.catch(() => {
    engine = null;
  });
  if (current) await current.renderer.change(input);
  current = { renderer: current?.renderer ?? (await (await engine).open(input)), input };
  return current.renderer;
}

function isSameSize(a: DrawRequest['output'], b: DrawRequest['output']): boolean {
  return a.width === b.width && a.height === b.height;
}

function show(pixels: Uint8ClampedArray<ArrayBuffer>, { width, height }: PlanarFrame): void {
  const context = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !context) throw new Error('There is no canvas to draw on. Send the message "canvas" first.');
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
}

function reply(message: EngineReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function ask(question: EngineQuestion): Promise<EngineAnswer> {
  const { promise, resolve } = Promise.withResolvers<EngineAnswer>();
  serial += 1;
  questions.set(serial, resolve);
  reply({ ...question, id: serial });
  return promise;
}

async function drawSvg(svg: Blob, width: number, height: number): Promise<Uint8ClampedArray<ArrayBuffer> | null> {
  const answer = await ask({ type: 'drawing', svg, width, height });
  return answer.type === 'drawing' ? answer.rgba : null;
}

async function openPorts(): Promise<EnginePorts> {
  const own = async (name: string) => accepted(name, await fetch(new URL(name, import.meta.url)));
  const bytesOf = async (answer: Promise<Response>) => new Uint8Array(await (await answer).arrayBuffer());
  const kernels = await WebAssembly.compileStreaming(own('kernels.wasm'));
  return {
    kernels,
    vectors: offscreen,
    async registerFont(family, data) {
      self.fonts.add(await new FontFace(family, new Uint8Array(data)).load());
    },
    readBundledFont: (fileName) => bytesOf(own(`fonts/${fileName}`)),
    readFile: ({ path }) => bytesOf(media.load(path)),
    openImage: stillImageOpener(media.load, drawSvg),
    videos: createVideoDecoder(kernels, media),
  };
}

reply({ type: 'alive' });
