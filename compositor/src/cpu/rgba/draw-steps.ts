import { contains, isEmpty, type Rect } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { type Step, spreadArea } from '../../graph/plan.ts';
import { type BlurHalo, blurHalo } from '../../graph/primitives/blur.ts';
import { looksAtCorners } from '../../graph/primitives/colour.ts';
import { givenInput } from '../../graph/primitives/generators.ts';
import { sampledRect } from '../../graph/sampled-rect.ts';
import type { DrawScope, Source } from './draw-scope.ts';
import { isHalved, openGaussian } from './gaussian.ts';
import { drawNode } from './primitives/index.ts';
import {
  copyRgba,
  createRgba,
  type GivenSurface,
  isRowSource,
  type RgbaSurface,
  type RowSource,
  releaseRgba,
  viewOfRgba,
} from './rgba-surface.ts';

/**
 * Draws the steps of an effect graph in order, each in the area that is needed, and returns the rectangle `wanted` of
 * the root step. The caller must release the result.
 */
export function drawSteps(steps: readonly Step[], root: Step, wanted: Rect, scope: DrawScope): RgbaSurface {
  const { kernels } = scope;
  const drawn = new Map<Step, RgbaSurface>();
  const empty = createRgba(kernels.heap, { x: 0, y: 0, width: 0, height: 0 });

  function sourceOf(step: Step): Source {
    const surface = drawn.get(step) ?? empty;
    return {
      surface,
      own(area) {
        const movable = step.uses === 1 && !isOthers(step, scope) && surface !== empty && contains(surface, area);
        if (!movable) return copyRgba(kernels, surface, area);
        drawn.delete(step);
        return viewOfRgba(surface, area);
      },
    };
  }

  function finish(step: Step): void {
    step.uses -= 1;
    const surface = drawn.get(step);
    if (step.uses > 0 || !surface) return;
    drawn.delete(step);
    if (!isOthers(step, scope)) releaseRgba(kernels.heap, surface);
  }

  try {
    for (const step of steps) {
      if (isEmpty(step.area)) continue;
      drawn.set(step, drawNode(step.node, step.area, step.inputs.map(sourceOf), scope));
      for (const input of step.inputs) finish(input);
    }
    const result = sourceOf(root).own(wanted);
    finish(root);
    return result;
  } finally {
    for (const [step, surface] of drawn) {
      if (!isOthers(step, scope)) releaseRgba(kernels.heap, surface);
    }
    releaseRgba(kernels.heap, empty);
  }
}

/**
 * Whether the pixels of a step are owned by the caller of the graph and must be neither written nor released. Rows that
 * were produced on demand are owned by this module.
 */
function isOthers({ node }: Step, { inputs }: DrawScope): boolean {
  return node.kind === 'input' && !isRowSource(givenInput(inputs, node.name));
}

/** Planned effect graph whose result is drawn a few rows at a time. */
interface OpenRows {
  /** Draws exactly `rect`, which must be inside the area of the graph's root. The caller must release the result. */
  rows(rect: Rect): RgbaSurface;
  close(): void;
}

/** Prepared input of other steps, which is drawn by rows or as a whole. */
interface Prepared {
  readonly surface: GivenSurface;
  close(): void;
}

/**
 * Whether drawing an effect graph by rows (`openRows`) is faster than drawing it as a whole. Its root must work pixel
 * by pixel or be a blur that is computed on a reduced image. Only inputs may be read by more than one step; other steps
 * would be drawn twice.
 */
export function isDrawnByRows(steps: readonly Step[], root: Step): boolean {
  return (isPixelwise(root.node) || halvedBlur(root.node) !== null) && steps.every(isReadOnce);
}

function isReadOnce({ node, uses }: Step): boolean {
  return uses <= 1 || node.kind === 'input';
}

