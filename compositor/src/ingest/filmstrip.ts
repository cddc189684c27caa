import { writeFile } from 'node:fs/promises';
import { frameRgba } from '../cpu/still-image.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { openVideoSource } from '../media/decode/video-source.ts';
import { sharp } from '../media/image-library.ts';

/**
 * Filmstrip of a video: thumbnails in one image, row by row. Thumbnail n, counted from 0, shows the frame at n *
 * `intervalSec`.
 */
export interface Filmstrip {
  /** Number of thumbnails in a row; the last row may have fewer. */
  columns: number;
  tiles: number;
  /** Width of a thumbnail, in pixels. */
  tileWidth: number;
  tileHeight: number;
  intervalSec: number;
}

/**
 * Height of a thumbnail, in pixels: that of a row in the editor's timeline on a high-density screen. `narrowest` and
 * `widest` limit the width of a thumbnail.
 */
const tileHeight = 72;
const [narrowest, widest] = [16, 288];
const columns = 16;
/**
 * Minimum interval between thumbnails, in seconds. `mostTiles` is the maximum number of thumbnails: 160 thumbnails of a
 * 16:9 video are an image of 2,048 x 720 pixels, some 300 kB.
 */
const leastIntervalSec = 0.5;
const mostTiles = 160;
const jpegQuality = 70;

/**
 * Writes a video's filmstrip as JPEG. `path` should be the preview proxy, from which a thumbnail takes some 15 ms.
 * `shown` holds the size of the original. Throws FramemillError `invalid_request` when nothing can be decoded.
 */
export async function makeFilmstrip(
  kernels: Kernels,
  path: string,
  shown: { width: number; height: number },
  outPath: string,
): Promise<Filmstrip> {
  const budget = createDecodeBudget();
  const video = openVideoSource(path, { budget });
  try {
    const durationSec = Math.max(0, video.durationSec);
    const intervalSec = Math.max(leastIntervalSec, durationSec / mostTiles);
    const tiles = Math.min(mostTiles, Math.max(1, Math.ceil(durationSec / intervalSec - 1e-6)));
    const tileWidth = Math.min(widest, Math.max(narrowest, Math.round((tileHeight * shown.width) / shown.height)));
    const width = Math.min(columns, tiles) * tileWidth;
    const height = Math.ceil(tiles / columns) * tileHeight;
    const sheet = Buffer.alloc(width * height * 3);
    for (let tile = 0; tile < tiles; tile += 1) {
      budget.beginFrame();
      const frame = video.frameAt(tile * intervalSec);
      const raw = { width: frame.width, height: frame.height, channels: 4 } as const;
      const thumbnail = await sharp(frameRgba(kernels, frame), { raw })
        .removeAlpha()
        .resize(tileWidth, tileHeight, { fit: 'cover' })
        .raw()
        .toBuffer();
      const left = (tile % columns) * tileWidth;
      const top = Math.floor(tile / columns) * tileHeight;
      for (let y = 0; y < tileHeight; y += 1) {
        thumbnail.copy(sheet, ((top + y) * width + left) * 3, y * tileWidth * 3, (y + 1) * tileWidth * 3);
      }
    }
    const data = await sharp(sheet, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: jpegQuality })
      .toBuffer();
    await writeFile(outPath, data);
    return { columns, tiles, tileWidth, tileHeight, intervalSec };
  } finally {
    video.close();
  }
}
