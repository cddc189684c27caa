import { area, boundsOf, contains, overlap, type Rect, union } from '../graph/box.ts';
import { coversOutput, type EffectStack, type GraphInput, type Layer } from '../graph/drawable.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { layerGeometry } from '../graph/layer-geometry.ts';
import { compose, invert, type Matrix, translation } from '../graph/matrix.ts';
import { noRadius, type Size } from '../graph/placement.ts';
import { graphExtent, isOpaqueNode, planGraph } from '../graph/plan.ts';

/** Effect stack of a clip, and the placement of its result. */
export interface StackUse {
  readonly slot: string;
  readonly graph: GraphNode;
  readonly inputs: ReadonlyMap<string, GraphInput>;
  /** Size of the processed box, even. */
  readonly size: Size;
  /** Map from pixels of the box to output pixels. */
  readonly toOutput: Matrix;
  /** Opacity, 0-1 in steps of 1/256. */
  readonly opacity: number;
}

// Pinned corners may extend far beyond a box. A layer with more than this many times the pixels of its box and the
// output together is drawn only where it is visible.
const mostTimes = 2;
// Maximum distance from the output's edge of pixels that are sampled for it, chroma pairs included. In pixels of the
// box or the output, whichever are larger.
const sampled = 4;

/**
 * Places an effect stack as a layer: determines the drawn part of its grid, whether that is opaque, and its geometry on
 * the output. Null when none of it is inside the output.
 */
export function placeStack(use: StackUse, output: Size): Layer<EffectStack> | null {
  const { slot, graph, inputs, size, toOutput, opacity } = use;
  const scope = { box: size, inputs: new Map([...inputs].map(([name, input]) => [name, inputRect(input, size)])) };
  const whole = graphExtent(planGraph(graph, scope).root, scope);
  const most = mostTimes * (size.width * size.height + output.width * output.height);
  const drawn = area(whole) > most ? overlap(whole, viewOf(use, output)) : whole;
  // Shadows and lines around an opaque box have alpha.
  const isOpaque = contains({ x: 0, y: 0, ...size }, drawn) && isOpaqueNode(graph, opaqueInputs(use));
  const part = evenAround(drawn);
  const { width, height } = part;
  const source: EffectStack = { graph, inputs, size, area: part, width, height, hasAlpha: !isOpaque };
  const matrix = compose(toOutput, translation(part.x, part.y));
  const crop = { left: 0, top: 0, right: width, bottom: height };
  const geometry = layerGeometry({ matrix, crop, radius: noRadius }, output);
  return geometry && { kind: 'layer', slot, source, geometry, opacity, hasEdges: true };
}

/** Returns the extent of an input: the rectangles of its layers, or the whole box when its edge is repeated. */
function inputRect({ layers, origin, inside }: GraphInput, size: Size): Rect {
  if (inside) return { x: 0, y: 0, ...size };
  const [first, ...others] = layers.map(({ geometry }) => geometry.rect);
  const rect = others.reduce(union, first ?? { x: 0, y: 0, width: 0, height: 0 });
  return { ...rect, x: rect.x + origin.x, y: rect.y + origin.y };
}

/** Returns the pixels of the box that are visible in the output, and those from which they are sampled. */
function viewOf({ toOutput, size }: StackUse, output: Size): Rect {
  const toBox = invert(toOutput);
  if (!toBox) return { x: 0, y: 0, ...size };
  const seen = boundsOf(toBox, { left: 0, top: 0, right: output.width, bottom: output.height });
  const shrink = Math.max(1, Math.hypot(toBox.a, toBox.b), Math.hypot(toBox.c, toBox.d));
  const room = Math.ceil(sampled * shrink);
  const [x, y] = [Math.floor(seen.left) - room, Math.floor(seen.top) - room];
  return { x, y, width: Math.ceil(seen.right) + room - x, height: Math.ceil(seen.bottom) + room - y };
}

// Chroma belongs to pairs of pixels: an image that starts at an odd pixel would have to be resampled.
function evenAround(drawn: Rect): Rect {
  const [x, y] = [Math.floor(drawn.x / 2) * 2, Math.floor(drawn.y / 2) * 2];
  const width = Math.max(2, Math.ceil((drawn.x + drawn.width - x) / 2) * 2);
  const height = Math.max(2, Math.ceil((drawn.y + drawn.height - y) / 2) * 2);
  return { x, y, width, height };
}

function opaqueInputs({ inputs, size }: StackUse): ReadonlySet<string> {
  const covers = ({ layers, origin }: GraphInput) =>
    origin.x === 0 && origin.y === 0 && layers.some((layer) => coversOutput(layer, size.width, size.height));
  return new Set([...inputs].filter(([, input]) => covers(input)).map(([name]) => name));
}
