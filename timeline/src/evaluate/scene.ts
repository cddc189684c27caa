import type { Clip } from '../document/clip.ts';
import type { Transition } from '../document/transition.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

/** Everything that is visible at one frame, bottom first, with every number resolved. */
export interface Scene {
  frame: number;
  /** Canvas of the document. Pixels. */
  width: number;
  height: number;
  background: string;
  layers: SceneLayer[];
}

/** What a frame shows on one level: a clip, or two clips during their transition. */
export type SceneLayer = ClipLayer | TransitionLayer;

/** One clip at one moment. */
export interface ClipLayer {
  kind: 'clip';
  clip: Clip;
  /** Frames since the clip's first; past the clip's length while a transition shows its handle. */
  localFrame: number;
  /** The same in seconds. */
  localSec: number;
  /** Frames since its effects began, and the same in seconds: in a part of a clip that was cut they go on. */
  effectFrame: number;
  effectSec: number;
  /** Time in the source: in-point, speed, reverse, freeze and loop are applied. Seconds, 0 or more. */
  sourceSec: number;
  /** The clip's centre from the canvas centre. Pixels of the document, y downwards. */
  x: number;
  y: number;
  /** Scale times scaleX or scaleY. Flips are not included. */
  scaleX: number;
  scaleY: number;
  /** Degrees, clockwise. */
  rotation: number;
  skewX: number;
  skewY: number;
  opacity: number;
  /** Shares of the unscaled box that are cut away. */
  cropL: number;
  cropR: number;
  cropT: number;
  cropB: number;
  /** Values of the other properties that have keyframes (blur, exposure, maskX ...); null when none has. */
  animated: Partial<Record<KeyframableProp, number>> | null;
}

/** Two clips of one track, or one and transparency, in a transition's window. */
export interface TransitionLayer {
  kind: 'transition';
  transition: Transition;
  /** Eased share of the window that has passed: k of W frames; 0 shows the outgoing clip only. */
  progress: number;
  /** The outgoing clip, evaluated past its end; null: from transparent. */
  from: ClipLayer | null;
  /** The incoming clip; null: to transparent. */
  to: ClipLayer | null;
}
