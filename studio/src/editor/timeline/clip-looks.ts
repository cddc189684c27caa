import type { Clip } from '@framemill/timeline';
import type { IconName } from '../../ui/icons.ts';

/** Colour and icon of each clip type. White text is readable on every colour. */
export const CLIP_LOOKS: Record<Clip['type'], { color: string; icon: IconName }> = {
  video: { color: '#2a4a6b', icon: 'film' },
  image: { color: '#285e56', icon: 'image' },
  sticker: { color: '#285e56', icon: 'star' },
  audio: { color: '#3d5a2c', icon: 'music' },
  text: { color: '#5c3d78', icon: 'text' },
  shape: { color: '#75452b', icon: 'shape' },
  html: { color: '#66304d', icon: 'code' },
  adjustment: { color: '#484e58', icon: 'effect' },
  composition: { color: '#3f4884', icon: 'layers' },
};

/** Padding above and below a clip in its row, in pixels. */
export const CLIP_TOP_PX = 4;
/** Width below which a clip shows only its colour, in pixels. */
export const NAMED_PX = 28;
/** Width below which a clip has no grips at its ends, in pixels. */
export const GRIPPED_PX = 22;

/** Returns how many effects, colour grades, masks and text animations a clip has, without those that are off. */
export function changesOf({ effects = [], grade, mask, textStyle }: Clip): number {
  const isGraded = grade !== undefined && (grade.intensity ?? 1) > 0;
  const isMasked = mask !== undefined && mask.shape !== 'none' && (mask.opacity ?? 1) > 0;
  const { length } = Object.keys(textStyle?.animation ?? {});
  return effects.filter(({ enabled }) => enabled).length + Number(isGraded) + Number(isMasked) + length;
}
