import { chromaAt, type WideImage } from './wide-colour.ts';

/** Luma weights of red and blue. */
type Shares = readonly [red: number, blue: number];

const bt709: Shares = [0.2126, 0.0722];

/** Reference implementation of `recodePlanes` on 8-bit samples, in floating point, through red, green and blue. */
export function recodePlanes(picture: WideImage, shares: Shares, range: 'full' | 'limited') {
  const { width, height, luma, u, v } = picture;
  const [black, swingY, swingC] = range === 'full' ? [0, 255, 255] : [16, 219, 224];
  const recoded = (y: number, blue: number, red: number) =>
    coded(decoded([(y - black) / swingY, (blue - 128) / swingC, (red - 128) / swingC], shares));
  const rounded = (level: number) => Math.min(255, Math.max(0, Math.round(level)));
  const lumaAt = (index: number) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return recoded(luma[index] ?? 0, chromaAt(picture, u, x, y), chromaAt(picture, v, x, y))[0];
  };
  return {
    luma: Uint8Array.from({ length: width * height }, (_, index) => rounded(lumaAt(index))),
    u: Uint8Array.from(u, (blue, index) => rounded(recoded(black, blue, v[index] ?? 0)[1])),
    v: Uint8Array.from(v, (red, index) => rounded(recoded(black, u[index] ?? 0, red)[2])),
  };
}

function decoded([y, u, v]: readonly [number, number, number], [kr, kb]: Shares): readonly [number, number, number] {
  const red = y + 2 * (1 - kr) * v;
  const blue = y + 2 * (1 - kb) * u;
  return [red, (y - kr * red - kb * blue) / (1 - kr - kb), blue];
}

function coded([red, green, blue]: readonly [number, number, number]): readonly [number, number, number] {
  const [kr, kb] = bt709;
  const y = kr * red + (1 - kr - kb) * green + kb * blue;
  return [16 + 219 * y, 128 + (224 * (blue - y)) / (2 * (1 - kb)), 128 + (224 * (red - y)) / (2 * (1 - kr))];
}
