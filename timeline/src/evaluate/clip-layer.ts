import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { type ClipSpan, clipSpan, frameOf, type Rate, secondsOf } from '../time.ts';
import { KEYFRAMABLE_PROPS, type KeyframableProp } from '../vocabulary/index.ts';
import { type AnimatedValue, keyframedValue } from './animated-value.ts';
import type { ClipLayer } from './scene.ts';
import { sourceTime } from './source-time.ts';

/** Properties that are ClipLayer fields of the same name. */
type PlacedProp = 'opacity' | 'x' | 'y' | 'rotation' | 'skewX' | 'skewY' | 'cropL' | 'cropR' | 'cropT' | 'cropB';

const PLACED: ReadonlySet<KeyframableProp> = new Set<PlacedProp>([
  'opacity',
  'x',
  'y',
  'rotation',
  'skewX',
  'skewY',
  'cropL',
  'cropR',
  'cropT',
  'cropB',
]);

/**
 * Properties that a layer does not have as fields: audio, and those already included in the source time and the scale.
 */
const ELSEWHERE: ReadonlySet<KeyframableProp> = new Set<KeyframableProp>([
  'volume',
  'pan',
  'speed',
  'scale',
  'scaleX',
  'scaleY',
]);

/** A clip that is prepared for evaluation at any of its frames. */
export interface PreparedClip {
  clip: Clip;
  span: ClipSpan;
  /**
   * Evaluates the layer at `localFrame` frames after the clip's first. Beyond the clip's length its source continues.
   */
  layerAt(localFrame: number): ClipLayer;
}

/** Prepares everything that does not change over time, so that a frame only computes the animated values. */
export function prepareClip(clip: Clip, rate: Rate): PreparedClip {
  const span = clipSpan(clip, rate);
  const sourceAt = sourceTime(clip, secondsOf(span.endFrame - span.startFrame, rate), rate.den / rate.num);
  const placed: [PlacedProp, AnimatedValue][] = [];
  const others: [KeyframableProp, AnimatedValue][] = [];
  for (const prop of KEYFRAMABLE_PROPS) {
    const value = animation(clip, prop);
    if (!value) continue;
    if (isPlaced(prop)) placed.push([prop, value]);
    else if (!ELSEWHERE.has(prop)) others.push([prop, value]);
  }
  const scale = animation(clip, 'scale');
  const scaleX = animation(clip, 'scaleX');
  const scaleY = animation(clip, 'scaleY');
  const scaleMoves = scale !== null || scaleX !== null || scaleY !== null;
  const still = stillLayer(clip);
  const passedFrames = frameOf(clip.effectsFrom ?? 0, rate);

  const layerAt = (localFrame: number): ClipLayer => {
    const localSec = secondsOf(localFrame, rate);
    const effectFrame = localFrame + passedFrames;
    const effectSec = secondsOf(effectFrame, rate);
    const layer: ClipLayer = { ...still, localFrame, localSec, effectFrame, effectSec, sourceSec: sourceAt(localSec) };
    for (const [prop, value] of placed) layer[prop] = value.at(localSec);
    if (scaleMoves) {
      const both = scale ? scale.at(localSec) : clip.scale;
      layer.scaleX = both * (scaleX ? scaleX.at(localSec) : (clip.scaleX ?? 1));
      layer.scaleY = both * (scaleY ? scaleY.at(localSec) : (clip.scaleY ?? 1));
    }
    if (others.length > 0) {
      const animated: Partial<Record<KeyframableProp, number>> = {};
      for (const [prop, value] of others) animated[prop] = value.at(localSec);
      layer.animated = animated;
    }
    return layer;
  };
  return { clip, span, layerAt };
}

function stillLayer(clip: Clip): ClipLayer {
  return {
    kind: 'clip',
    clip,
    localFrame: 0,
    localSec: 0,
    effectFrame: 0,
    effectSec: 0,
    sourceSec: 0,
    x: clip.x,
    y: clip.y,
    scaleX: clip.scale * (clip.scaleX ?? 1),
    scaleY: clip.scale * (clip.scaleY ?? 1),
    rotation: clip.rotation,
    skewX: clip.skewX ?? 0,
    skewY: clip.skewY ?? 0,
    opacity: clip.opacity,
    cropL: clip.cropL ?? 0,
    cropR: clip.cropR ?? 0,
    cropT: clip.cropT ?? 0,
    cropB: clip.cropB ?? 0,
    animated: null,
  };
}

function animation(clip: Clip, prop: KeyframableProp): AnimatedValue | null {
  const keyframes = clip[KEYFRAMABLE[prop].field];
  return keyframes && keyframes.length > 0 ? keyframedValue(keyframes) : null;
}

function isPlaced(prop: KeyframableProp): prop is PlacedProp {
  return PLACED.has(prop);
}
