import type { ClipLayer } from '@framemill/timeline';
import { kernelOpacity } from '../backend/blend-layer.ts';
import type { DrawableLayer } from '../backend/drawable.ts';
import type { LookUse, PaintedInput } from '../backend/look-layers.ts';
import { lookTree } from '../graph/layer-look.ts';
import { compose, translation } from '../graph/matrix.ts';
import { largestScale, motionOf } from '../graph/motion.ts';
import type { Moment, Picture } from '../graph/picture.ts';
import { type CanvasSize, type FramedClip, frameClip, type Size } from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';
import { type WorkingFrame, workingFrame } from '../graph/working-frame.ts';
import type { ClipPicture, Painting } from './clip-painter.ts';

export interface LookRequest {
  readonly layer: ClipLayer;
  readonly picture: ClipPicture;
  readonly slot: string;
  readonly canvas: CanvasSize;
  paint(picture: ClipPicture, painting: Painting): DrawableLayer | null;
}

const clipInput: Picture = { kind: 'input', name: 'clip' };

/** What a clip's grade, effects, blur and mask make of its picture; null when they change nothing. */
export function lookUse(request: LookRequest): LookUse | null {
  const { layer, picture, slot, canvas } = request;
  const framed = frameClip(layer, picture, canvas);
  const scale = (largestScale(layer.clip) * canvas.output.width) / canvas.document.width;
  const frame = workingFrame(framed, motionOf(layer) === 'rests', scale, canvas.output);
  if (!frame) return null;
  const moment = momentOf(layer, picture, frame);
  const tree = lookTree(layer, clipInput, moment);
  if (tree === clipInput) return null;
  const inputs = new Map([['clip', paintedClip(request, framed, frame)]]);
  const { size, toOutput } = frame;
  return { slot, tree, inputs, size, toOutput, opacity: kernelOpacity(layer.opacity) };
}

function paintedClip({ picture, slot, paint }: LookRequest, framed: FramedClip, frame: WorkingFrame): PaintedInput {
  const room = picture.kind === 'sprite' ? Math.ceil((picture.sprite.bleed * frame.scale) / 2 + 1) * 2 : 0;
  const onto: Size = { width: frame.size.width + 2 * room, height: frame.size.height + 2 * room };
  const toGrid = compose(frame.fromBox, framed.fromPicture);
  const placement = { matrix: compose(translation(room, room), toGrid), crop: framed.crop, radius: framed.radius };
  const painted = paint(picture, { slot: `${slot} clip`, placement, onto });
  return { layers: painted ? [painted] : [], origin: { x: -room, y: -room } };
}

function momentOf(layer: ClipLayer, picture: ClipPicture, { size, scale }: WorkingFrame): Moment {
  return {
    ...size,
    scale,
    seed: seedOf(layer.clip.id),
    frame: layer.localFrame,
    timeSec: layer.localSec,
    // A picture that fills its box has no outline: what is blurred into it from beyond is its own edge.
    edge: picture.kind === 'stored' && !picture.source.hasAlpha ? 'clamp' : 'transparent',
  };
}
