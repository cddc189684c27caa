import type { WideColour } from '../../colour-tags.ts';

/** Nominal peak brightness of graded HDR content and of HLG displays, in cd/m2. */
export const PEAK_NITS = 1000;
/** Brightness of BT.709 white, in cd/m2. It equals 1 in linear light. */
export const WHITE_NITS = 100;

/**
 * Converts a coded value (0-1) to linear display light by the standard of `curve`. The result is relative to BT.709
 * white (1). Values below 0 count as 0.
 */
export function lightOf(curve: WideColour['curve'], code: number): number {
  const value = Math.max(0, code);
  switch (curve) {
    case 'pq':
      return pqLight(value);
    case 'hlg':
      return (PEAK_NITS / WHITE_NITS) * hlgScene(value) ** 1.2;
    case 'sdr':
      return value ** 2.4;
  }
}

/**
 * Converts linear light to a coded value by BT.1886, the transfer curve of BT.709 displays. Light below 0 counts as 0.
 */
export function codeOf(light: number): number {
  return Math.max(0, light) ** (1 / 2.4);
}

// SMPTE ST 2084, equation 4.1.
function pqLight(code: number): number {
  const root = code ** (32 / 2523);
  const share = Math.max(0, root - 3424 / 4096) / (2413 / 128 - (2392 / 128) * root);
  return (10_000 / WHITE_NITS) * share ** (16384 / 2610);
}

// BT.2100, table 5: the inverse of the HLG curve. The display exponent of 1.2 applies to each component, as in the
// codec library.
function hlgScene(code: number): number {
  const a = 0.17883277;
  const b = 1 - 4 * a;
  const c = 0.5 - a * Math.log(4 * a);
  return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - c) / a) + b) / 12;
}

/**
 * Returns the tone mapping gain of a pixel whose brightest component is `most` (linear light, 0 or more). The gain is
 * f(x) / (x f(peak)), with Hable's curve f(x) = (x (0.15 x + 0.05) + 0.004) / (x (0.15 x + 0.5) + 0.06) - 0.02 / 0.3.
 */
export function toneGain(most: number): number {
  return slopeOf(most) / (slopeOf(PEAK_NITS / WHITE_NITS) * (PEAK_NITS / WHITE_NITS));
}

// f(x) / x over a common denominator, so that it is defined at 0 too.
function slopeOf(x: number): number {
  return (0.14 * x + 0.05 - 0.5 / 15) / (x * (0.15 * x + 0.5) + 0.06);
}

const curves = { pq: 'smpte2084', hlg: 'arib-std-b67', sdr: 'bt709' } as const;

const matrices: Record<string, string> = {
  bt709: '709',
  bt601: '170m',
  fcc: 'fcc',
  smpte240m: '240m',
  bt2020: '2020_ncl',
};

/**
 * Returns the filters that convert a frame to BT.709 limited range, for formats that `createWideColourConverter` does
 * not support. `made` is the planar pixel format of the result. At 1080p it takes 16 ms a frame; WebAssembly kernels
 * take 9 ms.
 *
 * The steps are: to linear light, conversion of the primaries to BT.709, tone mapping of high dynamic range, and the
 * transfer curve of BT.709 displays (BT.1886, exponent 1 / 2.4). Tone mapping applies Hable's curve f(x) = (x (0.15 x +
 * 0.05) + 0.004) / (x (0.15 x + 0.5) + 0.06) - 0.02 / 0.3, divided by its value at the peak, to the brightest of a
 * pixel's three components. The peak is always 1000 cd/m2. The peak that a file declares is ignored: it may change from
 * one frame to the next, and the pixels of a frame must not depend on where decoding started.
 */
export function toneMapping(
  wide: WideColour,
  matrix: string,
  range: 'full' | 'limited',
  made: string,
): [name: string, args: string][] {
  const { primaries } = wide;
  const source = `tin=${curves[wide.curve]}:pin=${primaries}:min=${matrices[matrix]}:rin=${range}:p=${primaries}`;
  const isHigh = wide.curve !== 'sdr';
  return [
    ['zscale', `${source}:t=linear:npl=${WHITE_NITS}`],
    ['format', made.startsWith('yuva') ? 'gbrapf32le' : 'gbrpf32le'],
    ['zscale', 'p=bt709'],
    ...(isHigh ? [['tonemap', `hable:desat=0:peak=${PEAK_NITS / WHITE_NITS}`] satisfies [string, string]] : []),
    ['zscale', 't=bt709:m=bt709:r=limited'],
    ['format', made],
  ];
}
