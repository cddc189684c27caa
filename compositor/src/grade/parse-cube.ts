import { FramemillError } from '@framemill/timeline/rendering';
import type { CubeTable, LutTable } from '../graph/values.ts';
import { colourTable, type Rgb } from './colour-table.ts';
import { curveTable, sampleTable } from './sample-table.ts';

/** Content of a .cube file. */
interface Cube {
  readonly dimensions: 1 | 3;
  readonly size: number;
  readonly low: Rgb;
  readonly high: Rgb;
  readonly values: Float32Array;
}

const sizes = { 1: { least: 2, most: 65_536 }, 3: { least: 2, most: 65 } } as const;

/**
 * Parses a .cube file (Adobe Cube LUT Specification 1.0, and the input ranges of DaVinci Resolve). The file contains
 * one table: 3D of 2-65 points in each dimension, or 1D of 2-65,536 points. `id` identifies the contents of the file
 * (its hash). A 1D table is resampled to curves. A 3D table is resampled to a cube of 65 points over 0-1 if its domain
 * is not 0-1 or it has values outside 0-1. Resampled values are clamped to 0-1 after interpolation. Throws
 * `invalid_request` with the number of the invalid line.
 */
export function parseCube(text: string, id: string): LutTable {
  const cube = cubeOf(text);
  const { dimensions, size, low, high, values } = cube;
  const plain = low.every((value) => value === 0) && high.every((value) => value === 1);
  if (dimensions === 3 && plain && values.every((value) => value === clamp(value)))
    return { id: `cube ${id}`, size, values };
  const table: CubeTable = { id, size, values };
  const sample: (rgb: Rgb, out: Rgb) => void =
    dimensions === 3
      ? ([r, g, b], out) => sampleTable(table, r, g, b, out)
      : (rgb, out) => {
          for (let channel = 0; channel < 3; channel++) out[channel] = sampleLine(cube, channel, rgb[channel] ?? 0);
        };
  const out: Rgb = [0, 0, 0];
  const colourOf = (rgb: Rgb) => {
    for (let channel = 0; channel < 3; channel++) {
      const from = low[channel] ?? 0;
      rgb[channel] = clamp(((rgb[channel] ?? 0) - from) / ((high[channel] ?? 1) - from));
    }
    sample(rgb, out);
    for (let channel = 0; channel < 3; channel++) rgb[channel] = out[channel] ?? 0;
  };
  return dimensions === 1 ? curveTable(`cube ${id}`, colourOf) : colourTable(`cube ${id}`, 65, colourOf);
}

function cubeOf(text: string): Cube {
  let dimensions: 1 | 3 | null = null;
  let size = 0;
  let values = new Float32Array();
  let filled = 0;
  const low: Rgb = [0, 0, 0];
  const high: Rgb = [1, 1, 1];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const at = index + 1;
    const [word = '', ...rest] = line.split(/\s+/);
    if (/^[-+.\d]/.test(word)) {
      if (dimensions === null) throw wrong(at, 'it has values before LUT_3D_SIZE or LUT_1D_SIZE', 'Put the size first');
      if (filled === values.length) {
        throw wrong(
          at,
          `it has more than the ${values.length / 3} rows that its size requires`,
          'Export the file again',
        );
      }
      values.set(numbers(line, at), filled);
      filled += 3;
    } else if (word === 'LUT_3D_SIZE' || word === 'LUT_1D_SIZE') {
      if (dimensions !== null) throw wrong(at, 'it declares a second size', 'Export one table, 1D or 3D');
      dimensions = word === 'LUT_3D_SIZE' ? 3 : 1;
      size = sizeOf(dimensions, rest[0] ?? '', at);
      values = new Float32Array((dimensions === 3 ? size ** 3 : size) * 3);
    } else if (word === 'DOMAIN_MIN') {
      setAll(low, numbers(rest.join(' '), at));
    } else if (word === 'DOMAIN_MAX') {
      setAll(high, numbers(rest.join(' '), at));
    } else if (word === 'LUT_3D_INPUT_RANGE' || word === 'LUT_1D_INPUT_RANGE') {
      const [from = Number.NaN, to = Number.NaN] = rest.map(Number);
      if (!Number.isFinite(from) || !Number.isFinite(to))
        throw wrong(at, `"${shown(line)}" is not a valid range`, 'Write two numbers');
      low.fill(from);
      high.fill(to);
    } else if (word !== 'TITLE') {
      throw wrong(at, `"${shown(word)}" is not a keyword of .cube files`, 'Upload a .cube file (Adobe or Resolve)');
    }
  }
  if (dimensions === null) throw wrong(lines.length, 'it has no LUT_3D_SIZE and no LUT_1D_SIZE', 'Upload a .cube file');
  if (filled < values.length) {
    throw wrong(lines.length, `it ends after ${filled / 3} of ${values.length / 3} rows`, 'Export the file again');
  }
  if (low.some((value, channel) => !(value < (high[channel] ?? 0)))) {
    throw wrong(
      1,
      `its domain is empty (${low.join(' ')} to ${high.join(' ')})`,
      'Make DOMAIN_MIN less than DOMAIN_MAX',
    );
  }
  return { dimensions, size, low, high, values };
}

function sizeOf(dimensions: 1 | 3, word: string, line: number): number {
  const size = Number(word);
  const { least, most } = sizes[dimensions];
  if (Number.isInteger(size) && size >= least && size <= most) return size;
  throw wrong(
    line,
    `the size of a ${dimensions}D table must be ${least} to ${most} (got "${shown(word)}")`,
    'Export a smaller table',
  );
}

function numbers(text: string, line: number): [number, number, number] {
  const words = text.trim().split(/\s+/);
  const [r = Number.NaN, g = Number.NaN, b = Number.NaN] = words.map(Number);
  if (words.length === 3 && Number.isFinite(r) && Number.isFinite(g) && Number.isFinite(b)) return [r, g, b];
  throw wrong(line, `"${shown(text)}" is not three numbers`, 'Export the file again');
}

function setAll(target: Rgb, values: Rgb): void {
  for (let channel = 0; channel < 3; channel++) target[channel] = values[channel] ?? 0;
}

/** Interpolates a 1D table linearly at `position` (0-1). */
function sampleLine({ size, values }: Cube, channel: number, position: number): number {
  const place = position * (size - 1);
  const index = Math.min(size - 2, Math.floor(place));
  const before = values[index * 3 + channel] ?? 0;
  return before + ((values[index * 3 + 3 + channel] ?? 0) - before) * (place - index);
}

function wrong(line: number, fault: string, remedy: string): FramemillError {
  return new FramemillError('invalid_request', `The .cube file has an error in line ${line}: ${fault}. ${remedy}.`, {
    line,
  });
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
