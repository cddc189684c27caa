import type { CubeTable, LutTable } from '../../graph/values.ts';

/** One colour operation that an SVG filter can apply to straight (not premultiplied) colours, each channel 0-1. */
export type ColourStep =
  /**
   * Maps each channel through its own curve, given as evenly spaced values over 0-1 with linear interpolation
   * (`feComponentTransfer`, type `table`).
   */
  | { readonly kind: 'curves'; readonly curves: readonly [Curve, Curve, Curve] }
  /**
   * Multiplies the colour by a matrix of three rows with weights of red, green, blue and a constant (`feColorMatrix`).
   * `linear`: the matrix applies to linear light instead of encoded values.
   */
  | { readonly kind: 'matrix'; readonly rows: readonly [Row, Row, Row]; readonly linear?: boolean };

type Curve = readonly number[];
type Row = readonly [r: number, g: number, b: number, constant: number];

/** Colour table approximated by steps that an SVG filter can apply. */
export interface ColourSteps {
  readonly steps: readonly ColourStep[];
  /** Weight of the result in its mix with the original colours, 0-1. Default 1. */
  readonly share?: number;
  /** Whether the steps reproduce the table to within `tolerance`. */
  readonly exact: boolean;
}

/** Maximum difference of a channel (0-1) between two colours that count as equal: 3 of 255. */
const tolerance = 0.012;
/** Maximum number of points of a table that are compared along each of its three axes. */
const samplesASide = 9;

/**
 * Approximates a colour table by steps of an SVG filter. Uses curves alone if they reproduce the table within
 * `tolerance`, which is the case when each output channel depends only on its own input channel. If not, uses one
 * matrix alone if it reproduces the table as closely. Otherwise uses the better of two approximations: the matrix, or
 * the curves of the grey axis followed by the best-fitting matrix. Takes about a millisecond for a table of 33 points
 * an axis.
 */
export function colourSteps(table: LutTable): ColourSteps {
  if ('curves' in table) {
    const [red, green, blue] = table.curves;
    return { steps: [{ kind: 'curves', curves: [[...red], [...green], [...blue]] }], exact: true };
  }
  const samples = sample(table);
  const curves = diagonal(table);
  const byCurves: ColourStep = { kind: 'curves', curves };
  if (worst(samples, [byCurves]) <= tolerance) return { steps: [byCurves], exact: true };
  const matrix = fittingMatrix(samples, (value) => value);
  if (worst(samples, [matrix]) <= tolerance) return { steps: [matrix], exact: true };
  const both = [byCurves, fittingMatrix(samples, (value, channel) => at(curves[channel] ?? [], value))];
  const [alone, together] = [worst(samples, [matrix]), worst(samples, both)];
  return alone < together ? { steps: [matrix], exact: false } : { steps: both, exact: together <= tolerance };
}

/** Colour before and after the table, each channel 0-1. */
interface Sample {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
}

function sample({ size, values }: CubeTable): Sample[] {
  const last = size - 1;
  const count = Math.min(samplesASide, size);
  const places = Array.from({ length: count }, (_, index) => Math.round((index * last) / (count - 1)));
  const valueAt = (index: number) => values[index] ?? 0;
  return places.flatMap((b) =>
    places.flatMap((g) =>
      places.map((r): Sample => {
        const start = ((b * size + g) * size + r) * 3;
        return {
          from: [r / last, g / last, b / last],
          to: [valueAt(start), valueAt(start + 1), valueAt(start + 2)],
        };
      }),
    ),
  );
}

/** Values of the table along its grey axis, as one curve for each channel. */
function diagonal({ size, values }: CubeTable): [Curve, Curve, Curve] {
  const curve = (channel: number) =>
    Array.from({ length: size }, (_, index) => values[((index * size + index) * size + index) * 3 + channel] ?? 0);
  return [curve(0), curve(1), curve(2)];
}

function fittingMatrix(samples: readonly Sample[], before: (value: number, channel: number) => number): ColourStep {
  const inputs = samples.map(({ from: [r, g, b] }) => [before(r, 0), before(g, 1), before(b, 2), 1]);
  const row = (channel: 0 | 1 | 2): Row => {
    // Values at the limits of the range are clipped, so that those samples carry no information about the slope.
    const open = samples.flatMap(({ to }, index) => (to[channel] > 1e-4 && to[channel] < 1 - 1e-4 ? [index] : []));
    const used = open.length > 24 ? open : [...samples.keys()];
    const [r = 0, g = 0, b = 0, constant = 0] = solveLeastSquares(
      used.map((index) => inputs[index] ?? []),
      used.map((index) => samples[index]?.to[channel] ?? 0),
    );
    return [r, g, b, constant];
  };
  return { kind: 'matrix', rows: [row(0), row(1), row(2)] };
}

function worst(samples: readonly Sample[], steps: readonly ColourStep[]): number {
  let most = 0;
  for (const { from, to } of samples) {
    const made = applySteps(steps, from);
    for (const [channel, value] of made.entries()) most = Math.max(most, Math.abs(value - (to[channel] ?? 0)));
  }
  return most;
}

/** Applies steps to a colour as the SVG filter would. Ignores the `linear` flag. */
function applySteps(steps: readonly ColourStep[], from: readonly number[]): number[] {
  return steps.reduce<number[]>(
    (colour, step) =>
      step.kind === 'curves'
        ? colour.map((value, channel) => at(step.curves[channel] ?? [], value))
        : step.rows.map(([r, g, b, constant]) =>
            clamp(r * (colour[0] ?? 0) + g * (colour[1] ?? 0) + b * (colour[2] ?? 0) + constant),
          ),
    [...from],
  );
}

function at(curve: Curve, value: number): number {
  const place = clamp(value) * (curve.length - 1);
  const index = Math.min(curve.length - 2, Math.floor(place));
  const low = curve[index] ?? 0;
  return low + ((curve[index + 1] ?? low) - low) * (place - index);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * Computes the weights with which the columns of `inputs` best approximate `outputs` (least squares, by the normal
 * equations and Gaussian elimination). A column that depends linearly on the others gets weight 0.
 */
function solveLeastSquares(inputs: readonly (readonly number[])[], outputs: readonly number[]): number[] {
  const count = inputs[0]?.length ?? 0;
  const rows = Array.from({ length: count }, (_, i) => {
    const products = Array.from({ length: count }, (_, j) =>
      inputs.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    );
    return [...products, inputs.reduce((sum, row, index) => sum + (row[i] ?? 0) * (outputs[index] ?? 0), 0)];
  });
  for (let column = 0; column < count; column++) {
    const pivot = largestRow(rows, column);
    const chosen = rows[pivot];
    const other = rows[column];
    if (!chosen || !other || Math.abs(chosen[column] ?? 0) < 1e-9) continue;
    rows[pivot] = other;
    rows[column] = chosen;
    for (const [index, row] of rows.entries()) {
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1);
      if (index === column || factor === 0) continue;
      rows[index] = row.map((value, place) => value - factor * (chosen[place] ?? 0));
    }
  }
  return rows.map((row, index) => {
    const divisor = row[index] ?? 0;
    return Math.abs(divisor) < 1e-9 ? 0 : (row[count] ?? 0) / divisor;
  });
}

function largestRow(rows: readonly (readonly number[])[], column: number): number {
  let best = column;
  for (let index = column; index < rows.length; index++) {
    if (Math.abs(rows[index]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = index;
  }
  return best;
}
