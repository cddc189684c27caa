/** Colour matrix and range with which the samples of a frame encode red, green and blue. */
export interface ColourCoding {
  /** Name of the colour matrix, see `matrixOf`. */
  readonly matrix: string;
  readonly range: 'full' | 'limited';
}

/**
 * Whether an untagged frame of this size counts as BT.709: at least 1280 pixels on the longer side, or 720 on the
 * shorter one.
 */
export function isHighDefinition(width: number, height: number): boolean {
  return Math.max(width, height) >= 1280 || Math.min(width, height) >= 720;
}

const bt709: ColourCoding = { matrix: 'bt709', range: 'limited' };

/**
 * Computes the weights of the kernel `recodePlanes` for a conversion between two codings. The kernel's source documents
 * their layout.
 */
export function recodeWeights(from: ColourCoding, to: ColourCoding = bt709): Int32Array {
  const { luma, blue, red } = recodeMatrix(from, to);
  const pair = (low: number, high: number) => (fixed(low) & 0xffff) | (fixed(high) << 16);
  const aboutGrey = ({ u, v }: { u: number; v: number }, constant: number) => [
    fixed(constant - 128 * (u + v)),
    pair(u, v),
  ];
  // The kernel truncates sums instead of rounding, so half a unit is added here.
  return Int32Array.of(
    pair(luma.y, 1 / 512),
    ...aboutGrey(luma, 0.5 / 64),
    ...aboutGrey(blue, 128.5),
    ...aboutGrey(red, 128.5),
    fixed(swingsOf(to).black + 0.5 - luma.y * swingsOf(from).black),
  );
}

/**
 * Weights that convert luma (above black) and chroma (around grey) to another coding. Blue and red difference do not
 * depend on luma, because grey has no chroma in any matrix.
 */
interface RecodeMatrix {
  readonly luma: { readonly y: number; readonly u: number; readonly v: number };
  readonly blue: { readonly u: number; readonly v: number };
  readonly red: { readonly u: number; readonly v: number };
}

/**
 * Returns the sample levels of a coding: the distance from black to white (`luma`), the distance between the chroma
 * extremes (`chroma`), and the level of black.
 */
function swingsOf({ range }: ColourCoding): { luma: number; chroma: number; black: number } {
  return range === 'full' ? { luma: 255, chroma: 255, black: 0 } : { luma: 219, chroma: 224, black: 16 };
}

/**
 * Computes the matrix that converts luma and chroma of one coding to RGB and then to luma and chroma of another coding.
 */
function recodeMatrix(given: ColourCoding, wanted: ColourCoding): RecodeMatrix {
  const [from, to] = [lumaSharesOf(given.matrix), lumaSharesOf(wanted.matrix)];
  const [before, after] = [swingsOf(given), swingsOf(wanted)];
  const chromaScale = after.chroma / before.chroma;
  // Red, green and blue of one unit of each colour difference.
  const ofU = [0, (-2 * (1 - from.blue) * from.blue) / from.green, 2 * (1 - from.blue)] as const;
  const ofV = [2 * (1 - from.red), (-2 * (1 - from.red) * from.red) / from.green, 0] as const;
  const lumaOf = ([red, green, blue]: typeof ofU | typeof ofV) => to.red * red + to.green * green + to.blue * blue;
  const [u, v] = [lumaOf(ofU), lumaOf(ofV)];
  const perLuma = after.luma / before.chroma;
  const blueOf = (blue: number, luma: number) => ((blue - luma) / (2 * (1 - to.blue))) * chromaScale;
  const redOf = (red: number, luma: number) => ((red - luma) / (2 * (1 - to.red))) * chromaScale;
  return {
    luma: { y: after.luma / before.luma, u: u * perLuma, v: v * perLuma },
    blue: { u: blueOf(ofU[2], u), v: blueOf(ofV[2], v) },
    red: { u: redOf(ofU[0], u), v: redOf(ofV[0], v) },
  };
}

function fixed(weight: number): number {
  return Math.round(weight * 16384);
}

/** Weights of red, green and blue in luma. Their sum is 1. */
export interface LumaShares {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * Returns the luma weights of a colour matrix, by its name (see `matrixOf`). Source: ITU-T H.273, table 4. Unknown
 * names count as BT.2020.
 */
export function lumaSharesOf(matrix: string): LumaShares {
  const [red, blue] = shares[matrix] ?? bt2020;
  return { red, green: 1 - red - blue, blue };
}

const bt2020 = [0.2627, 0.0593] as const;

const shares: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  bt601: [0.299, 0.114],
  fcc: [0.3, 0.11],
  smpte240m: [0.212, 0.087],
  bt2020,
};
