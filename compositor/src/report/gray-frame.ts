import type { Frame } from 'node-av/lib';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { pixelFormatName } from '../media/pixel-format.ts';

/** Luma of a frame at reduced size: full-range grey, 0 black to 255 white, row by row without gaps. */
export interface GrayFrame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Maximum width, in pixels; wider frames are scaled down to it by averaging. */
const MOST_WIDTH = 480;

/** Converter of frames to small grey ones. A result is valid until the next call. */
export interface GrayConverter {
  convert(frame: Frame): GrayFrame;
  close(): void;
}

/** Creates a converter for the frames of one file, whose size and colour tags may change midway. */
export function createGrayConverter(): GrayConverter {
  let chain: FilterChain | null = null;
  let chainKey = '';
  let gray: GrayFrame = { width: 0, height: 0, pixels: new Uint8Array(0) };
  return {
    convert(frame) {
      const key = [frame.width, frame.height, frame.format, frame.colorRange, frame.colorSpace].join(' ');
      if (chain === null || key !== chainKey) {
        chain?.close();
        chain = openGrayChain(frame);
        chainKey = key;
      }
      chain.push(frame);
      const converted = chain.pull();
      if (converted) gray = copied(converted, gray);
      return gray;
    },
    close() {
      chain?.close();
    },
  };
}

// Scaling averages areas, so that grain and coding noise do not count as pixels.
function openGrayChain({ width, height, format, colorRange, colorSpace }: Frame): FilterChain {
  const shownWidth = Math.min(width, MOST_WIDTH);
  const shownHeight = Math.max(1, Math.round((height * shownWidth) / width));
  const source = `width=${width}:height=${height}:pix_fmt=${pixelFormatName(format)}:time_base=1/1000:pixel_aspect=1/1`;
  return openFilterChain([
    ['buffer', `${source}:colorspace=${colorSpace}:range=${colorRange}`],
    ['scale', `w=${shownWidth}:h=${shownHeight}:flags=area+bitexact:out_range=full`],
    ['format', 'pix_fmts=gray'],
    ['buffersink', ''],
  ]);
}

function copied({ width, height, data, linesize }: Frame, old: GrayFrame): GrayFrame {
  const pixels = old.pixels.length === width * height ? old.pixels : new Uint8Array(width * height);
  const [plane] = data ?? [];
  const stride = linesize[0] ?? width;
  if (plane) for (let y = 0; y < height; y++) pixels.set(plane.subarray(y * stride, y * stride + width), y * width);
  return { width, height, pixels };
}
