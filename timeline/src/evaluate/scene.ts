import type { Clip, Transition } from '../document/clip.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

/** All layers that are visible at one frame, bottom first, with every number resolved. */
export interface Scene {
  frame: number;
  /** Canvas size of the document in pixels. */
  width: number;
  height: number;
  background: string;
  layers: SceneLayer[];
}

/** One layer of a frame: a clip, or two clips during their transition. */
export type SceneLayer = ClipLayer | TransitionLayer;

/** One clip at one frame. */
export interface ClipLayer {
  kind: 'clip';
  clip: Clip;
  /**
   * Frames since the clip's first. It exceeds the clip's length while a transition shows the source after the clip's
   * end.
   */
  localFrame: number;
  /** Seconds since the clip's first frame. */
  localSec: number;
  /**
   * Frames (`effectFrame`) and seconds since the clip's effects began. In the second part of a split clip they
   * continue.
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
  /** Shares of the unscaled box that are cropped. */
  cropL: number;
  cropR: number;
  cropT: number;
  cropB: number;
  /**
   * Values of the keyframed properties that have no field here (blur, exposure, maskX ...); `null` when there are none.
   */
  animated: Partial<Record<KeyframableProp, number>> | null;
}

/** A transition during its window: two clips of one track, or one clip and transparency. */
export interface TransitionLayer {
  kind: 'transition';
  transition: Transition;
  /** Eased progress of the window: k of W frames. 0 shows only the outgoing clip. */
  progress: number;
  /** Outgoing clip, evaluated past its end; `null`: from transparent. */
  from: ClipLayer | null;
  /** Incoming clip; `null`: to transparent. */
  to: ClipLayer | null;
}
