import type { Clip, ClipLayer } from '@framemill/timeline';
import { type CanvasSize, frameClip, type Size } from '../../graph/placement.ts';
import { alignedVertically } from '../../scene/aligned-text.ts';
import { isCut } from '../../scene/box-matte.ts';
import type { PageData } from '../page-data.ts';
import { short } from '../short-number.ts';
import { adjustmentAppearance } from './adjustment-appearance.ts';
import type { ClipAppearance, SideAppearance } from './appearance.ts';
import { boxLayout, imageSize } from './clip-box.ts';
import { layerFilter } from './layer-filter.ts';

/** Input from which the appearance of a clip is computed. */
export interface ClipAppearanceInput {
  readonly layer: ClipLayer;
  readonly side: SideAppearance | null;
  readonly data: PageData;
  /** Markup of a text with animation at this moment; null for other clips. */
  readonly text: string | null;
  /** Prefix of the ids of its filters. */
  readonly id: string;
}

/** Computes the position and appearance of a clip; null when its image is unavailable. */
export function clipAppearance({ layer, side, data, text, id }: ClipAppearanceInput): ClipAppearance | null {
  const { clip } = layer;
  if (clip.type === 'adjustment') return adjustmentAppearance({ layer, share: side?.opacity ?? 1, data, id });
  const image = imageSize(clip, data);
  if (!image) return null;
  const canvas: CanvasSize = { document: data.document.settings, output: data.document.settings };
  const placed = clip.textStyle ? alignedVertically(layer, clip.textStyle, image.height) : layer;
  const { box } = boxLayout(clip, image, canvas.document);
  const { toOutput } = frameClip(placed, image, canvas, clip.fit === 'contain-blur' ? 'cover' : undefined);
  return {
    side,
    matrix: toOutput,
    opacity: Math.min(1, Math.max(0, layer.opacity)),
    clipPath: clipPathOf(placed, box),
    look: layerFilter({ layer: placed, box, data, id: `${id}-look` }),
    text,
    htmlSec: layer.sourceSec,
    sourceSec: setsOwnTime(clip) ? layer.sourceSec : null,
    adjustment: null,
  };
}

/**
 * Whether the timeline must seek a video itself, because its source does not play at normal speed from its start to its
 * end.
 */
export function setsOwnTime(clip: Clip): boolean {
  return clip.speed !== 1 || (clip.kfSpeed?.length ?? 0) > 0 || clip.reverse || clip.freezeAt !== null || clip.loop;
}

function clipPathOf(layer: ClipLayer, box: Size): string | null {
  const { clip, cropL, cropR, cropT, cropB } = layer;
  if (!isCut(layer) && clip.fit !== 'cover' && clip.fit !== 'contain-blur') return null;
  const radius = clip.cornerRadius ?? 0;
  const edges = [cropT * box.height, cropR * box.width, cropB * box.height, cropL * box.width];
  return `inset(${edges.map((edge) => `${short(edge)}px`).join(' ')}${radius > 0 ? ` round ${short(radius)}px` : ''})`;
}
