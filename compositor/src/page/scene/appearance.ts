import type { BlendMode } from '@framemill/timeline';
import type { Matrix } from '../../graph/matrix.ts';
import type { SvgEffects } from '../filter/svg-effects.ts';
import type { SvgFilter } from '../filter/svg-filter.ts';
import type { SvgMask } from '../filter/svg-mask.ts';

/** State of every clip of a page at one time. The player writes this data into the page. */
export interface PageAppearance {
  /** Visible groups by group index, bottom first. Groups that are not in it are hidden. */
  readonly groups: ReadonlyMap<number, GroupAppearance>;
  /** Visible clips by clip id. Clips that are not in it are hidden. */
  readonly clips: ReadonlyMap<string, ClipAppearance>;
  /** Volume of each audio part by clip id, 0-1, also before its start and after its end. */
  readonly sounds: ReadonlyMap<string, number>;
}

/** Appearance of a group of clips connected by transitions, which is drawn as one image. */
export interface GroupAppearance {
  /** Blend mode of the group with the content below. */
  readonly blend: BlendMode;
  /** Filter of a transition on both clips' images together, in canvas coordinates; null without one. */
  readonly filter: SvgFilter | null;
}

/** Appearance of one clip. Lengths are document pixels. */
export interface ClipAppearance {
  /** Effect of a transition on this clip, in canvas coordinates; null outside transitions. */
  readonly side: SideAppearance | null;
  /** Matrix from the clip's box to the canvas. */
  readonly matrix: Matrix;
  readonly opacity: number;
  /** CSS `clip-path` in pixels of the box; null when the whole box is visible. */
  readonly clipPath: string | null;
  /** Grade, effects, blur and mask as SVG, in the clip's box; null when the clip has none of them. */
  readonly look: SvgEffects | null;
  /** Markup of a text with animation at this moment; null when the page's own markup applies. */
  readonly text: string | null;
  /** Time within an html clip's own page, in seconds. */
  readonly htmlSec: number;
  /** Source time to which the timeline seeks the video, in seconds; null when the player seeks it instead. */
  readonly sourceSec: number | null;
  /** Mask of an adjustment layer, whose `look` filters the content below it; null for other clips. */
  readonly adjustment: SvgMask | null;
}

/** Effect of a transition on one of its two clips. */
export interface SideAppearance {
  readonly opacity: number;
  readonly matrix: Matrix;
  readonly look: SvgEffects | null;
  /** Whether this clip's colours are added to those of the transition's other clip. */
  readonly adds: boolean;
}
