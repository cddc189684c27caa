import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Document } from '@framemill/timeline';
import type { DecodedFrame, EnginePorts } from '../../src/browser-engine/index.ts';
import { fontPaths, readFont } from '../../src/fonts/index.ts';
import { needsFullChroma, sourceDetail } from '../../src/graph/motion.ts';
import { compileKernels } from '../../src/kernels/load-kernels.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { skia, skiaFonts } from '../../src/sprites/skia.ts';

/** Pixels that the browser engine got from its ports while it drew, each list in the order of the calls. */
export interface Feed {
  readonly rasters: Uint8ClampedArray[];
  readonly images: {
    width: number;
    height: number;
    pixelWidth: number;
    pixelHeight: number;
    hasAlpha: boolean;
    data: Uint8Array;
  }[];
  readonly videos: DecodedFrame[];
}

/** Creates ports with the libraries of the render nodes. `feed` receives everything that they decode and draw. */
export function nodePorts(document: Document, width: number, feed: Feed): EnginePorts {
  const fonts = new Map(fontPaths().map((path) => [basename(path), path]));
  return {
    kernels: compileKernels(),
    vectors: {
      ...skia,
      createContext(...size) {
        const context = skia.createContext(...size);
        const read = context.getImageData.bind(context);
        context.getImageData = (...rect) => {
          const image = read(...rect);
          feed.rasters.push(image.data);
          return image;
        };
        return context;
      },
    },
    async registerFont(family, data) {
      if (!skiaFonts().has(family)) skiaFonts().register(Buffer.from(data), family);
    },
    readBundledFont: async (name) => readFileSync(fonts.get(name) ?? ''),
    readFile: async ({ path, facts }) => (facts.font ? readFont(readFileSync(path)) : readFileSync(path)),
    async openImage({ path }, scale) {
      const image = await openImageSource(path, { scale });
      feed.images.push({ ...image, data: new Uint8Array(image.rgba()) });
      return image;
    },
    videos: {
      async frameAt(clip, { path, facts }, sourceSec) {
        const covered = sourceDetail(clip, { width: facts.width ?? 0, height: facts.height ?? 0 }, document, width);
        const detail = covered >= 2 ? 'shrunk' : 'full';
        const video = openVideoSource(path, { detail, alpha: true, fullChroma: needsFullChroma(covered) });
        try {
          const frame = video.frameAt(sourceSec);
          const planes = { data: (frame.data ?? []).map((plane) => new Uint8Array(plane)), stride: frame.linesize };
          const size = { width: video.frameWidth, height: video.frameHeight };
          const decoded: DecodedFrame = {
            frame: { ...size, planes },
            format: { ...size, hasAlpha: video.hasAlpha, fullChroma: video.hasFullChroma },
            version: `${sourceSec}`,
            width: video.width,
            height: video.height,
          };
          feed.videos.push(decoded);
          return decoded;
        } finally {
          video.close();
        }
      },
    },
  };
}
