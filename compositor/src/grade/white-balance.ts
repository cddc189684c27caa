/** 3 x 3 matrix, row by row, that is applied to linear RGB light. */
export type LightMatrix = readonly [number, number, number, number, number, number, number, number, number];

const d65Mired = 1e6 / 6504;
// Mired shift at full temperature. The whole range stays inside the 4,000-25,000 K for which the daylight formula is
// defined.
const miredAtFull = 90;
// Factor on the shift, because that range alone is weaker than users expect at the end of a slider.
const shiftAtFull = 1.4;
const tintAtFull = 0.03;

/**
 * Computes white balance as a chromatic adaptation of linear sRGB light. `temperature`, from -1 (blue) to 1 (amber),
 * moves the white point from 6,504 K along the daylight locus, by up to 1.4 times the distance (in CIE 1960 uv) to
 * 15,700 K or 4,100 K. `tint`, from -1 (green) to 1 (magenta), moves it across the locus by up to 0.03. Neutral grey
 * keeps its luminance. Daylight: CIE 15:2004, 3.1; adaptation: Bradford (Lam 1985), as in ICC.1:2022 annex E.
 */
export function whiteBalance(temperature: number, tint: number): LightMatrix {
  const from = daylight(d65Mired);
  const to = whiteAt(temperature, tint);
  const source = cones(xyzOf(from));
  const target = cones(xyzOf(to));
  const gains = target.map((cone, index) => cone / (source[index] ?? 1));
  const scaled = bradford.map((value, index) => value * (gains[Math.floor(index / 3)] ?? 1));
  return multiply(multiply(xyzToRgb, multiply(bradfordInverse, scaled)), rgbToXyz);
}

interface Chromaticity {
  x: number;
  y: number;
}

function daylight(mired: number): Chromaticity {
  const t = 1e6 / mired;
  const x =
    t <= 7000
      ? -4.607e9 / t ** 3 + 2.9678e6 / t ** 2 + 0.09911e3 / t + 0.244063
      : -2.0064e9 / t ** 3 + 1.9018e6 / t ** 2 + 0.24748e3 / t + 0.23704;
  return { x, y: -3 * x * x + 2.87 * x - 0.275 };
}

/** Computes the white point of a `temperature` and `tint`. */
function whiteAt(temperature: number, tint: number): Chromaticity {
  const [u0, v0] = uvOf(daylight(d65Mired));
  const mired = d65Mired + temperature * miredAtFull;
  const [u, v] = uvOf(daylight(mired));
  const [warmerU, warmerV] = uvOf(daylight(mired + 1));
  const length = Math.hypot(warmerU - u, warmerV - v);
  const across = (tint * tintAtFull) / length;
  return fromUv(
    u0 + shiftAtFull * (u - u0) + across * (warmerV - v),
    v0 + shiftAtFull * (v - v0) - across * (warmerU - u),
  );
}

function fromUv(u: number, v: number): Chromaticity {
  const scale = 2 * u - 8 * v + 4;
  return { x: (3 * u) / scale, y: (2 * v) / scale };
}

function uvOf({ x, y }: Chromaticity): [number, number] {
  const scale = -2 * x + 12 * y + 3;
  return [(4 * x) / scale, (6 * y) / scale];
}

function xyzOf({ x, y }: Chromaticity): [number, number, number] {
  return [x / y, 1, (1 - x - y) / y];
}

function cones([x, y, z]: [number, number, number]): number[] {
  return [0, 3, 6].map((row) => (bradford[row] ?? 0) * x + (bradford[row + 1] ?? 0) * y + (bradford[row + 2] ?? 0) * z);
}

function multiply(a: readonly number[], b: readonly number[]): LightMatrix {
  const at = (row: number, column: number) =>
    (a[row * 3] ?? 0) * (b[column] ?? 0) +
    (a[row * 3 + 1] ?? 0) * (b[column + 3] ?? 0) +
    (a[row * 3 + 2] ?? 0) * (b[column + 6] ?? 0);
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)];
}

const bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];
const bradfordInverse = [
  0.9869929, -0.1470543, 0.1599627, 0.4323053, 0.5183603, 0.0492912, -0.0085287, 0.0400428, 0.9684867,
];
const rgbToXyz = [0.4123908, 0.3575843, 0.1804808, 0.212639, 0.7151687, 0.0721923, 0.0193308, 0.1191948, 0.9505322];
const xyzToRgb = [3.2409699, -1.5373832, -0.4986108, -0.9692436, 1.8759675, 0.0415551, 0.0556301, -0.203977, 1.0569715];