/**
 * Prepares an effect graph for drawing by rows. It must satisfy `isDrawnByRows`, and its areas must be computed. Steps
 * that work pixel by pixel are drawn only for the requested rows. Steps that read neighbouring pixels are drawn in
 * advance: a blur on a reduced image up to its last enlargement (with its input drawn by rows), all others as a whole.
 */
export function openRows(root: Step, scope: DrawScope): OpenRows {
  const steps: Step[] = [];
  const prepared: Prepared[] = [];
  const inputs = new Map(scope.inputs);

  function prepare(step: Step): Step {
    const name = `prepared ${prepared.length}`;
    const made = prepareStep(step, scope);
    prepared.push(made);
    inputs.set(name, made.surface);
    const { extent } = step;
    const rules = { inputs: [], extent: () => extent, needs: () => [], opaque: () => false };
    return { ...step, node: { kind: 'input', name }, rules, inputs: [] };
  }

  function visit(step: Step): Step {
    const isReady = step.node.kind === 'input' || isEmpty(step.area);
    const copy = isReady || isPixelwise(step.node) ? { ...step, inputs: step.inputs.map(visit) } : prepare(step);
    steps.push(copy);
    return copy;
  }

  const close = () => {
    for (const { close: end } of prepared) end();
  };
  try {
    const top = visit(root);
    const rowScope = { ...scope, inputs };
    return {
      rows(rect) {
        for (const step of steps) {
          step.area = { x: 0, y: 0, width: 0, height: 0 };
          step.uses = 0;
        }
        top.uses = 1;
        spreadArea(steps, top, rect, rowScope);
        return drawSteps(steps, top, rect, rowScope);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Whether each pixel of the result depends only on the same pixel of the inputs. */
function isPixelwise(node: GraphNode): boolean {
  switch (node.kind) {
    case 'lut':
    case 'sum':
    case 'composite':
    case 'solid':
      return true;
    case 'key':
      return !looksAtCorners(node.key);
    default:
      return false;
  }
}

function prepareStep(step: Step, scope: DrawScope): Prepared {
  const { kernels } = scope;
  const blurred = prepareBlur(step, scope);
  if (blurred) return blurred;
  const surface = drawSteps(below(step), step, step.area, scope);
  return { surface, close: () => releaseRgba(kernels.heap, surface) };
}

interface HalvedBlur {
  readonly sigmaX: number;
  readonly sigmaY: number;
  readonly clamp: boolean;
  readonly halo: BlurHalo;
}

/** Returns the parameters of a blur that is computed on a reduced image; null for other nodes. */
function halvedBlur(node: GraphNode): HalvedBlur | null {
  if (node.kind !== 'blur' || node.shape.type !== 'gaussian') return null;
  const [sigmaX, sigmaY] = [Math.max(0, node.shape.sigmaX), Math.max(0, node.shape.sigmaY)];
  if (!isHalved(sigmaX, sigmaY)) return null;
  return { sigmaX, sigmaY, clamp: node.edge === 'clamp', halo: blurHalo(node.shape) };
}

function prepareBlur({ node, area, inputs }: Step, scope: DrawScope): Prepared | null {
  const [input] = inputs;
  const blur = halvedBlur(node);
  if (!blur || !input || isEmpty(input.area)) return null;
  const { kernels } = scope;
  const { sigmaX, sigmaY, clamp, halo } = blur;
  // The repeated edge is the box's edge, wherever the input ends.
  const rect = clamp ? sampledRect('clamp', halo.needs(area), scope) : input.area;
  const source = openRows(input, scope);
  try {
    const rows: RowSource = { ...rect, rows: source.rows };
    const blurred = openGaussian(kernels, rows, area, sigmaX, sigmaY, clamp);
    return { surface: { ...area, rows: blurred.rows }, close: blurred.close };
  } finally {
    source.close();
  }
}

/** Returns a step and all steps on which it depends, in drawing order. */
function below(step: Step): Step[] {
  return [...new Set([...step.inputs.flatMap(below), step])];
}
