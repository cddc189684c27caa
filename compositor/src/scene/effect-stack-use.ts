import type { ClipLayer } from '@framemill/timeline';
import { area, type Box, boundsOf, contains, isEmpty, overlap, type Rect, union } from '../graph/box.ts';
import { coversOutput, type EffectStack, type GraphInput, type Layer } from '../graph/drawable.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { layerGeometry } from '../graph/layer-geometry.ts';
import { compose, invert, type Matrix, scaling, translation } from '../graph/matrix.ts';
import { largestScale, motionOn, stepped } from '../graph/motion.ts';
import {
  backdropBlur,
  type CanvasSize,
  type FramedClip,
  frameClip,
  noRadius,
  outputScale,
  type Size,
} from '../graph/placement.ts';
import { graphExtent, isOpaqueNode, planGraph } from '../graph/plan.ts';
import { seedOf } from '../graph/seeded.ts';
import { maskInput } from '../masks/free-masks.ts';
import { maskTree } from '../masks/mask-tree.ts';
import { effectGraph } from './effect-graph.ts';
import { boxMatte, isCut } from './layer-box.ts';
import { type ClipSurface, paintedMask, type StackPainting } from './painted-mask.ts';

/** Layer, and everything needed to build its effect stack. */
export interface StackRequest extends StackPainting {
  readonly picture: ClipSurface;
  readonly canvas: CanvasSize;
  /** Whether overlapping parts are combined into one image before opacity is applied. */
  readonly asOne: boolean;
}

/** Effect stack of a clip, and the position of the result on the output. */
export interface StackUse {
  readonly slot: string;
  readonly graph: GraphNode;
  readonly inputs: ReadonlyMap<string, GraphInput>;
  /** Size of the processed box in pixels. Both sides are even. */
  readonly size: Size;
  /** Map from pixels of the box to output pixels. */
  readonly toOutput: Matrix;
  /** Opacity, 0-1 in steps of 1/256. */
  readonly opacity: number;
}

const clipInput: GraphNode = { kind: 'input', name: 'clip' };
const backdropInput: GraphNode = { kind: 'input', name: 'backdrop' };

/**
 * Builds the effect stack of a clip: grade, effects, blur and mask. Null when they change nothing and the clip need not
 * be combined into one image (`asOne`).
 */
export function effectStackUse(request: StackRequest): StackUse | null {
  const { layer, picture: image, slot, canvas, textOutline, asOne } = request;
  const blurred = layer.clip.fit === 'contain-blur';
  const framed = blurred ? frameClip(uncut(layer), image, canvas, 'cover') : frameClip(layer, image, canvas);
  const scale = largestScale(layer.clip) * outputScale(canvas);
  const frame = workingFrame(framed, motionOn(canvas, layer) === 'rests', scale, canvas.output);
  if (!frame) return null;
  const moment = momentOf(request, frame);
  const { box } = framed;
  const maskFrame = { box, fromBox: frame.fromBox, scale: frame.scale, textOutline };
  // Pixels that the box covers only partly would appear as a dark border.
  const isBent = spreads(request);
  const inside = (moment.edge === 'clamp' || blurred) && (isBent || blurred) ? frame.inside : null;
  const inBox = (whole: GraphNode) => boxMatte(uncut(layer), whole, box, frame.fromBox);
  // Effects on an image with alpha see nothing beyond its box, so that it is cut before them; other images are cut
  // afterwards.
  const cut = inside && isBent && moment.edge === 'clamp' ? inBox : undefined;
  const both = blurred ? overBackdrop(layer, box, frame, cut !== undefined) : clipInput;
  const base = inside && !cut && !isCut(layer) ? inBox(both) : both;
  const looked = effectGraph(layer, base, moment, request.effectOf, cut);
  const tree = maskTree(layer, looked, maskFrame);
  if (tree === clipInput && !asOne) return null;
  const inputs = new Map<string, GraphInput>();
  if (blurred) {
    inputs.set('backdrop', painted(request, framed, { ...frame, inside }, frame.fromBox, 'backdrop'));
    const front = frameClip(uncut(layer), image, canvas, 'contain');
    const middle = translation((box.width - front.box.width) / 2, (box.height - front.box.height) / 2);
    inputs.set('clip', painted(request, front, { ...frame, inside }, compose(frame.fromBox, middle), 'clip'));
  } else {
    inputs.set('clip', painted(request, framed, { ...frame, inside }, frame.fromBox, 'clip'));
  }
  if (tree !== looked && layer.clip.mask?.shape === 'image') {
    inputs.set(maskInput, paintedMask(request, box, frame.fromBox, frame.size));
  }
  const { size, toOutput } = frame;
  return { slot, graph: tree, inputs, size, toOutput, opacity: stepped(layer.opacity) };
}

