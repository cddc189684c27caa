import { type BrowserEngine, createBrowserEngine, type FrameRenderer } from '../frame-renderer.ts';
import type { EnginePorts } from '../ports.ts';
import type { EngineReply, EngineRequest } from './messages.ts';
import { offscreen } from './offscreen.ts';
import { load, openStillImage } from './still-images.ts';
import { createVideoDecoder } from './video-decoder.ts';

// Script of the worker that draws frames. It loads `kernels.wasm`, `harfbuzz.wasm` and `fonts/` from its own folder.

let engine: Promise<BrowserEngine> | null = null;
let renderer: FrameRenderer | null = null;
/** Work on the messages so far: a renderer draws one frame at a time. */
let work: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  work = work.then(() => answer(data));
});

async function answer(request: EngineRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.type === 'open') {
      renderer?.close();
      renderer = null;
      engine ??= openPorts().then(createBrowserEngine);
      engine.catch(() => {
        engine = null;
      });
      renderer = await (await engine).open(request);
      reply({ id, type: 'opened' });
      return;
    }
    if (!renderer) throw new Error('No document is open. Send the message "open" first.');
    const frame = await renderer.draw(request.atSec);
    const pixels = renderer.rgbaOf(frame);
    const { width, height } = frame;
    const image = request.as === 'rgba' ? pixels : await createImageBitmap(new ImageData(pixels, width, height));
    reply({ id, type: 'drawn', image, warnings: renderer.warnings() }, [
      image instanceof ImageBitmap ? image : image.buffer,
    ]);
  } catch (error) {
    reply({ id, type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function reply(message: EngineReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function openPorts(): Promise<EnginePorts> {
  const beside = (name: string) => new URL(name, import.meta.url).href;
  const bytesOf = async (path: string) => new Uint8Array(await (await load({ path })).arrayBuffer());
  const kernels = await WebAssembly.compileStreaming(load({ path: beside('kernels.wasm') }));
  return {
    kernels,
    vectors: offscreen,
    async registerFont(family, data) {
      self.fonts.add(await new FontFace(family, new Uint8Array(data)).load());
    },
    readBundledFont: (fileName) => bytesOf(beside(`fonts/${fileName}`)),
    readFile: ({ path }) => bytesOf(path),
    openImage: openStillImage,
    videos: createVideoDecoder(kernels),
  };
}
