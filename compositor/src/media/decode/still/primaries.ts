/** Chromaticities of red, green, blue and white. */
export interface Primaries {
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  readonly white: Chromaticity;
}

/** Chromaticity of a colour in CIE 1931 xy coordinates. */
export type Chromaticity = readonly [x: number, y: number];

type Matrix = readonly [Row, Row, Row];
type Row = readonly [number, number, number];

const d65: Chromaticity = [0.3127, 0.329];

/** Primaries and white point of BT.709 and sRGB. */
export const bt709Primaries: Primaries = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65 };

/** Primaries and white point of BT.2020. */
export const bt2020Primaries: Primaries = {
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
  white: d65,
};

/** Primaries by their number in H.273, table 2. Numbers for BT.709 and unsupported numbers are absent. */
export const primariesByNumber: Readonly<Record<number, Primaries>> = {
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: [0.31, 0.316] },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65 },
  6: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  7: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  9: bt2020Primaries,
  11: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] },
  12: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: d65 },
};

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * Computes the row-major 3x3 matrix from linear light in `primaries` to linear light in `target`. White is mapped to
 * white, by Bradford adaptation. Returns null for invalid primaries, whose chromaticities lie on a line.
 */
export function lightBetween(primaries: Primaries, target: Primaries): readonly number[] | null {
  const toXyz = xyzOf(primaries);
  const ofTarget = xyzOf(target);
  const fromXyz = ofTarget && inverse(ofTarget);
  const toCones = inverse(bradford);
  if (!toXyz || !fromXyz || !toCones) return null;
  const from = times(bradford, whiteOf(primaries.white));
  const to = times(bradford, whiteOf(target.white));
  const gains: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  const adapt = product(toCones, product(gains, bradford));
  return product(fromXyz, product(adapt, toXyz)).flat();
}

function xyzOf({ red, green, blue, white }: Primaries): Matrix | null {
  const columns = [red, green, blue].map(whiteOf);
  const [r, g, b] = columns;
  if (!r || !g || !b) return null;
  const plain: Matrix = [
    [r[0], g[0], b[0]],
    [r[1], g[1], b[1]],
    [r[2], g[2], b[2]],
  ];
  const solved = inverse(plain);
  if (!solved) return null;
  const share = times(solved, whiteOf(white));
  const row = (k: 0 | 1 | 2): Row => [plain[k][0] * share[0], plain[k][1] * share[1], plain[k][2] * share[2]];
  return [row(0), row(1), row(2)];
}

// XYZ of a chromaticity at luminance 1.
function whiteOf([x, y]: Chromaticity): Row {
  return [x / y, 1, (1 - x - y) / y];
}

function times(m: Matrix, v: Row): Row {
  const row = (k: 0 | 1 | 2) => m[k][0] * v[0] + m[k][1] * v[1] + m[k][2] * v[2];
  return [row(0), row(1), row(2)];
}

function product(a: Matrix, b: Matrix): Matrix {
  const column = (k: 0 | 1 | 2) => times(a, [b[0][k], b[1][k], b[2][k]]);
  const [p, q, r] = [column(0), column(1), column(2)];
  return [
    [p[0], q[0], r[0]],
    [p[1], q[1], r[1]],
    [p[2], q[2], r[2]],
  ];
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-6)) return null;
  const over = (value: number) => value / determinant;
  return [
    [over(e * i - f * h), over(c * h - b * i), over(b * f - c * e)],
    [over(f * g - d * i), over(a * i - c * g), over(c * d - a * f)],
    [over(d * h - e * g), over(b * g - a * h), over(a * e - b * d)],
  ];
}
