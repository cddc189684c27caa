import type { BlendMode } from '@framemill/timeline';
import type { Matrix } from '../../graph/matrix.ts';
import type { SvgEffects } from '../filter/svg-effects.ts';
import type { SvgFilter } from '../filter/svg-filter.ts';
import type { SvgMask } from '../filter/svg-mask.ts';

/** How the clips of a page look and sound at one moment. Pure data: the player writes it into the page. */
export interface PageAppearance {
  /** By place of the group, bottom first. A group that is not in it shows nothing. */
  readonly groups: ReadonlyMap<number, GroupAppearance>;
  /** By clip id. A clip that is not in it shows nothing. */
  readonly clips: ReadonlyMap<string, ClipAppearance>;
  /** How loud each sound is, 0-1, by clip id; also before it starts and after it ends. */
  readonly sounds: ReadonlyMap<string, number>;
}

/** Clips that transitions join, drawn as one picture. */
export interface GroupAppearance {
  /** How the group mixes with what lies below. */
  readonly blend: BlendMode;
  /** What a transition does to both pictures together, on the canvas. */
  readonly filter: SvgFilter | null;
}

/** One clip. Lengths are pixels of the document. */
export interface ClipAppearance {
  /** What a transition does to it, on the canvas; null outside of transitions. */
  readonly side: SideAppearance | null;
  /** From the clip's box to the canvas. */
  readonly matrix: Matrix;
  readonly opacity: number;
  /** A CSS `clip-path` in pixels of the box; null: all of it shows. */
  readonly clipPath: string | null;
  /** Grade, effects, blur and mask, in the box. */
  readonly look: SvgEffects | null;
  /** The elements of a moving text; null: as the page has it. */
  readonly text: string | null;
  /** On the clock of a page of its own, for html clips. Seconds. */
  readonly htmlSec: number;
  /** Time in the source that the timeline itself sets. Seconds; null: the player does. */
  readonly sourceSec: number | null;
  /** Where an adjustment layer works, whose look is of what lies below it; null for other clips. */
  readonly adjustment: SvgMask | null;
}

/** What a transition does to one of its two clips. */
export interface SideAppearance {
  readonly opacity: number;
  readonly matrix: Matrix;
  readonly look: SvgEffects | null;
  /** True: its colours are added to those of the other side. */
  readonly adds: boolean;
}
