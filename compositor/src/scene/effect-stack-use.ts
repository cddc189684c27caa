import type { ClipLayer } from '@framemill/timeline';
import type { GraphInput } from '../drawable.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { compose, type Matrix, translation } from '../graph/matrix.ts';
import { largestScale, motionOf } from '../graph/motion.ts';
import { stepped } from '../graph/opacity.ts';
import { backdropBlur, type CanvasSize, type FramedClip, frameClip, type Size } from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';
import { type WorkingFrame, workingFrame } from '../graph/working-frame.ts';
import { maskInput } from '../masks/image.ts';
import { maskTree } from '../masks/mask-tree.ts';
import { boxMatte, isCut } from './box-matte.ts';
import type { ClipSurface } from './clip-surface.ts';
import { effectGraph } from './effect-graph.ts';
import { paintedMask, type StackPainting } from './painted-mask.ts';
import type { StackUse } from './place-stack.ts';

/** Layer with everything from which its effect stack is built. */
export interface StackRequest extends StackPainting {
  readonly picture: ClipSurface;
  readonly canvas: CanvasSize;
  /** Whether overlapping parts are flattened into one image before opacity is applied. */
  readonly asOne: boolean;
}

const clipInput: GraphNode = { kind: 'input', name: 'clip' };
const backdropInput: GraphNode = { kind: 'input', name: 'backdrop' };

/**
 * Builds the effect stack of a clip's grade, effects, blur and mask. Null when they change nothing and the clip need
 * not be flattened (`asOne`).
 */
export function effectStackUse(request: StackRequest): StackUse | null {
  const { layer, picture: image, slot, canvas, textOutline, asOne } = request;
  const blurred = layer.clip.fit === 'contain-blur';
  const framed = blurred ? frameClip(uncut(layer), image, canvas, 'cover') : frameClip(layer, image, canvas);
  const scale = (largestScale(layer.clip) * canvas.output.width) / canvas.document.width;
  const frame = workingFrame(framed, motionOf(layer) === 'rests', scale, canvas.output);
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

/** Whether pixels take colours from their neighbourhood, other than through the outline. Grades and masks do not. */
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
