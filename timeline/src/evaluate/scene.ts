import type { Clip, Transition } from '../document/clip.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

/**
 * All layers that are visible at one frame, bottom first, with the values that animated properties have at this frame.
 */
export interface Scene {
  frame: number;
  /** Canvas size of the document in pixels. */
  width: number;
  height: number;
  background: string;
  layers: SceneLayer[];
}

/** One layer of a frame: a clip, or a transition. */
export type SceneLayer = ClipLayer | TransitionLayer;

/** One clip at one frame. */
export interface ClipLayer {
  kind: 'clip';
  clip: Clip;
  /**
   * Number of frames since the clip's first frame. It exceeds the clip's length while a transition shows the source
   * after the clip's end.
   */
  localFrame: number;
  /** Seconds since the clip's first frame. */
  localSec: number;
  /**
   * Frames (`effectFrame`) and seconds since the clip's effects began. They continue in the second part of a split
   * clip.
   */
  effectFrame: number;
  effectSec: number;
  /** Time in the source, after in-point, speed, reverse, freeze and loop are applied. Seconds, 0 or more. */
  sourceSec: number;
  /** Offset of the clip's centre from the canvas centre. Pixels of the document, y downwards. */
  x: number;
  y: number;
  /** Scale times scaleX or scaleY. Flips are not included. */
  scaleX: number;
  scaleY: number;
  /** Rotation in degrees, clockwise. */
  rotation: number;
  skewX: number;
  skewY: number;
  opacity: number;
  /** Shares of the box that are cropped at each edge, before scaling. */
  cropL: number;
  cropR: number;
  cropT: number;
  cropB: number;
  /**
   * Values of the keyframed properties that have no field here (blur, exposure, maskX ...); `null` when there are none.
   */
  animated: Partial<Record<KeyframableProp, number>> | null;
  /** For a composition clip: the frame of its composition that it shows, with clips as in `nestedUse`. Else absent. */
  inner?: Scene;
}

/** A transition at one frame, between two clips of one track, or between one clip and transparency. */
export interface TransitionLayer {
  kind: 'transition';
  transition: Transition;
  /**
   * Eased progress of the transition: 0 shows only the outgoing clip, 1 is the end. Some easings exceed 1 or go below
   * 0.
   */
  progress: number;
  /** Outgoing clip, evaluated past its end; `null`: the transition starts from transparency. */
  from: ClipLayer | null;
  /** Incoming clip; `null`: the transition ends in transparency. */
  to: ClipLayer | null;
}

/** Yields the clips that a scene shows, bottom first, those of its transitions and inside its compositions included. */
export function* clipLayers(scene: Scene): Generator<ClipLayer, undefined> {
  for (const layer of scene.layers) {
    for (const one of layer.kind === 'clip' ? [layer] : [layer.from, layer.to]) {
      if (!one) continue;
      yield one;
      if (one.inner) yield* clipLayers(one.inner);
    }
  }
}
