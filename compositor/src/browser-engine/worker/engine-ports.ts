import { fontFormat } from '../../formats/upload-formats.ts';
import type { AnimationPort, EnginePorts } from '../ports.ts';
import { createGraphicsPort } from './graphics-port.ts';
import { accepted } from './media-access.ts';
import { offscreen } from './offscreen.ts';
import type { PageLink } from './page-link.ts';
import { stillImageOpener } from './still-images.ts';
import { createVideoDecoder } from './video-decoder.ts';

/**
 * Creates the ports of the engine in a worker. The kernels, the bundled fonts and the player of animations are loaded
 * from the folder of the worker's script.
 */
export async function openEnginePorts({ media, drawSvg }: PageLink): Promise<EnginePorts> {
  const own = async (name: string) => accepted(name, await fetch(new URL(name, import.meta.url)));
  const bytesOf = async (answer: Promise<Response>) => new Uint8Array(await (await answer).arrayBuffer());
  const unpacked = async (font: Uint8Array) => {
    const address = new URL('packed-fonts.js', import.meta.url).href;
    const { readPackedFont }: typeof import('../packed-fonts.ts') = await import(address);
    return readPackedFont(font);
  };
  let animations: Promise<AnimationPort> | null = null;
  const loadAnimations = async () => {
    const { href: address } = new URL('animations.js', import.meta.url);
    const { openAnimations }: typeof import('../animations.ts') = await import(address);
    return openAnimations(new URL('canvaskit.wasm', import.meta.url).href);
  };
  const kernels = await WebAssembly.compileStreaming(own('kernels.wasm'));
  return {
    kernels,
    vectors: offscreen,
    async registerFont(family, data) {
      self.fonts.add(await new FontFace(family, new Uint8Array(data)).load());
    },
    readBundledFont: (fileName) => bytesOf(own(`fonts/${fileName}`)),
    async readFile({ path, facts }) {
      const data = await bytesOf(media.load(path));
      return facts.font && fontFormat(data)?.startsWith('woff') ? unpacked(data) : data;
    },
    openImage: stillImageOpener(media.load, drawSvg),
    videos: createVideoDecoder(kernels, media),
    openAnimations() {
      animations ??= loadAnimations().catch((error: unknown) => {
        // The next frame tries again.
        animations = null;
        throw error;
      });
      return animations;
    },
    openGraphics: createGraphicsPort(import.meta.url),
  };
}