// The image over a blurred copy of itself that covers the box; crop and corners cut both together. Sides without a crop
// are left open for a later cut; with round corners they are open by one pixel, because cutting a half-covered edge
// twice would leave it a quarter covered.
function overBackdrop(layer: ClipLayer, box: Size, { size, fromBox, scale }: WorkingFrame, isOpen: boolean): GraphNode {
  const sigma = backdropBlur * Math.min(size.width, size.height);
  const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
  const under: GraphNode = { kind: 'blur', of: backdropInput, edge: 'clamp', shape };
  const both: GraphNode = { kind: 'composite', over: clipInput, under, blend: 'normal', opacity: 1 };
  const open = layer.clip.cornerRadius ? 1 / scale : box.width + box.height;
  return isCut(layer) ? boxMatte(layer, both, box, fromBox, isOpen ? open : 0) : both;
}

/**
 * Whether an enabled effect may compute a pixel from neighbouring pixels. Effects that depend on the image's outline
 * are not included; grades and masks never do it.
 */
function spreads({ layer: { clip, animated }, effectOf }: StackRequest): boolean {
  const effects = (clip.effects ?? []).filter(({ enabled, type }) => enabled && !effectOf(type)?.followsOutline);
  return effects.length > 0 || animated?.blur !== undefined;
}

function uncut(layer: ClipLayer): ClipLayer {
  const { cornerRadius: _, ...clip } = layer.clip;
  return { ...layer, clip, cropL: 0, cropR: 0, cropT: 0, cropB: 0 };
}

function painted(
  { picture: image, slot, paint }: StackRequest,
  framed: FramedClip,
  frame: WorkingFrame,
  fromBox: Matrix,
  role: string,
): GraphInput {
  const halo = image.kind === 'sprite' ? (image.halo ?? image.sprite.bleed) : 0;
  const room = halo > 0 ? Math.ceil((halo * frame.scale) / 2 + 1) * 2 : 0;
  const onto: Size = { width: frame.size.width + 2 * room, height: frame.size.height + 2 * room };
  const matrix = compose(translation(room, room), compose(fromBox, framed.fromImage));
  const placement = { matrix, crop: framed.crop, radius: framed.radius };
  const layers = paint(image, { slot: `${slot} ${role}`, placement, onto });
  return { layers, origin: { x: -room, y: -room }, ...(frame.inside && { inside: frame.inside }) };
}

function momentOf({ layer, picture: image, luts }: StackRequest, { size, scale }: WorkingFrame): Moment {
  return {
    ...size,
    scale,
    seed: seedOf(layer.clip.effectsOf ?? layer.clip.id),
    frame: layer.effectFrame,
    timeSec: layer.effectSec,
    luts,
    // An image that fills its box has no outline: its own edge is blurred into it from beyond.
    edge: image.kind === 'stored' && !image.source.hasAlpha ? 'clamp' : 'transparent',
  };
}

/** Pixel grid on which a layer's effects are computed before the layer is placed. */
interface WorkingFrame {
  /** Size of the grid in pixels. Both sides are even. */
  readonly size: Size;
  /** Map from pixels of the clip's box (document pixels) to pixels of the grid. */
  readonly fromBox: Matrix;
  readonly toOutput: Matrix;
  /** Number of grid pixels for each document pixel. */
  readonly scale: number;
  /**
   * Rectangle of the pixels that are completely inside the box, if edges of the box cut pixels of the grid; otherwise
   * null.
   */
  readonly inside: Rect | null;
}

// Maximum pixels of a grid, as a multiple of the output's. A layer that exceeds it is computed at that size and then
// enlarged.
const mostOfOutput = 2.25;
const largestSide = 8192;
// Tolerance between horizontal and vertical scale: the sides of an output are rounded to even pixels.
const sameScale = 0.01;

/**
 * Chooses the grid of a layer. An unrotated layer that does not move, with equal scales, uses the pixels of the output,
 * so that it is sampled only once. Any other layer uses its box at `largestScale` (output pixels for each pixel of the
 * box), so that a moving layer keeps its grid. Returns null when the map from the box to the grid cannot be inverted.
 */
