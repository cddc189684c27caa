import { fontFormat } from '../../formats/upload-formats.ts';
import type { EnginePorts } from '../ports.ts';
import { createGraphicsPort } from './graphics-port.ts';
import { accepted } from './media-access.ts';
import { offscreen } from './offscreen.ts';
import type { PageLink } from './page-link.ts';
import { stillImageOpener } from './still-images.ts';
import { createVideoDecoder } from './video-decoder.ts';

/**
 * Creates the ports of the engine in a worker. The kernels and the bundled fonts are loaded from the folder of the
 * worker's script.
 */
export async function openEnginePorts({ media, drawSvg }: PageLink): Promise<EnginePorts> {
  const own = async (name: string) => accepted(name, await fetch(new URL(name, import.meta.url)));
  const bytesOf = async (answer: Promise<Response>) => new Uint8Array(await (await answer).arrayBuffer());
  const unpacked = async (font: Uint8Array) => {
    const address = new URL('packed-fonts.js', import.meta.url).href;
    const { readPackedFont }: typeof import('../packed-fonts.ts') = await import(address);
    return readPackedFont(font);
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
    openGraphics: createGraphicsPort(import.meta.url),
  };
}
