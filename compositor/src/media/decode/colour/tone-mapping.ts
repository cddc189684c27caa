import type { WideColour } from '../../colour-tags.ts';
import { PEAK_NITS, WHITE_NITS } from './light-curves.ts';

const curves = { pq: 'smpte2084', hlg: 'arib-std-b67', sdr: 'bt709' } as const;

const matrices: Record<string, string> = {
  bt709: '709',
  bt601: '170m',
  fcc: 'fcc',
  smpte240m: '240m',
  bt2020: '2020_ncl',
};

/**
 * Returns the filters that bring a frame to BT.709 limited, for formats that `createWideColourConverter` does not
 * support. `made` names the planar pixel format of the result. A frame of 1920x1080 takes 16 ms; the kernels take 9.
 *
 * The steps are linear light, conversion of the primaries to BT.709, tone mapping of high dynamic range, and the curve
 * of BT.709 displays (BT.1886, exponent 1 / 2.4). Tone mapping uses Hable's curve f(x) = (x (0.15 x + 0.05) + 0.004) /
 * (x (0.15 x + 0.5) + 0.06) - 0.02 / 0.3 over its value at the peak, by the brightest of a pixel's three components.
 * The peak is 1000 cd/m2 whatever the file claims: the claim may change from one frame to the next, and a frame must
 * not depend on the seek that led to it.
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
