// Where a picture is the same all around: nothing has to be interpolated there.
import { TILE_SHIFT } from './shared/pixel.as';

const COLOUR: u32 = 0xffffff, ALONE: u32 = 0x1000000;
const AMONG_EQUALS: u8 = 2;

// @ts-ignore: decorator
@inline
function pixelOf(address: usize, size: i32): u32 {
  return size == 2 ? <u32>load<u16>(address) : load<u32>(address);
}

/**
 * Finds the uniform areas of an image of w x h pixels of `size` (2 or 4) bytes. Writes four bytes for each tile of 8 x
 * 8 pixels. If the tile and all tiles around it have one pixel value, these are the first three bytes of the value and
 * a byte that is not 0; otherwise all four are 0.
 */
export function flatTiles(
  tiles: usize, tileStride: i32, src: usize, srcStride: i32, size: i32, w: i32, h: i32,
): void {
  const side = 1 << TILE_SHIFT;
  const columns = (w + side - 1) >> TILE_SHIFT, rows = (h + side - 1) >> TILE_SHIFT;
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      const corner = src + (ty << TILE_SHIFT) * srcStride + (tx << TILE_SHIFT) * size;
      const wide = min(side, w - (tx << TILE_SHIFT)), high = min(side, h - (ty << TILE_SHIFT));
      const value = isOneValue(corner, srcStride, size, wide, high) ? pixelOf(corner, size) | ALONE : 0;
      store<u32>(tiles + ty * tileStride + 4 * tx, value);
    }
  }
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      const tile = tiles + ty * tileStride + 4 * tx;
      if (load<u32>(tile) != 0 && hasEqualsAround(tiles, tileStride, tx, ty, columns, rows))
        store<u8>(tile, load<u8>(tile, 3) | AMONG_EQUALS, 3);
    }
  }
  for (let ty = 0; ty < rows; ty++) {
    for (let tx = 0; tx < columns; tx++) {
      const tile = tiles + ty * tileStride + 4 * tx;
      if ((load<u8>(tile, 3) & AMONG_EQUALS) == 0) store<u32>(tile, 0);
    }
  }
}

function isOneValue(corner: usize, srcStride: i32, size: i32, wide: i32, high: i32): bool {
  const value = pixelOf(corner, size);
  for (let y = 0; y < high; y++) {
    const row = corner + y * srcStride;
    for (let x = 0; x < wide; x++) if (pixelOf(row + x * size, size) != value) return false;
  }
  return true;
}

function hasEqualsAround(tiles: usize, tileStride: i32, tx: i32, ty: i32, columns: i32, rows: i32): bool {
  const value = load<u32>(tiles + ty * tileStride + 4 * tx) & COLOUR;
  for (let y = max(0, ty - 1); y <= min(rows - 1, ty + 1); y++) {
    for (let x = max(0, tx - 1); x <= min(columns - 1, tx + 1); x++) {
      const other = load<u32>(tiles + y * tileStride + 4 * x);
      if (other == 0 || (other & COLOUR) != value) return false;
    }
  }
  return true;
}