function workingFrame(
  { box, toOutput }: FramedClip,
  rests: boolean,
  largestScale: number,
  output: Size,
): WorkingFrame | null {
  return (rests ? alignedFrame(box, toOutput, output) : null) ?? scaledFrame(box, toOutput, largestScale, output);
}

function alignedFrame(box: Size, toOutput: Matrix, output: Size): WorkingFrame | null {
  const { a, b, c, d } = toOutput;
  if (b !== 0 || c !== 0 || a === 0 || d === 0) return null;
  // On a stretched grid, round dots would not be stretched together with their clip.
  if (Math.abs(Math.abs(a / d) - 1) > sameScale) return null;
  const bounds = boundsOf(toOutput, { left: 0, top: 0, right: box.width, bottom: box.height });
  const x = Math.floor(bounds.left / 2 + slack) * 2;
  const y = Math.floor(bounds.top / 2 + slack) * 2;
  const size = { width: even(bounds.right - x), height: even(bounds.bottom - y) };
  if (!fits(size, output)) return null;
  // Effects are computed before the flip: the grid is mirrored back onto whole pixels of the output.
  const mirror = scaling(Math.sign(a), Math.sign(d));
  const placed = translation(a < 0 ? x + size.width : x, d < 0 ? y + size.height : y);
  const gridToOutput = compose(placed, mirror);
  const toGrid = invert(gridToOutput);
  if (!toGrid) return null;
  const fromBox = compose(toGrid, toOutput);
  const whole = wholePixels(boundsOf(fromBox, { left: 0, top: 0, right: box.width, bottom: box.height }));
  // A box thinner than its pixels would consist of edges only, which a blur removes.
  if (isEmpty(whole)) return null;
  const inside = whole.width >= size.width && whole.height >= size.height ? null : whole;
  return { size, fromBox, toOutput: gridToOutput, scale: Math.sqrt(Math.abs(a * d)), inside };
}

function wholePixels(box: Box): Rect {
  const [x, y] = [Math.ceil(box.left - slack), Math.ceil(box.top - slack)];
  return { x, y, width: Math.floor(box.right + slack) - x, height: Math.floor(box.bottom + slack) - y };
}

function scaledFrame(box: Size, toOutput: Matrix, largestScale: number, output: Size): WorkingFrame | null {
  const room = Math.sqrt((mostOfOutput * output.width * output.height) / (box.width * box.height));
  const scale = Math.min(largestScale, room, largestSide / box.width, largestSide / box.height);
  const size = { width: even(box.width * scale), height: even(box.height * scale) };
  const fromBox = scaling(size.width / box.width, size.height / box.height);
  const toBox = invert(fromBox);
  return toBox && { size, fromBox, toOutput: compose(toOutput, toBox), scale, inside: null };
}

function fits(size: Size, output: Size): boolean {
  const small = size.width * size.height <= mostOfOutput * output.width * output.height;
  return small && Math.max(size.width, size.height) <= largestSide;
}

// Tolerance: a 1024th of a pixel must not add a column of pixels.
const slack = 1 / 1024;

function even(size: number): number {
  return Math.max(2, Math.ceil(size / 2 - slack) * 2);
}

// Pinned corners may extend far beyond a box. A layer with more than this many times the pixels of its box and the
// output together is drawn only where it is visible.
const mostTimes = 2;
// Maximum distance from the output's edge of pixels that are sampled for it, chroma pairs included. In pixels of the
// box or the output, whichever are larger.
const sampled = 4;

/**
 * Converts an effect stack to a layer: determines the visible part of its grid, whether that part is opaque, and its
 * position on the output. Null when nothing of it is inside the output.
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

/** Returns the rectangle that an input covers: that of its layers, or the whole box when edge pixels are repeated. */
function inputRect({ layers, origin, inside }: GraphInput, size: Size): Rect {
  if (inside) return { x: 0, y: 0, ...size };
  const [first, ...others] = layers.map(({ geometry }) => geometry.rect);
  const rect = others.reduce(union, first ?? { x: 0, y: 0, width: 0, height: 0 });
  return { ...rect, x: rect.x + origin.x, y: rect.y + origin.y };
}

/** Returns the rectangle of the box that is visible in the output, with a margin for the pixels that sampling reads. */
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
